#include "rent/price_list.hpp"

#include "failure.hpp"
#include "gpu/csv_record.hpp"
#include "text/name.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <cmath>

namespace calcvram {
namespace {

Money parse_money(std::string_view text) {
  const auto money = Money::parse(text);
  if (!money || *money <= Money{}) {
    bad_argument(std::string{text} + " is no amount above 0");
  }
  return *money;
}

/// What a parser of words makes of a field; its failure is a fault of the file.
template <typename Parse> auto parse_field(const CsvRecord &row, std::string_view column, Parse parse) {
  try {
    return parse(row.required_text(column));
  } catch (const Failure &failure) {
    row.fail(column, failure.words());
  }
}

PriceRow parse_price_row(const CsvRecord &row, const GpuCatalogue &catalogue) {
  PriceTerms terms;
  terms.gpu = catalogue.by_id(row.required_text("gpu"));
  if (terms.gpu == nullptr) {
    row.fail("gpu", "no such id in the catalogue: " + row.text("gpu"));
  }
  terms.provider = row.required_text("provider");
  terms.offer = row.required_text("offer");
  terms.price = parse_field(row, "price", parse_money);
  terms.currency = row.required_text("currency");
  terms.period = parse_field(row, "period", parse_period);
  terms.sold_counts = parse_field(row, "sold_counts", parse_sold_counts);
  if (!row.text("node_round").empty()) {
    terms.node_round = parse_field(row, "node_round", parse_money);
  }
  if (!row.text("tiers").empty()) {
    terms.tiers = parse_field(row, "tiers", [](std::string_view text) { return DiscountTiers::parse(text); });
  }
  terms.source = row.required_text("source");
  terms.as_of = row.required_text("as_of");
  terms.notes = row.text("notes");
  return PriceRow{std::move(terms)};
}

} // namespace

std::vector<int> parse_sold_counts(std::string_view text) {
  std::vector<int> counts;
  for (text = trim(text); !text.empty(); text = trim(text)) {
    const auto length = std::min(text.find(' '), text.size());
    const auto number = parse_number(text.substr(0, length));
    if (!number) {
      bad_argument("sold_counts are whole numbers with spaces between");
    }
    counts.push_back(checked_count(*number, "a sold count"));
    text.remove_prefix(length);
  }
  if (counts.empty() || std::ranges::adjacent_find(counts, std::ranges::greater_equal{}) != counts.end()) {
    bad_argument("sold_counts must ascend, and there must be one");
  }
  return counts;
}

PriceRow::PriceRow(PriceTerms terms) : terms_{std::move(terms)}, folded_provider_{fold(terms_.provider)} {
  if (!terms_.quoted) {
    for (int count = 1; count <= node_size; ++count) {
      small_orders_.push_back(exact_price(count, TierRule::order).to_double());
    }
    return;
  }
  const QuotedTerms &quoted = *terms_.quoted;
  folded_region_ = fold(quoted.region);
  const auto share = [](const Money &part) { return part == Money{} ? 0 : part.to_double(); };
  unit_price_ = terms_.price.to_double() * (1 - share(quoted.discount)) * (1 + share(quoted.support)) /
                (quoted.price_for == PriceFor::offer ? quoted.offer_gpus : 1);
  for (const DiscountTier &tier : terms_.tiers.tiers()) {
    tier_shares_.push_back(1 - share(tier.discount));
  }
}

bool PriceRow::sells(int count) const {
  return std::ranges::binary_search(terms_.sold_counts, count);
}

double PriceRow::price_of(int count, TierRule rule) const {
  if (count >= 1 && count <= node_size && rule == TierRule::order && !is_quoted()) {
    return small_orders_[static_cast<std::size_t>(count - 1)];
  }
  if (is_quoted()) {
    return exact_price(count, rule).to_double();
  }
  const double node = small_orders_.back();
  if (terms_.node_round && count % node_size == 0 && rule == TierRule::order && node == std::floor(node)) {
    const int nodes = count / node_size;
    return node * nodes; // whole numbers: exact, and quicker
  }
  return exact_price(count, rule).to_double();
}

int PriceRow::billed(int count) const {
  return terms_.quoted ? whole_offers(count, terms_.quoted->offer_gpus) : count;
}

double PriceRow::about(int count, TierRule rule) const {
  if (!is_quoted() || terms_.node_round || rule == TierRule::marginal) {
    return price_of(count, rule);
  }
  const int cards = billed(count);
  const auto tiers = terms_.tiers.tiers();
  const auto above = std::ranges::upper_bound(tiers, cards, {}, &DiscountTier::from);
  const double part = above == tiers.begin() ? 1 : tier_shares_[static_cast<std::size_t>(above - tiers.begin()) - 1];
  return unit_price_ * cards * part;
}

bool PriceRow::is_in(std::string_view folded) const {
  std::string_view rest = folded_region_;
  if (rest == folded) {
    return true;
  }
  while (!rest.empty()) {
    const auto length = std::min(rest.find(','), rest.size());
    if (rest.substr(0, length) == folded) {
      return true;
    }
    rest.remove_prefix(std::min(length + 1, rest.size()));
  }
  return false;
}

Money PriceRow::exact_price(int count, TierRule rule) const {
  if (!terms_.quoted) {
    return card_price({terms_.price, 1, terms_.tiers, terms_.node_round, {}}, count, rule);
  }
  const QuotedTerms &quoted = *terms_.quoted;
  const int in_price = quoted.price_for == PriceFor::offer ? quoted.offer_gpus : 1;
  const Money compute =
      card_price({terms_.price, in_price, terms_.tiers, terms_.node_round, quoted.discount}, billed(count), rule);
  return quoted.support.is_zero() ? compute : compute + compute * quoted.support;
}

PriceList::PriceList(std::vector<PriceRow> rows, std::vector<std::unique_ptr<const Gpu>> merged)
    : rows_{std::move(rows)}, merged_{std::move(merged)}, quoted_{true} {
  for (std::size_t place = 0; place < rows_.size(); ++place) {
    const PriceTerms &terms = rows_[place].terms();
    mixed_ = mixed_ || terms.currency != rows_.front().terms().currency || terms.quoted->fx.has_value();
    for (const Gpu *card : terms.quoted->cards) {
      places_[card->id].push_back(place);
    }
  }
}

std::span<const std::size_t> PriceList::places_of(const Gpu &gpu) const {
  const auto found = places_.find(gpu.id);
  return found == places_.end() ? std::span<const std::size_t>{} : found->second;
}

const PriceRow *PriceList::row_for(const Gpu &gpu, Period period, std::string_view folded_provider) const {
  return pricing_row(rows_, period, [&](const PriceRow &row) {
    return row.terms().gpu->id == gpu.id && (folded_provider.empty() || row.folded_provider() == folded_provider);
  });
}

std::optional<SoldCounts> PriceList::sold_counts(const Gpu &gpu) const {
  const PriceRow *row = row_for(gpu, Period::month);
  return row == nullptr ? std::nullopt : std::optional{row->sold()};
}

PriceList parse_price_list(std::string_view csv, std::string_view file, const GpuCatalogue &catalogue) {
  const CsvTable table{csv, file};
  std::vector<PriceRow> rows;
  rows.reserve(table.size());
  for (std::size_t row = 0; row < table.size(); ++row) {
    rows.push_back(parse_price_row(table[row], catalogue));
  }
  return PriceList{std::move(rows)};
}

} // namespace calcvram
