#include "rent/currency.hpp"

#include <algorithm>

namespace calcvram {
namespace {

/// The rate that leads out of the quote's currency, or nothing.
std::optional<Decimal> stated_rate(const Quote &quote, const GpuRequirements &options) {
  const auto rate = fx_rate(options, quote.currency);
  return rate ? std::optional{Decimal{*rate}} : quote.fx;
}

} // namespace

std::optional<Decimal> rate_to(std::string_view report_currency, const Quote &quote, const GpuRequirements &options) {
  if (!report_currency.empty() && report_currency == quote.currency) {
    return Decimal{1};
  }
  const auto rate = stated_rate(quote, options);
  return !rate && report_currency.empty() ? std::optional{Decimal{1}} : rate;
}

std::string words_without_rate(std::string_view report_currency, const Quote &quote) {
  if (quote.currency.empty()) {
    return "no currency is stated, the report is in " + std::string{report_currency};
  }
  return "prices are in " + quote.currency + ": a report in " + std::string{report_currency} + " needs a rate, " +
         fx_key(quote.currency) + "=";
}

std::string report_currency(std::span<const Quote *const> quotes, const GpuRequirements &options) {
  if (!options.currency.empty()) {
    return options.currency;
  }
  const auto is_it = [&](const Quote *quote) {
    const auto rate = stated_rate(*quote, options);
    return !quote->currency.empty() && (!rate || *rate == Decimal{1});
  };
  const auto found = std::ranges::find_if(quotes, is_it);
  return found == quotes.end() ? std::string{} : (*found)->currency;
}

} // namespace calcvram
