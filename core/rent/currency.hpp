// The currency a report is in, and the rates that lead there.
#pragma once

#include "gpu/requirements.hpp"
#include "rent/money.hpp"
#include "rent/quote.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace calcvram {

/// Report currency for 1 of the quote's: 1 where both are the same, else the option fx_eur=, else the row's fx. A
/// quote that has neither stays in its own currency where no report currency is named; nothing where one is.
std::optional<Decimal> rate_to(std::string_view report_currency, const Quote &quote, const GpuRequirements &options);

/// "prices are in EUR: currency=USD needs a rate, fx_eur=".
std::string words_without_rate(std::string_view report_currency, const Quote &quote);

/// The currency a comparison is in: currency=, else that of the first quote that has no rate (or the rate 1), else "",
/// which the rates alone decide. Quotes of other currencies without a rate do not take part.
std::string report_currency(std::span<const Quote *const> quotes, const GpuRequirements &options);

} // namespace calcvram
