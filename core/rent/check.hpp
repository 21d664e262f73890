// RENT_CHECK: what is wrong with a table of quotes, row by row.
#pragma once

#include "rent/freshness.hpp"
#include "rent/quotes.hpp"

#include <optional>
#include <vector>

namespace calcvram {

struct CheckOptions {
  std::optional<double> today; ///< Calc's serial number; without it nothing is stale or expired: no clock is read
  double max_age_days = default_max_age_days; ///< older prices are stale
  GpuRequirements rates{};                    ///< its currency= and fx_ rates link the currencies of the table
};

/// All findings: of the table first, then by row. To what each row says of itself it adds what only the rows together
/// show: several currencies, with or without rates between them, quotes that stand twice, the same offer in several
/// regions or at several prices, list beside contracted prices, prices with a tax beside prices without.
std::vector<Finding> check_quotes(const QuoteTable &table, const CheckOptions &options = {});

/// Whether a quote is stale or expired on a day, in words.
std::vector<Finding> dated_findings(const QuoteTable &table, const Quote &quote, const CheckOptions &options);

} // namespace calcvram
