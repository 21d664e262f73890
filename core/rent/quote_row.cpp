#include "rent/quote_row.hpp"

#include "failure.hpp"
#include "rent/price_list.hpp"
#include "rent/quotes.hpp"
#include "text/name.hpp"
#include "text/number.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <utility>

namespace calcvram {
namespace {

using Field = QuoteField;

/// A cell as a text: 4090 in the gpu column is a name.
std::string as_text(const Cell &cell) {
  if (const auto *number = std::get_if<double>(&cell)) {
    return format_number(*number);
  }
  const auto *text = std::get_if<std::string_view>(&cell);
  return text != nullptr ? std::string{said_text(*text)} : std::string{};
}

/// One of the words of a closed set, folded.
template <typename T> struct Word {
  std::string_view folded;
  T value;
};

template <typename T, std::size_t Size>
T read_word(std::string_view text, const std::array<Word<T>, Size> &known, std::string_view expected) {
  const FoldedName folded{text};
  const auto found = std::ranges::find(known, folded.view(), &Word<T>::folded);
  if (found == known.end()) {
    bad_argument(words("\"", text, "\" is not ", expected));
  }
  return found->value;
}

constexpr auto billed_words = std::to_array<Word<Billed>>({
    {"reserved", Billed::reserved},
    {"recurring", Billed::reserved},
    {"committed", Billed::reserved},
    {"used", Billed::used},
    {"usage", Billed::used},
    {"usagebased", Billed::used},
    {"ondemand", Billed::used},
});

constexpr auto spot_words = std::to_array<Word<bool>>({
    {"yes", true},
    {"true", true},
    {"1", true},
    {"spot", true},
    {"interruptible", true},
    {"preemptible", true},
    {"no", false},
    {"false", false},
    {"0", false},
    {"ondemand", false},
});

/// What PricingCategory says of a price.
enum class Category : std::uint8_t { standard, spot, committed };

constexpr auto category_words = std::to_array<Word<Category>>({
    {"standard", Category::standard},
    {"dynamic", Category::spot},
    {"committed", Category::committed},
    {"other", Category::standard},
});

/// Dollars that a bare "$" may be.
bool is_dollar(std::string_view code) {
  constexpr std::array<std::string_view, 8> dollars{"USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "TWD"};
  return std::ranges::find(dollars, code) != dollars.end();
}

PeriodWords read_period_words(std::string_view text) {
  constexpr std::string_view between = " -/";
  PeriodWords said;
  std::string_view rest = text;
  std::string_view last;
  while (true) {
    rest.remove_prefix(std::min(rest.find_first_not_of(between), rest.size()));
    if (rest.empty()) {
      break;
    }
    const auto word = rest.substr(0, std::min(rest.find_first_of(between), rest.size()));
    rest.remove_prefix(word.size());
    const FoldedName folded{word};
    if (const auto per = find_price_for(folded.view())) {
      said.per = per;
    } else if (folded.view() != "per" && folded.view() != "1") {
      if (!last.empty()) {
        bad_argument(words("\"", text, "\" is no period of a rental price"));
      }
      last = word;
    }
  }
  constexpr std::array<std::string_view, 4> whole{"term", "total", "contract", "onetime"};
  if (std::ranges::find(whole, FoldedName{last}.view()) == whole.end()) {
    said.period = parse_period(last);
  }
  return said;
}

/// The number behind `key` in a record such as "{'SizeInMiB': 81920}" or "{\"GpuCount\": 8}".
std::optional<double> number_in_record(std::string_view record, std::string_view key) {
  const auto at = record.find(key);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  auto rest = record.substr(at + key.size());
  const auto start = rest.find_first_not_of("'\": \t");
  rest.remove_prefix(std::min(start, rest.size()));
  return parse_number(rest.substr(0, std::min(rest.find_first_not_of("0123456789."), rest.size())));
}

/// 80 GB of 80, "80", "80 GB"; MiB of "81920 MiB".
std::optional<StatedMemory> read_memory(const Cell &cell) {
  StatedMemory memory;
  if (const auto *number = std::get_if<double>(&cell)) {
    memory.amount = *number;
    return memory;
  }
  const std::string text = as_text(cell);
  if (text.empty()) {
    return std::nullopt;
  }
  const auto unit_at = std::min(text.find_first_not_of("0123456789., "), text.size());
  const std::string unit = fold(std::string_view{text}.substr(unit_at));
  const auto number = parse_number(std::string_view{text}.substr(0, unit_at));
  if (!number || !(unit.empty() || unit == "gb" || unit == "gib" || unit == "g" || unit == "mib" || unit == "mb")) {
    bad_argument("\"" + text + "\" is no amount of memory such as 80 or 80 GB");
  }
  memory.amount = *number;
  memory.unit = unit.starts_with('m') ? MemoryUnit::mib : MemoryUnit::gb;
  return memory;
}

/// From the start of one day (or hour) to the start of another.
Duration length_between(double start, double end) {
  using namespace std::chrono;
  constexpr double hours_of_a_day = 24;
  if (start != std::floor(start) || end != std::floor(end)) {
    return {std::round((end - start) * hours_of_a_day * 1e6) / 1e6, Period::hour};
  }
  const sys_days epoch = year{1899} / 12 / 30;
  const year_month_day from{epoch + days{static_cast<int>(start)}};
  const year_month_day to{epoch + days{static_cast<int>(end)}};
  constexpr int months_of_a_year = 12;
  const int months = (static_cast<int>(to.year()) - static_cast<int>(from.year())) * months_of_a_year +
                     static_cast<int>(static_cast<unsigned>(to.month())) -
                     static_cast<int>(static_cast<unsigned>(from.month()));
  if (from.day() != to.day() || months == 0) {
    return {end - start, Period::day};
  }
  return months % months_of_a_year == 0 ? Duration{months / 12.0, Period::year}
                                        : Duration{static_cast<double>(months), Period::month};
}

/// The period that a length is one of.
std::optional<Period> one_period(const Duration &length) {
  if (length.count == 1) {
    return length.unit;
  }
  if (length.unit == Period::month && length.count == 3) {
    return Period::quarter;
  }
  return length.unit == Period::day && length.count == 7 ? std::optional{Period::week} : std::nullopt;
}

std::string gb_words(double gb) {
  return format_number(gb, 1) + " GB";
}

} // namespace

QuoteRowReader::QuoteRowReader(const CellBlock &table, const QuoteHeaders &headers, const GpuCatalogue &catalogue)
    : table_{&table}, headers_{&headers}, catalogue_{&catalogue} {
  for (std::size_t index = 0; index < quote_fields; ++index) {
    const auto field = static_cast<Field>(index);
    if (const auto column = headers.column(field)) {
      read_columns_.emplace_back(field, *column);
    }
  }
}

const Cell &QuoteRowReader::cell(Field field) const {
  static const Cell blank{Blank{}};
  const auto column = headers_->column(field);
  return column ? table_->at(row_, *column) : blank;
}

std::string_view QuoteRowReader::text(Field field) const {
  const auto *text = std::get_if<std::string_view>(&cell(field));
  return text != nullptr ? said_text(*text) : std::string_view{};
}

bool QuoteRowReader::is_given(Field field) const {
  return std::holds_alternative<double>(cell(field)) || !text(field).empty();
}

void QuoteRowReader::find(Quote &quote, Field field, Severity severity, std::string words) const {
  quote.findings.push_back({quote.row, headers_->name(field), severity, std::move(words)});
}

template <typename Read> void QuoteRowReader::attempt(Quote &quote, Field field, Read read) const {
  try {
    read();
  } catch (const Failure &failure) {
    find(quote, field, Severity::error, failure.words());
  }
}

bool QuoteRowReader::is_blank_row() const {
  for (std::size_t column = 0; column < table_->columns(); ++column) {
    const Cell &one = table_->at(row_, column);
    const auto *words = std::get_if<std::string_view>(&one);
    if (!std::holds_alternative<Blank>(one) && (words == nullptr || !trim(*words).empty())) {
      return false;
    }
  }
  return true;
}

/// An error in a column that decides what is paid keeps the row out.
void QuoteRowReader::find_error_cells(Quote &quote) const {
  for (const auto &[field, column] : read_columns_) {
    if (const auto *error = std::get_if<ErrorCell>(&table_->at(row_, column))) {
      const bool told = field == Field::source || field == Field::as_of || field == Field::valid_until;
      find(quote, field, told ? Severity::warning : Severity::error, "the cell holds an error, " + name_of(*error));
    }
  }
}

void QuoteRowReader::read_texts(Quote &quote) const {
  quote.provider = as_text(cell(Field::provider));
  quote.offer = as_text(cell(Field::offer));
  quote.gpu_text = as_text(cell(Field::gpu));
  quote.region = as_text(cell(Field::region));
  quote.source = as_text(cell(Field::source));
  const auto read_day = [&](Field field, std::optional<double> &to) {
    try {
      to = read_date(cell(field));
    } catch (const Failure &failure) {
      if (!std::holds_alternative<ErrorCell>(cell(field))) {
        find(quote, field, Severity::warning, failure.words());
      }
    }
  };
  read_day(Field::as_of, quote.as_of);
  read_day(Field::valid_until, quote.valid_until);
}

void QuoteRowReader::read_counts(Quote &quote) const {
  const auto read_count = [&](Field field, int &to) {
    if (!is_given(field)) {
      return false;
    }
    attempt(quote, field, [&] {
      std::string words = as_text(cell(field));
      if (words.ends_with('x') || words.ends_with('X')) {
        words.pop_back();
      }
      const auto number = parse_number(words);
      if (!number) {
        bad_argument("\"" + words + "\" is no number of GPUs");
      }
      to = checked_count(*number, "a number of GPUs");
    });
    return true;
  };
  if (!read_count(Field::gpus, quote.gpus)) {
    if (const auto count = number_in_record(text(Field::sku_details), "GpuCount")) {
      attempt(quote, Field::sku_details, [&] { quote.gpus = checked_count(*count, "GpuCount"); });
    }
  }
  read_count(Field::min_gpus, quote.min_gpus);
}

const QuoteRowReader::KnownName &QuoteRowReader::known_name(const std::string &text) {
  const auto [place, added] = names_.try_emplace(text);
  if (added) {
    constexpr std::size_t most_suggestions = 50; // each looks at every name of the catalogue
    place->second.name = read_card_name(text, *catalogue_);
    if (place->second.name.cards.empty()) {
      ++unknown_names_;
      place->second.unknown = "unknown GPU " + text;
      place->second.unknown += unknown_names_ <= most_suggestions ? catalogue_->suggestion(text) : std::string{};
    }
  }
  return place->second;
}

void QuoteRowReader::read_card(Quote &quote) {
  if (quote.gpu_text.empty()) {
    if (!headers_->is_bill() && !std::holds_alternative<ErrorCell>(cell(Field::gpu))) {
      find(quote, Field::gpu, Severity::warning, "no GPU is named");
    }
    return;
  }
  const KnownName &known = known_name(quote.gpu_text);
  quote.candidates.assign(known.name.cards.begin(), known.name.cards.end());
  if (!known.unknown.empty()) {
    find(quote, Field::gpu, Severity::warning, known.unknown);
  }
  if (known.name.count) {
    if (is_given(Field::gpus) && quote.gpus != *known.name.count) {
      find(quote, Field::gpu, Severity::error,
           words(*known.name.count, " GPUs by the name, ", quote.gpus, " by the column ", headers_->name(Field::gpus)));
    }
    quote.gpus = *known.name.count;
  }
  const std::string info{text(Field::gpu_info)};
  if (!info.empty() && info.front() != '{' && quote.candidates.size() > 1) {
    // a plain name, which may say more: "H100_80GB_SXM5"
    const GpuCandidates &said = known_name(info).name.cards;
    std::vector<const Gpu *> both;
    std::ranges::copy_if(quote.candidates, std::back_inserter(both),
                         [&](const Gpu *gpu) { return std::ranges::find(said, gpu) != said.end(); });
    if (!both.empty()) {
      quote.candidates = std::move(both);
    }
  }
  choose_card(quote);
  const Gpu *card = quote.candidates.empty() ? nullptr : quote.candidates.front();
  if (card != nullptr && card->max_per_node && quote.gpus > *card->max_per_node) {
    find(quote, Field::gpus, Severity::note,
         words(quote.gpus, " in one offer, where up to ", *card->max_per_node, " of them are usual"));
  }
  const auto size = known.name.size_gb;
  quote.vram_gb = quote.vram_gb ? quote.vram_gb : size;
  if (quote.candidates.size() > 1) {
    find(quote, Field::gpu, Severity::warning, ambiguous_card(quote));
  } else if (quote.candidates.size() == 1 && !quote.vram_gb &&
             is_bare_name(*quote.candidates.front(), quote.gpu_text)) {
    find(quote, Field::gpu, Severity::warning,
         quote.gpu_text + " is sold with several amounts of memory: taken for " + quote.candidates.front()->label);
  }
}

std::optional<StatedMemory> QuoteRowReader::stated_memory(Quote &quote, Field &from) const {
  std::optional<StatedMemory> stated;
  const auto take = [&](Field field, auto read) {
    if (stated || !is_given(field)) {
      return;
    }
    from = field;
    try {
      stated = read();
    } catch (const Failure &failure) {
      find(quote, field, Severity::warning, failure.words());
    }
  };
  take(Field::vram_gb, [&] { return read_memory(cell(Field::vram_gb)); });
  take(Field::gpu_info, [&]() -> std::optional<StatedMemory> {
    const auto size = number_in_record(text(Field::gpu_info), "SizeInMiB");
    if (!size) {
      return std::nullopt;
    }
    const auto total = number_in_record(text(Field::gpu_info), "TotalGpuMemoryInMiB");
    return StatedMemory{*size, MemoryUnit::mib, false, total == size};
  });
  take(Field::total_vram_gb, [&] {
    auto memory = read_memory(cell(Field::total_vram_gb));
    if (memory) {
      memory->of_all = true;
    }
    return memory;
  });
  if (stated) {
    stated->gpus = quote.gpus;
    if (!(stated->amount > 0 && stated->amount < 1e9)) {
      find(quote, from, stated->amount == 0 ? Severity::note : Severity::warning,
           format_number(stated->amount) + " of memory is read as unknown");
      return std::nullopt;
    }
  }
  return stated;
}

void QuoteRowReader::choose_card(Quote &quote) const {
  Field from = Field::vram_gb;
  const auto stated = stated_memory(quote, from);
  if (!stated) {
    return;
  }
  const ChosenCards chosen = choose_by_memory(GpuCandidates{quote.candidates.begin(), quote.candidates.end()}, *stated);
  const std::string amount = format_number(stated->amount, 1) + (stated->unit == MemoryUnit::mib ? " MiB" : " GB");
  const auto warn = [&](std::string text) { find(quote, from, Severity::warning, std::move(text)); };
  switch (chosen.fault) {
  case MemoryFault::gb_as_mib:
    warn(words(format_number(stated->amount, 1), " is GB in a field of MiB: read as ", gb_words(chosen.gb)));
    break;
  case MemoryFault::mib_as_gb:
    warn(words(format_number(stated->amount, 1), " is MiB in a field of GB: read as ", gb_words(chosen.gb)));
    break;
  case MemoryFault::total:
    warn(words(amount, " is the memory of all ", quote.gpus, " GPUs, where one's belongs: read as ",
               gb_words(chosen.gb)));
    break;
  case MemoryFault::per_card:
    warn(words(amount, " is the memory of one GPU, where that of all ", quote.gpus, " belongs"));
    break;
  case MemoryFault::contradiction:
    warn(words(amount, " of memory contradict the name: ", labels_of(quote.candidates),
               quote.candidates.front()->vram_gb ? " has " + gb_words(*quote.candidates.front()->vram_gb) : ""));
    break;
  case MemoryFault::none:
    break;
  }
  quote.candidates.assign(chosen.cards.begin(), chosen.cards.end());
  quote.vram_gb = chosen.gb;
}

std::optional<Money> QuoteRowReader::read_money(Quote &quote, Field field) const {
  if (!is_given(field)) {
    return std::nullopt;
  }
  const Amount amount = read_amount(cell(field));
  if (!amount.trouble.empty()) {
    find(quote, field, Severity::error, amount.trouble);
  } else if (amount.money && *amount.money < Money{}) {
    find(quote, field, Severity::error, "an amount below 0");
  } else if (!amount.currency.empty() && !quote.currency.empty() && amount.currency != quote.currency &&
             !(amount.any_dollar && is_dollar(quote.currency))) {
    find(quote, field, Severity::error, words(amount.currency, ", where the price is in ", quote.currency));
  } else {
    return amount.money;
  }
  return std::nullopt;
}

void QuoteRowReader::read_share(Quote &quote, Field field, Money &to) const {
  if (is_given(field)) {
    attempt(quote, field, [&] { to = read_fraction(cell(field)).value_or(Money{}); });
  }
}

void QuoteRowReader::read_terms(Quote &quote) const {
  const auto given = [&](Field field, auto read) {
    if (is_given(field)) {
      attempt(quote, field, read);
    }
  };
  given(Field::bandwidth_gb_s, [&] {
    const auto rate = parse_number(as_text(cell(Field::bandwidth_gb_s)));
    if (!rate || !(*rate > 0 && *rate < 1e9)) {
      bad_argument("\"" + as_text(cell(Field::bandwidth_gb_s)) + "\" is no bandwidth in GB/s");
    }
    quote.bandwidth_gb_s = rate;
  });
  given(Field::fx, [&] {
    const Amount rate = read_amount(cell(Field::fx));
    if (!rate.money || *rate.money <= Money{}) {
      bad_argument("\"" + as_text(cell(Field::fx)) + "\" is no rate above 0" +
                   (rate.trouble.empty() ? "" : ": " + rate.trouble));
    }
    quote.fx = rate.money;
  });
  given(Field::billed, [&] { quote.billed = read_word(text(Field::billed), billed_words, "reserved or used"); });
  given(Field::charge_frequency, [&] {
    const FoldedName frequency{text(Field::charge_frequency)};
    quote.billed = frequency.view() == "usagebased" ? Billed::used : quote.billed;
  });
  given(Field::spot, [&] { quote.spot = read_word(as_text(cell(Field::spot)), spot_words, "yes or no"); });
  given(Field::pricing_category, [&] {
    const Category category = read_word(text(Field::pricing_category), category_words, "a FOCUS PricingCategory");
    quote.spot = quote.spot || category == Category::spot;
  });
  given(Field::bill_step, [&] { quote.bill_step = read_duration(cell(Field::bill_step), quote.period); });
  given(Field::min_term, [&] { quote.min_term = read_duration(cell(Field::min_term), quote.period); });
  if (quote.bill_step && quote.bill_step->count == 0) {
    quote.bill_step.reset();
  }
  given(Field::tiers, [&] { quote.tiers = DiscountTiers::parse(as_text(cell(Field::tiers))); });
  given(Field::sold_counts, [&] { quote.sold_counts = parse_sold_counts(as_text(cell(Field::sold_counts))); });
  quote.node_round = read_money(quote, Field::node_round);
  if (quote.node_round && quote.node_round->is_zero()) {
    quote.node_round.reset();
  }
  read_share(quote, Field::discount, quote.discount);
  if (quote.discount == Money{1.0}) {
    find(quote, Field::discount, Severity::warning, "a discount of 100 % leaves nothing to pay");
  }
  read_share(quote, Field::prepaid, quote.prepaid);
  read_share(quote, Field::support_pct, quote.support);
  read_share(quote, Field::escalation_pct, quote.escalation);
  given(Field::tax_pct, [&] { quote.tax = read_fraction(cell(Field::tax_pct)); });
  const auto amount_of = [&](Field field) { return read_money(quote, field).value_or(Money{}); };
  quote.setup = amount_of(Field::setup);
  quote.deposit = amount_of(Field::deposit);
  quote.storage_gb = amount_of(Field::storage_gb);
  quote.storage_price = read_money(quote, Field::storage_price);
  quote.egress_gb = amount_of(Field::egress_gb);
  quote.egress_price = read_money(quote, Field::egress_price);
  quote.egress_free_gb = amount_of(Field::egress_free_gb);
}

QuoteRowReader::Price QuoteRowReader::read_cost(Quote &quote) const {
  Price price;
  price.bill = true;
  const FoldedName category{text(Field::charge_category)};
  const bool purchase = category.view() == "purchase";
  price.field = purchase && is_given(Field::billed_cost) ? Field::billed_cost : Field::effective_cost;
  price.field = is_given(price.field) ? price.field : Field::billed_cost;
  price.amount = read_amount(cell(price.field));
  if (!category.view().empty() && !purchase && category.view() != "usage") {
    find(quote, Field::charge_category, Severity::error,
         words("a line of ", text(Field::charge_category), " is no offer"));
    return price;
  }
  quote.price_for = PriceFor::offer;
  std::optional<Duration> length;
  attempt(quote, Field::charge_end, [&] {
    const auto start = read_date(cell(Field::charge_start));
    const auto end = read_date(cell(Field::charge_end));
    if (start && end && *end > *start) {
      length = length_between(*start, *end);
    }
  });
  if (purchase) {
    const bool once = FoldedName{text(Field::charge_frequency)}.view() == "onetime";
    quote.period = once || !length ? std::nullopt : one_period(*length);
    quote.min_term = quote.period ? std::nullopt : length;
    quote.prepaid = once ? Money{1.0} : Money{};
    return price;
  }
  quote.billed = Billed::used;
  quote.contracted = FoldedName{text(Field::pricing_category)}.view() == "committed";
  attempt(quote, Field::consumed_quantity, [&] {
    const auto *number = std::get_if<double>(&cell(Field::consumed_quantity));
    const auto quantity = number != nullptr ? std::optional{*number} : parse_number(text(Field::consumed_quantity));
    Duration used = length.value_or(Duration{1, Period::hour});
    if (quantity && !text(Field::consumed_unit).empty()) {
      const PeriodWords unit = read_period_words(text(Field::consumed_unit));
      used = {*quantity, unit.period.value_or(Period::hour)};
    }
    if (!(used.count > 0)) {
      bad_argument("nothing was used");
    }
    quote.period = used.unit;
    if (price.amount.money) {
      price.amount.money = *price.amount.money / Money{used.count};
    }
  });
  if (FoldedName{text(Field::commitment_status)}.view() == "unused") {
    find(quote, Field::commitment_status, Severity::warning, "a commitment that was not used");
  }
  if (is_given(Field::commitment_id)) {
    find(quote, Field::effective_cost, Severity::note,
         words("paid for by the commitment ", as_text(cell(Field::commitment_id)),
               ": not to be added to what that one cost"));
  }
  return price;
}

QuoteRowReader::Price QuoteRowReader::read_price(Quote &quote) const {
  if (is_given(Field::contracted_price)) {
    quote.contracted = true;
    return {Field::contracted_price, read_amount(cell(Field::contracted_price)), false};
  }
  for (const Field field : {Field::price, Field::list_price, Field::per_gpu_price}) {
    if (is_given(field)) {
      return {field, read_amount(cell(field)), false};
    }
  }
  if (headers_->is_bill()) {
    return read_cost(quote);
  }
  const std::array fields{Field::price, Field::list_price, Field::contracted_price, Field::spot_price};
  const auto column = std::ranges::find_if(fields, [&](Field field) { return headers_->column(field).has_value(); });
  return {column == fields.end() ? Field::per_gpu_price : *column, {}, false};
}

void QuoteRowReader::read_currency_of(Quote &quote, const Price &price) const {
  const std::string said = as_text(cell(Field::currency));
  const auto code = read_currency(said);
  if (!code) {
    find(quote, Field::currency, Severity::error, "\"" + said + "\" is no currency code such as USD");
  }
  quote.currency = code.value_or("");
  const std::string &header = headers_->price_header(price.field).currency;
  const std::string &beside = price.amount.currency;
  if (quote.currency.empty()) {
    quote.currency = !beside.empty() && !(price.amount.any_dollar && is_dollar(header)) ? beside : header;
  } else if (!beside.empty() && beside != quote.currency && !(price.amount.any_dollar && is_dollar(quote.currency))) {
    find(quote, price.field, Severity::error,
         words("the price says ", beside, ", the column ", headers_->name(Field::currency), " ", quote.currency));
  }
  if (quote.currency.empty() && headers_->is_instance_table()) {
    quote.currency = "USD";
  }
  if (quote.currency.empty() && price.bill) {
    quote.currency = read_currency(text(Field::commitment_unit)).value_or("");
  }
}

void QuoteRowReader::read_period() {
  const Cell &said = cell(Field::period);
  const auto *plain = std::get_if<std::string_view>(&said);
  if (plain != nullptr && *plain == period_text_) {
    return;
  }
  period_text_ = plain != nullptr ? std::string{*plain} : as_text(said);
  period_ = {};
  if (!is_given(Field::period)) {
    return;
  }
  try {
    period_ = read_period_words(as_text(said));
  } catch (const Failure &failure) {
    period_.trouble = failure.words();
  }
}

void QuoteRowReader::read_period_of(Quote &quote, const Price &price) const {
  if (price.bill) {
    return;
  }
  const PriceHeader &header = headers_->price_header(price.field);
  if (is_given(Field::period)) {
    quote.period = period_.period;
    if (!period_.trouble.empty()) {
      find(quote, Field::period, Severity::error, period_.trouble);
    } else if (price.amount.period && price.amount.period != quote.period) {
      find(quote, Field::period, Severity::error,
           words("the price is by the ", name_of(*price.amount.period), ", the column says ",
                 as_text(cell(Field::period))));
    }
    return;
  }
  quote.period = price.amount.period ? price.amount.period : header.period;
  if (!quote.period && headers_->is_instance_table()) {
    quote.period = Period::hour;
  }
  if (!quote.period && price.amount.money) {
    find(quote, Field::period, Severity::error, "by the hour, the month, for the term? No period is stated");
  }
}

void QuoteRowReader::read_basis(Quote &quote, const Price &price) const {
  const PriceHeader &header = headers_->price_header(price.field);
  std::optional<PriceFor> per = price.amount.per ? price.amount.per : header.per;
  per = per ? per : period_.per;
  if (price.field == Field::per_gpu_price) {
    per = PriceFor::gpu;
  } else if (!per && headers_->is_instance_table()) {
    per = PriceFor::offer;
  }
  if (is_given(Field::price_for)) {
    const std::string text = as_text(cell(Field::price_for));
    const auto said = find_price_for(FoldedName{text}.view());
    if (!said) {
      find(quote, Field::price_for, Severity::error, "\"" + text + "\" is not gpu or offer");
    }
    per = said ? said : per;
  } else if (!per && !price.bill && quote.gpus > 1) {
    find(quote, price.field, Severity::warning,
         words("for one GPU or for all ", quote.gpus, "? price_for does not say: read as for one"));
  }
  quote.price_for = per.value_or(quote.price_for);
}

void QuoteRowReader::set_price(Quote &quote, const Price &price) const {
  const Amount &amount = price.amount;
  if (!amount.trouble.empty()) {
    find(quote, price.field, Severity::error, amount.trouble + ": the price is not read");
    return;
  }
  if (!amount.money) {
    if (!std::holds_alternative<ErrorCell>(cell(price.field))) { // which is said already
      find(quote, price.field, Severity::error, "no price");
    }
    return;
  }
  if (*amount.money <= Money{}) {
    find(quote, price.field, Severity::error,
         *amount.money == Money{} ? "a price of 0 is unknown, not free" : "a price below 0");
    return;
  }
  static const Money least_price{1e-9};
  static const Money most_price{1e15};
  if (*amount.money < least_price || *amount.money > most_price) {
    find(quote, price.field, Severity::error, "a price must be from 1e-9 to 1e15");
    return;
  }
  quote.price = amount.money;
  if (amount.text) {
    find(quote, price.field, Severity::note,
         words("a text, read as ", format_number(amount.money->to_double()), quote.currency.empty() ? "" : " ",
               quote.currency));
  }
  if (amount.dust) {
    find(quote, price.field, Severity::note,
         words("digits that arithmetic left, ", format_number(*amount.dust), ", read as ",
               format_number(amount.money->to_double())));
  }
  if (!price.bill && *amount.money == Money{1.0}) {
    find(quote, price.field, Severity::warning, "a price of exactly 1 may be a placeholder");
  }
}

/// The price per GPU that stands beside the offer's.
void QuoteRowReader::compare_per_gpu(Quote &quote, const Price &price) const {
  if (price.field == Field::per_gpu_price || !quote.price || quote.price_for != PriceFor::offer ||
      !is_given(Field::per_gpu_price)) {
    return;
  }
  const Amount one = read_amount(cell(Field::per_gpu_price));
  if (!one.money) {
    return;
  }
  const double each = one.money->to_double();
  const double total = quote.price->to_double();
  const double difference = std::abs(each * quote.gpus - total);
  constexpr double rounding = 0.0101; // FSDL cuts where others round: 7.35 / 2 is 3.67
  constexpr double close = 1e-9;
  if (difference > rounding * quote.gpus && difference > close * total) {
    find(quote, Field::per_gpu_price, Severity::warning,
         words(format_number(each), " x ", quote.gpus, " GPUs is ", format_number(each * quote.gpus, 4),
               ", the price is ", format_number(total)));
  }
}

void QuoteRowReader::add_quotes(Quote quote, const Price &price, std::vector<Quote> &quotes) const {
  const auto spot_column = headers_->column(Field::spot_price);
  const Price spot{Field::spot_price, spot_column ? read_amount(cell(Field::spot_price)) : Amount{}, false};
  const bool zero = spot.amount.money && *spot.amount.money == Money{};
  if (zero) {
    find(quote, Field::spot_price, Severity::note, "a spot price of 0 is unknown: not read");
  }
  const bool has_spot = spot_column && !zero && !spot.amount.blank();
  std::optional<Quote> other;
  if (has_spot) {
    other = quote;
    other->spot = true;
    if (price.amount.blank()) {
      find(*other, price.field, Severity::warning, "no price but the spot price");
    } else if (price.amount.money && spot.amount.money && *price.amount.money > Money{} &&
               *spot.amount.money >= *price.amount.money) {
      const std::string more = *spot.amount.money == *price.amount.money ? "equal to" : "above";
      const std::string text = words("the spot price ", format_number(spot.amount.money->to_double()), " is ", more,
                                     " the other one, ", format_number(price.amount.money->to_double()));
      find(quote, Field::spot_price, Severity::warning, text);
      find(*other, Field::spot_price, Severity::warning, text);
    }
  }
  if (!has_spot || !price.amount.blank()) {
    set_price(quote, price);
    compare_per_gpu(quote, price);
    quotes.push_back(std::move(quote));
  }
  if (other) {
    set_price(*other, spot);
    quotes.push_back(std::move(*other));
  }
}

void QuoteRowReader::read(std::size_t row, std::vector<Quote> &quotes) {
  row_ = row;
  if (is_blank_row()) {
    return;
  }
  Quote quote;
  quote.row = row + 1;
  quote.billed = headers_->is_instance_table() ? Billed::used : Billed::reserved;
  find_error_cells(quote);
  read_texts(quote);
  read_counts(quote);
  read_card(quote);
  const Price price = read_price(quote);
  // what stands beside a spot price alone says it for that one
  const bool only_spot = price.amount.blank() && headers_->column(Field::spot_price);
  const Price said = only_spot ? Price{Field::spot_price, read_amount(cell(Field::spot_price)), false} : price;
  read_period();
  read_currency_of(quote, said);
  read_basis(quote, said);
  read_period_of(quote, said);
  read_terms(quote);
  add_quotes(std::move(quote), price, quotes);
}

} // namespace calcvram
