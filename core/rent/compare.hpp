// Quotes side by side on one footing, cheapest first.
#pragma once

#include "cell.hpp"
#include "gpu/fit.hpp"
#include "rent/billing.hpp"
#include "rent/quote.hpp"
#include "rent/rent_options.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace calcvram {

/// A row of RENT_COMPARE. One that is not ranked has no figures, only its reason in `warnings`. Amounts are in
/// `currency`, and include everything the total does. What is per hour, month or GPU is by the time and the cards that
/// are billed, so that total = per_gpu_hour x gpus x billed_hours; per_useful_gpu_hour alone goes by the cards, hours
/// and utilisation asked for.
struct ComparedQuote {
  const Quote *quote = nullptr;
  std::string gpu; ///< the card's label; as typed where the name is unknown or means several
  std::optional<int> rank;
  std::optional<int> gpus; ///< billed
  std::optional<double> total;
  std::string currency; ///< of the report
  std::optional<double> per_gpu_hour;
  std::optional<double> per_useful_gpu_hour;  ///< FinOps FOCUS: EffectiveCost of an hour that is used
  std::optional<double> per_gb_month;         ///< a GB of memory
  std::optional<double> gb_s_per_price_month; ///< GB/s of memory bandwidth for 1 a month
  std::optional<double> billed_hours;         ///< of each card
  std::optional<double> per_pflop_hour;       ///< 10^15 dense operations a second of precision=, for an hour
  std::optional<Fit> fit;                     ///< of required_gb
  std::string warnings;                       ///< in words, "; " between; "not ranked: " begins a reason
};

/// Ranked by total, equal ones by row; then those that are not ranked, by row: quotes with errors, spot prices without
/// spot=yes, prices in a currency without a rate to the report's (see ReportCurrency), cards that the requirements
/// exclude (fp8, fabric, vendor=, count=, max=, min_bandwidth=, exclude=) and, with required_gb=, those that do not
/// hold it or may not. provider= and region= leave other quotes out altogether.
///
/// Warnings: what the row's own findings warn of; a card whose name means several; more cards or time billed than asked
/// for; storage or egress whose price is not stated, though it is needed or others charge for it; a rate; a spot or a
/// negotiated price beside others; tax not stated where others state it, or tax=gross asks for it; with today=, prices
/// that are old, undated or expired. Throws bad_argument for an order out of range.
std::vector<ComparedQuote> compare(std::span<const Quote> quotes, const Order &order, const RentOptions &options = {});

/// A column of RENT_COMPARE: blank, a number or a text that lives as long as the row and its quote. Only append.
struct CompareField {
  std::string_view key;
  Cell (*value)(const ComparedQuote &);
};

std::span<const CompareField> compare_fields();
/// Throws bad_argument with the nearest column.
const CompareField &compare_field(std::string_view key);

} // namespace calcvram
