// GPU_: cards, whether a need fits on them, what they cost, how fast they can be.
#include "addin.hpp"
#include "arguments.hpp"
#include "broadcast.hpp"
#include "list.hpp"
#include "quotes.hpp"
#include "table.hpp"

#include "catalogue/catalogue.hpp"
#include "catalogue/prices.hpp"
#include "gpu/fit.hpp"
#include "gpu/prefill.hpp"
#include "gpu/sharing.hpp"
#include "gpu/throughput.hpp"
#include "rent/offer.hpp"
#include "rent/select.hpp"
#include "rent/token_cost.hpp"

#include <array>

namespace calcvram::glue {

using css::uno::Any;

namespace {

/// Columns of GPU_LIST and the fields they show.
constexpr std::array list_columns{
    ListColumn{"name", "label"},
    ListColumn{"vendor", "vendor"},
    ListColumn{"vram_gb", "vram_gb"},
    ListColumn{"bandwidth_gb_s", "bandwidth_gb_s"},
    ListColumn{"bf16_tflops", "bf16_tflops"},
    ListColumn{"fp8", "fp8"},
    ListColumn{"fabric", "fabric"},
    ListColumn{"tdp_w", "tdp_w"},
};

/// A figure nobody published leaves its cell empty.
ResultCell list_cell(const Gpu &gpu, std::string_view field) {
  const auto fact = stored_fact(gpu, gpu_field(field));
  return fact ? cell_of(owned(*fact)) : ResultCell{Blank{}};
}

constexpr double prompt_tokens = 8192;
constexpr double most_price = 1e15;
constexpr double most_tokens_a_second = 1e15;
constexpr double least_positive = 1e-9;

} // namespace

Any AddIn::gpuSpec(const Any &gpu, const Any &field) {
  return broadcast([](const GpuChoice &of, const std::string &name) { return owned(gpu_fact(of, name)); },
                   gpu_argument(gpu), name_argument(field, "field", true));
}

Any AddIn::gpuList(const Any &search, const Any &column) {
  return answer_table([&] {
    const Table table = list_table(
        list_columns, &ListColumn::header, gpus().search(single(name_argument(search, "search", false), "search")),
        [](const Gpu *gpu, const ListColumn &shown) { return list_cell(*gpu, shown.field); });
    return to_any(table, single(name_argument(column, "column", false), "column"));
  });
}

Any AddIn::gpuFit(const Any &requiredGb, const Any &gpu, const Any &count, const Any &options) {
  return broadcast(
      [](double required_gb, const GpuChoice &on, std::optional<int> cards, const GpuRequirements &with) {
        const int agreed = agreed_count(on, cards, with.count);
        return std::string{
            name_of(answer_for_all(on, [&](const Gpu &card) { return fit(required_gb, card, agreed, with).verdict; }))};
      },
      required_gb_argument(requiredGb), gpu_argument(gpu), count_argument(count), requirements_argument(options));
}

Any AddIn::gpuCount(const Any &requiredGb, const Any &gpu, const Any &options) {
  return broadcast(
      [](double required_gb, const GpuChoice &of, const GpuRequirements &with) {
        return answer_for_all(of, [&](const Gpu &card) {
          const auto sold = price_list_2026_12().sold_counts(card);
          return static_cast<double>(count_needed(required_gb, card, with, sold));
        });
      },
      required_gb_argument(requiredGb), gpu_argument(gpu), requirements_argument(options));
}

Any AddIn::gpuCheapest(const Any &requiredGb, const Any &requirements, const Any &quotes, const Any &field) {
  return broadcast(
      [](double required_gb, const GpuRequirements &with, const PriceSource &from, const std::string &name) {
        const OfferField &asked = offer_field(name.empty() ? "label" : name);
        return owned(asked.value(cheapest(required_gb, with, from.rental_sets())));
      },
      required_gb_argument(requiredGb), requirements_argument(requirements), quotes_argument(quotes, books_),
      name_argument(field, "field", false));
}

Any AddIn::gpuOffers(const Any &requiredGb, const Any &requirements, const Any &quotes, const Any &column) {
  return answer_table([&] {
    const auto from = quotes_argument(quotes, books_);
    const auto needed = required_gb_argument(requiredGb);
    const auto with = requirements_argument(requirements);
    const Table table = list_table(
        offer_fields(), &OfferField::key,
        offers(single(needed, "required_gb"), single(with, "requirements"), single(from, "quotes").rental_sets()),
        [](const Offer &offer, const OfferField &field) { return cell_of(owned(field.value(offer))); });
    return to_any(table, single(name_argument(column, "column", false), "column"));
  });
}

Any AddIn::gpuPrice(const Any &gpu, const Any &count, const Any &period, const Any &quotes, const Any &options) {
  return broadcast(
      [](const GpuChoice &of, std::optional<int> cards, std::optional<Period> a, const PriceSource &from,
         const GpuRequirements &with) {
        const int agreed = agreed_count(of, cards, with.count);
        const Period wanted = a.value_or(with.period.value_or(Period::month));
        return answer_for_all(of,
                              [&](const Gpu &card) { return rental_price(from.prices(), card, agreed, wanted, with); });
      },
      gpu_argument(gpu), count_argument(count), optional_period_argument(period, "period"),
      quotes_argument(quotes, books_), requirements_argument(options));
}

Any AddIn::gpuDecodeRate(const Any &model, const Any &gpu, const Any &count, const Any &precision, const Any &context,
                         const Any &batch, const Any &kvPrecision, const Any &options) {
  return broadcast(
      [](const ModelRef &of, const GpuChoice &on, std::optional<int> cards, const Precision &in, double tokens,
         double sequences, const CachePrecision &cache, const VramOptions &with) {
        const int shared = cards_for(on, cards, with.degrees);
        const DecodePlan plan{*of, in, {tokens, sequences}, cache, with};
        return answer_for_all(on, [&](const Gpu &card) { return decode_rate(plan, card, shared); });
      },
      model_argument(model), gpu_argument(gpu), count_argument(count), precision_argument(precision),
      context_or_none_argument(context), batch_argument(batch), cache_precision_argument(kvPrecision),
      vram_options_argument(options));
}

Any AddIn::gpuPrefillTime(const Any &model, const Any &gpu, const Any &count, const Any &precision, const Any &context,
                          const Any &batch, const Any &kvPrecision, const Any &options) {
  return broadcast(
      [](const ModelRef &of, const GpuChoice &on, std::optional<int> cards, const Precision &in, double tokens,
         double sequences, const CachePrecision &, const VramOptions &with) {
        const int shared = cards_for(on, cards, with.degrees);
        const PrefillPlan plan{*of, in, {tokens, sequences}, with};
        return answer_for_all(on, [&](const Gpu &card) { return prefill_s(plan, card, shared); });
      },
      model_argument(model), gpu_argument(gpu), count_argument(count), precision_argument(precision),
      context_argument(context, prompt_tokens), batch_argument(batch), cache_precision_argument(kvPrecision),
      vram_options_argument(options));
}

Any AddIn::gpuTokenCost(const Any &pricePerHour, const Any &tokensPerSecond, const Any &utilisation) {
  return broadcast(token_cost, number_argument(pricePerHour, {"price_per_hour", 0, most_price}),
                   number_argument(tokensPerSecond, {"tokens_per_second", least_positive, most_tokens_a_second}),
                   number_argument(utilisation, {"utilisation", least_positive, 1, 1, true}));
}

} // namespace calcvram::glue
