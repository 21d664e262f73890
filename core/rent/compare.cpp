#include "rent/compare.hpp"

#include "rent/cautions.hpp"
#include "rent/currency.hpp"
#include "rent/term.hpp"
#include "text/name.hpp"
#include "text/number.hpp"

#include <algorithm>

namespace calcvram {
namespace {

constexpr double tflops_per_pflops = 1000;

/// The cards a quote may mean, with what its row says of them.
class Cards {
public:
  explicit Cards(const Quote &quote) : quote_{&quote} {
    for (const Gpu *gpu : quote.candidates) {
      if (is_smaller(*gpu)) {
        described_.push_back(with_memory(*gpu));
      }
    }
    if (quote.candidates.empty()) {
      Gpu gpu;
      gpu.label = quote.gpu_text;
      gpu.vram_gb = quote.vram_gb;
      gpu.bandwidth_gb_s = quote.bandwidth_gb_s;
      described_.push_back(std::move(gpu));
    }
  }

  /// Calls `f(const Gpu &)` for each.
  template <typename F> void each(const F &f) const {
    auto next = described_.begin();
    for (const Gpu *gpu : quote_->candidates) {
      f(is_smaller(*gpu) ? *next++ : *gpu);
    }
    if (quote_->candidates.empty()) {
      f(*next);
    }
  }

  /// The figure that all cards agree in, or nothing.
  template <typename Figure> [[nodiscard]] std::optional<double> agreed(const Figure &figure) const {
    std::optional<double> result;
    bool agree = true;
    bool first = true;
    each([&](const Gpu &gpu) {
      const std::optional<double> value = figure(gpu);
      agree = agree && (first || value == result);
      result = value;
      first = false;
    });
    return agree ? result : std::nullopt;
  }

private:
  /// A row that states clearly less memory than the card has sells a part of it, or a smaller version: the row's word
  /// counts. Where it states more, the catalogue's does.
  [[nodiscard]] bool is_smaller(const Gpu &gpu) const {
    constexpr double clearly = 0.9;
    return quote_->vram_gb && gpu.vram_gb && *quote_->vram_gb < clearly * *gpu.vram_gb;
  }
  [[nodiscard]] Gpu with_memory(const Gpu &gpu) const {
    Gpu part = gpu;
    part.vram_gb = quote_->vram_gb;
    part.usable_mib = std::nullopt; // measured on the whole card
    return part;
  }

  const Quote *quote_;
  std::vector<Gpu> described_;
};

std::string label_of(const Quote &quote) {
  return quote.candidates.size() == 1 ? quote.candidates.front()->label : quote.gpu_text;
}

bool is_asked_for(const Quote &quote, const GpuRequirements &options) {
  return (options.provider.empty() || FoldedName{quote.provider}.view() == options.provider) &&
         (options.region.empty() || FoldedName{quote.region}.view() == FoldedName{options.region}.view());
}

/// Whether anything is asked of the card itself.
bool asks_of_cards(const RentOptions &options) {
  const GpuRequirements &asked = options.common;
  return options.required_gb || asked.fp8 || asked.fabric || asked.max || !asked.vendor.empty() ||
         asked.min_bandwidth > 0 || !asked.exclude.empty();
}

/// One call of RENT_COMPARE.
class Comparison {
public:
  Comparison(const Order &order, const RentOptions &options) : pricing_{order, options}, options_{&options} {}

  std::vector<ComparedQuote> run(std::span<const Quote> quotes) {
    std::vector<const Quote *> priced;
    std::vector<ComparedQuote> left_out;
    for (const Quote &quote : quotes) {
      if (!is_asked_for(quote, options_->common)) {
        continue;
      }
      std::string reason = pricing_.why_not(quote);
      if (reason.empty()) {
        priced.push_back(&quote);
      } else {
        left_out.push_back(unranked(quote, std::move(reason)));
      }
    }
    set_currency(priced);
    std::vector<ComparedQuote> ranked = rank(priced, left_out);
    std::ranges::stable_sort(left_out, {}, [](const ComparedQuote &row) { return row.quote->row; });
    std::ranges::move(left_out, std::back_inserter(ranked));
    return ranked;
  }

private:
  /// A quote with its figures, before its warnings are known.
  struct Entry {
    ComparedQuote row;
    TermCost cost;
  };

  static ComparedQuote unranked(const Quote &quote, std::string reason) {
    ComparedQuote row;
    row.quote = &quote;
    row.gpu = label_of(quote);
    row.warnings = "not ranked: " + std::move(reason);
    return row;
  }

  void set_currency(std::span<const Quote *const> priced) {
    std::vector<StatedMoney> rows;
    rows.reserve(priced.size());
    std::ranges::transform(priced, std::back_inserter(rows), [](const Quote *quote) { return money_of(*quote); });
    report_.emplace(rows, options_->common);
  }

  std::vector<ComparedQuote> rank(std::span<const Quote *const> priced, std::vector<ComparedQuote> &left_out) {
    std::vector<Entry> entries;
    entries.reserve(priced.size());
    QuoteKinds kinds;
    for (const Quote *quote : priced) {
      std::string reason = report_->why_no_rate(money_of(*quote));
      if (reason.empty()) {
        Entry entry = enter(*quote);
        reason = why_not_held(*quote, entry);
        if (reason.empty()) {
          kinds.add(*quote);
          entries.push_back(std::move(entry));
          continue;
        }
      }
      left_out.push_back(unranked(*quote, std::move(reason)));
    }
    std::vector<std::size_t> order(entries.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      order[i] = i;
    }
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return *entries[i].row.total; });
    std::vector<ComparedQuote> ranked;
    ranked.reserve(priced.size() + left_out.size());
    for (const std::size_t i : order) {
      Entry &entry = entries[i];
      entry.row.rank = static_cast<int>(ranked.size()) + 1;
      entry.row.warnings = cautions(*entry.row.quote, entry.cost, pricing_, kinds, report_->code());
      ranked.push_back(std::move(entry.row));
    }
    return ranked;
  }

  [[nodiscard]] Entry enter(const Quote &quote) const {
    Entry entry{{}, pricing_.cost(quote, *report_)};
    ComparedQuote &row = entry.row;
    row.quote = &quote;
    row.gpu = label_of(quote);
    row.gpus = entry.cost.bill.gpus;
    row.total = entry.cost.total().to_double();
    row.currency = report_->code();
    row.billed_hours = pricing_.calendar().hours(entry.cost.bill.time).to_double();
    if (!pricing_.order().is_empty()) {
      set_rates(row, entry.cost);
    }
    return entry;
  }

  void set_rates(ComparedQuote &row, const TermCost &cost) const {
    const Cards cards{*row.quote};
    const double gpus = cost.bill.gpus;
    const double gpu_hours = gpus * *row.billed_hours;
    const double gpu_months = gpus * pricing_.calendar().months(cost.bill.time).to_double();
    const double useful_gpu_hours = pricing_.order().gpus * pricing_.useful_hours();
    if (gpu_hours > 0) {
      row.per_gpu_hour = *row.total / gpu_hours;
    }
    row.per_useful_gpu_hour = *row.total / useful_gpu_hours;
    const CapacityBasis basis = options_->common.basis;
    const auto memory = cards.agreed([basis](const Gpu &gpu) { return known_capacity_gb(gpu, basis); });
    if (memory && *memory > 0 && gpu_months > 0) {
      row.per_gb_month = *row.total / (gpu_months * *memory);
    }
    auto bandwidth = row.quote->bandwidth_gb_s;
    if (!bandwidth) {
      bandwidth = cards.agreed([](const Gpu &gpu) { return gpu.bandwidth_gb_s; });
    }
    if (bandwidth && *row.total > 0) {
      row.gb_s_per_price_month = *bandwidth * gpu_months / *row.total;
    }
    const auto tflops = cards.agreed([this](const Gpu &gpu) { return rate_of(gpu); });
    if (tflops && *tflops > 0 && row.per_gpu_hour) {
      row.per_pflop_hour = *row.per_gpu_hour * tflops_per_pflops / *tflops;
    }
  }

  [[nodiscard]] std::optional<double> rate_of(const Gpu &gpu) const {
    const auto fact = stored_fact(gpu, *rate_field_);
    const auto *number = fact ? std::get_if<double>(&*fact) : nullptr;
    return number != nullptr ? std::optional{*number} : std::nullopt;
  }

  /// Why the set of cards is not what the requirements ask for, or ""; the verdict where a GB is required.
  [[nodiscard]] std::string why_not_held(const Quote &quote, Entry &entry) const {
    const int gpus = entry.cost.bill.gpus;
    if (options_->common.count && *options_->common.count != gpus) {
      return "bills " + std::to_string(gpus) + " GPUs, count=" + std::to_string(*options_->common.count);
    }
    if (!asks_of_cards(*options_) || gpus == 0) {
      return {};
    }
    std::string reason;
    Cards{quote}.each([&](const Gpu &gpu) {
      const std::string words = why_not_card(gpu, gpus, entry.row.fit);
      if (!words.empty() && reason.empty()) {
        reason = words;
      }
    });
    if (!reason.empty() && quote.candidates.size() > 1) {
      reason = ambiguous_card(quote) + ": " + reason;
    }
    return reason;
  }

  /// Keeps the fit with the least room.
  [[nodiscard]] std::string why_not_card(const Gpu &gpu, int gpus, std::optional<Fit> &least) const {
    const std::string set = std::to_string(gpus) + "x " + (gpu.label.empty() ? "this GPU" : gpu.label);
    if (!meets(options_->common, gpu, gpus)) {
      return set + " does not meet the requirements";
    }
    if (!options_->required_gb) {
      return {};
    }
    const double required = *options_->required_gb;
    if (!known_capacity_gb(gpu, options_->common.basis)) {
      return "the memory of " + set + " is not known";
    }
    const Fit set_fit = fit(required, gpu, gpus, options_->common);
    if (set_fit.verdict == Verdict::no) {
      return format_number(required, 2) + " GB do not fit on " + set +
             (options_->common.per == RequiredPer::card ? ", for each card" : "");
    }
    if (!least || set_fit.free_gb < least->free_gb) {
      least = set_fit;
    }
    return {};
  }

  TermPricing pricing_;
  const RentOptions *options_;
  const GpuField *rate_field_ = &gpu_field(options_->rate_field);
  std::optional<ReportCurrency> report_;
};

} // namespace

std::vector<ComparedQuote> compare(std::span<const Quote> quotes, const Order &order, const RentOptions &options) {
  return Comparison{order, options}.run(quotes);
}

} // namespace calcvram
