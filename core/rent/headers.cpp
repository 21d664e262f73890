#include "rent/headers.hpp"

#include "failure.hpp"
#include "rent/amount.hpp"
#include "text/name.hpp"
#include "text/name_index.hpp"
#include "text/number.hpp"
#include "text/words.hpp"

#include <algorithm>

namespace calcvram {
namespace {

using Field = QuoteField;

/// A spelling of a header. Of two columns for one thing the lower rank is read.
struct Spelling {
  std::string_view name;
  Field field;
  int rank = 0;
};

/// FOCUS: column ids of the FinOps FOCUS specification 1.2 (https://focus.finops.org). SkyPilot:
/// https://github.com/skypilot-org/skypilot-catalog. gpuhunt: https://github.com/dstackai/gpuhunt. FSDL:
/// https://github.com/full-stack-deep-learning/website (cloud-gpus.csv).
constexpr auto spellings = std::to_array<Spelling>({
    {"provider", Field::provider},
    {"ProviderName", Field::provider},
    {"supplier", Field::provider},
    {"cloud", Field::provider},
    {"PublisherName", Field::provider, 1},
    {"InvoiceIssuerName", Field::provider, 2},
    {"offer", Field::offer},
    {"InstanceType", Field::offer},
    {"instance_name", Field::offer},
    {"sku", Field::offer},
    {"SkuId", Field::offer},
    {"SkuPriceId", Field::offer, 1},
    {"SkuMeter", Field::offer, 2},
    {"ResourceId", Field::offer, 3},
    {"name", Field::offer, 4},
    {"gpu", Field::gpu},
    {"gpu_type", Field::gpu},
    {"gpu_name", Field::gpu},
    {"gpu_model", Field::gpu},
    {"accelerator", Field::gpu},
    {"AcceleratorName", Field::gpu},
    {"x_GpuModel", Field::gpu},
    {"vram_gb", Field::vram_gb},
    {"vram", Field::vram_gb},
    {"gpu_memory", Field::vram_gb},
    {"gpu_memory_gb", Field::vram_gb},
    {"x_GpuMemory", Field::vram_gb},
    {"bandwidth_gb_s", Field::bandwidth_gb_s},
    {"gpus", Field::gpus},
    {"gpu_count", Field::gpus},
    {"num_gpus", Field::gpus},
    {"AcceleratorCount", Field::gpus},
    {"x_GpuCount", Field::gpus},
    {"price", Field::price},
    {"on_demand", Field::price},
    {"currency", Field::currency},
    {"BillingCurrency", Field::currency},
    {"PricingCurrency", Field::currency, 1},
    {"fx", Field::fx},
    {"price_for", Field::price_for},
    {"period", Field::period},
    {"PricingUnit", Field::period},
    {"billed", Field::billed},
    {"bill_step", Field::bill_step},
    {"min_gpus", Field::min_gpus},
    {"min_term", Field::min_term},
    {"discount", Field::discount},
    {"tiers", Field::tiers},
    {"setup", Field::setup},
    {"prepaid", Field::prepaid},
    {"deposit", Field::deposit},
    {"support_pct", Field::support_pct},
    {"storage_gb", Field::storage_gb},
    {"storage_price", Field::storage_price},
    {"egress_gb", Field::egress_gb},
    {"egress_price", Field::egress_price},
    {"tax_pct", Field::tax_pct},
    {"escalation_pct", Field::escalation_pct},
    {"region", Field::region},
    {"RegionId", Field::region},
    {"location", Field::region, 1},
    {"RegionName", Field::region, 1},
    {"AvailabilityZone", Field::region, 2},
    {"spot", Field::spot},
    {"as_of", Field::as_of},
    {"valid_until", Field::valid_until},
    {"source", Field::source},
    {"x_sold_counts", Field::sold_counts},
    {"x_node_round", Field::node_round},
    {"x_egress_free_gb", Field::egress_free_gb},
    {"SpotPrice", Field::spot_price},
    {"per_gpu", Field::per_gpu_price},
    {"gpu_ram", Field::total_vram_gb},
    {"GpuInfo", Field::gpu_info},
    {"ListUnitPrice", Field::list_price},
    {"ContractedUnitPrice", Field::contracted_price},
    {"ChargeFrequency", Field::charge_frequency},
    {"ChargeCategory", Field::charge_category},
    {"PricingCategory", Field::pricing_category},
    {"ChargePeriodStart", Field::charge_start},
    {"ChargePeriodEnd", Field::charge_end},
    {"BilledCost", Field::billed_cost},
    {"EffectiveCost", Field::effective_cost},
    {"ConsumedQuantity", Field::consumed_quantity},
    {"ConsumedUnit", Field::consumed_unit},
    {"CommitmentDiscountId", Field::commitment_id},
    {"CommitmentDiscountUnit", Field::commitment_unit},
    {"CommitmentDiscountStatus", Field::commitment_status},
    {"SkuPriceDetails", Field::sku_details},
});

/// Columns of the tables above that say nothing about a price: no other header was meant.
constexpr std::array<std::string_view, 12> known_and_not_read{"vcpus", "memorygib", "arch",     "gpuarch",
                                                              "ram",   "cpuarch",   "cpu",      "memory",
                                                              "note",  "notes",     "quantity", "pricingquantity"};

constexpr std::size_t own_headers = 32; ///< the promised ones: provider to source
constexpr std::size_t first_own_alias = static_cast<std::size_t>(Field::sold_counts);

const Spelling *find_spelling(std::string_view folded) {
  static const NameIndex index = NameIndex::of(spellings);
  const auto found = index.find_folded(folded);
  return found ? &spellings[*found] : nullptr;
}

/// "usd_per_gpu_hour", "Price per GPU-hour (USD)", "$/GPU/hr", "monthly price", "spot price".
struct PriceWords {
  bool price = false;
  bool spot = false;
  PriceHeader says;
};

/// One word of such a header; whether it may stand there.
bool read_word(PriceWords &header, std::string_view word) {
  constexpr std::array<std::string_view, 4> prices{"price", "cost", "rate", "text"};
  constexpr std::array<std::string_view, 7> fillers{"per", "a", "an", "on", "demand", "ondemand", "unit"};
  constexpr std::array<std::string_view, 3> spots{"spot", "preemptible", "interruptible"};
  constexpr std::array<std::string_view, 15> codes{"usd", "eur", "gbp", "try", "tl",  "chf", "jpy", "cny",
                                                   "inr", "cad", "aud", "brl", "pln", "sek", "krw"};
  const auto is_one_of = [word](const auto &known) { return std::ranges::find(known, word) != known.end(); };
  if (is_one_of(prices) || word == "demand" || word == "ondemand") {
    header.price = true;
  } else if (is_one_of(spots)) {
    header.spot = true;
  } else if (const auto per = find_price_for(word)) {
    header.says.per = per;
  } else if (is_one_of(codes) || word.front() < 0 || word == "$") {
    const auto code = read_currency(word);
    header.says.currency = code.value_or("");
    return code.has_value();
  } else if (!is_one_of(fillers)) {
    header.says.period = find_period(word);
    return header.says.period.has_value();
  }
  return true;
}

std::optional<PriceWords> read_price_words(std::string_view text) {
  constexpr std::string_view between = " \t_-/().,";
  PriceWords header;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(between), text.size()));
    if (text.empty()) {
      break;
    }
    const std::string word = fold(text.substr(0, std::min(text.find_first_of(between), text.size())));
    text.remove_prefix(std::min(text.find_first_of(between), text.size()));
    if (word.empty() || !read_word(header, word)) {
      return std::nullopt;
    }
  }
  const bool names_price =
      header.price || header.spot || (!header.says.currency.empty() && (header.says.period || header.says.per));
  return names_price ? std::optional{header} : std::nullopt;
}

/// What one header names.
struct Reading {
  Field field;
  int rank = 0;
  PriceHeader says;
};

std::optional<Reading> read_header(std::string_view text) {
  const FoldedName folded{text};
  if (const Spelling *known = find_spelling(folded.view())) {
    return Reading{known->field, known->rank, {}};
  }
  // a price by its words comes after a column that is called just that
  const auto header = read_price_words(text);
  if (!header) {
    return std::nullopt;
  }
  Reading reading{header->spot ? Field::spot_price : Field::price, 1, header->says};
  if (folded.view() == "pricetext") { // the columns of cloud-gpus.com, one under another: per card and hour
    reading.says = {"", Period::hour, PriceFor::gpu};
  }
  return reading;
}

std::string_view own_name(Field field) {
  const auto found = std::ranges::find(spellings, field, &Spelling::field);
  return found == spellings.end() ? std::string_view{} : found->name;
}

bool is_filled(const CellBlock &table, std::size_t column) {
  for (std::size_t row = 1; row < table.rows(); ++row) {
    if (!std::holds_alternative<Blank>(table.at(row, column))) {
      return true;
    }
  }
  return false;
}

std::string header_text(const Cell &cell) {
  if (const auto *number = std::get_if<double>(&cell)) {
    return format_number(*number);
  }
  const auto *text = std::get_if<std::string_view>(&cell);
  return text != nullptr ? std::string{said_text(*text)} : std::string{};
}

} // namespace

std::vector<std::string_view> quote_header_names() {
  std::vector<std::string_view> names;
  for (std::size_t field = 0; field < own_headers; ++field) {
    names.push_back(own_name(static_cast<Field>(field)));
  }
  return names;
}

std::string QuoteHeaders::name(std::size_t column) const {
  return column < names_.size() && !names_[column].empty() ? names_[column]
                                                           : words("column ", static_cast<double>(column + 1));
}

std::string QuoteHeaders::name(Field field) const {
  const auto read = column(field);
  return read ? name(*read) : std::string{};
}

std::string QuoteHeaders::name_or_own(Field field) const {
  return has(field) ? name(field) : std::string{own_name(field)};
}

void QuoteHeaders::find(std::size_t column, Severity severity, std::string words) {
  findings_.push_back({1, name(column), severity, std::move(words)});
}

bool QuoteHeaders::reads(Field field, std::string_view folded) const {
  const auto place = column(field);
  return place && FoldedName{names_[*place]}.view() == folded;
}

/// Of two columns for one thing the one of the lower rank is read, else the first.
void QuoteHeaders::place(Field field, int rank, const PriceHeader &says, std::size_t column) {
  const auto index = static_cast<std::size_t>(field);
  auto &read = columns_[index];
  const auto not_read = [&](std::size_t which, std::size_t other, Severity severity) {
    find(which, severity, words("not read: ", own_name(field), " is read from the column ", name(other)));
  };
  if (read && ranks_[index] <= rank) {
    not_read(column, *read, ranks_[index] == rank ? Severity::warning : Severity::note);
    return;
  }
  if (read) {
    not_read(*read, column, Severity::note);
  }
  read = column;
  ranks_[index] = rank;
  price_headers_[index] = says;
}

void QuoteHeaders::read_column(const CellBlock &table, std::size_t column) {
  const Cell &cell = table.at(0, column);
  const std::string &text = names_.emplace_back(header_text(cell));
  if (std::holds_alternative<ErrorCell>(cell)) {
    find(column, Severity::warning, "the header is an error cell: the column is not read");
  } else if (text.empty()) {
    if (is_filled(table, column)) {
      find(column, Severity::note, "the column has no header and is not read");
    }
  } else if (const auto reading = read_header(text)) {
    place(reading->field, reading->rank, reading->says, column);
  } else {
    const bool expected = std::ranges::find(known_and_not_read, fold(text)) != known_and_not_read.end();
    const auto names = quote_header_names();
    const std::string meant = expected ? std::string{} : did_you_mean(text, names);
    find(column, meant.empty() ? Severity::note : Severity::warning, "nobody reads this header" + meant);
  }
}

/// Whose table it is, as far as that says what its prices mean.
void QuoteHeaders::recognise_table() {
  const bool sky = reads(Field::gpu, "acceleratorname") || reads(Field::gpus, "acceleratorcount");
  const bool gpuhunt = reads(Field::offer, "instancename") && has(Field::gpu);
  const bool fsdl = has(Field::per_gpu_price) && has(Field::price);
  instance_table_ = sky || gpuhunt || fsdl;
  bill_ = has(Field::billed_cost) || has(Field::effective_cost);
  if (fsdl && has(Field::spot) && !has(Field::spot_price)) { // FSDL's Spot is a price
    auto &spot = columns_[static_cast<std::size_t>(Field::spot)];
    columns_[static_cast<std::size_t>(Field::spot_price)] = spot;
    spot.reset();
  }
}

void QuoteHeaders::require_price() const {
  constexpr std::array prices{Field::price,         Field::spot_price,       Field::per_gpu_price,
                              Field::list_price,    Field::contracted_price, Field::billed_cost,
                              Field::effective_cost};
  if (std::ranges::any_of(prices, [this](Field field) { return has(field); })) {
    return;
  }
  std::string held;
  std::string meant;
  for (const std::string &name : names_) {
    constexpr std::array<std::string_view, 1> price{"price"};
    held += (held.empty() ? "" : ", ") + (name.empty() ? "a blank" : name);
    meant = meant.empty() ? did_you_mean(name, price) : meant;
  }
  bad_argument("the first row of quotes holds headers, one of them price; here it holds " + held + meant);
}

QuoteHeaders QuoteHeaders::read(const CellBlock &table) {
  static_assert(first_own_alias == own_headers);
  if (table.rows() == 0) {
    bad_argument("quotes are a range whose first row holds headers");
  }
  QuoteHeaders headers;
  headers.names_.reserve(table.columns());
  for (std::size_t column = 0; column < table.columns(); ++column) {
    headers.read_column(table, column);
  }
  headers.recognise_table();
  headers.require_price();
  return headers;
}

std::vector<HeaderName> known_header_names() {
  std::vector<HeaderName> names;
  names.reserve(spellings.size());
  for (const Spelling &spelling : spellings) {
    names.push_back({spelling.name, spelling.field});
  }
  return names;
}

} // namespace calcvram
