// How old a quote is on a day.
#pragma once

#include "rent/quote.hpp"

#include <optional>

namespace calcvram {

/// Prices older than this, in days, are warned of where a day is given.
inline constexpr double default_max_age_days = 30;

/// In whole days: the hour of a price does not matter. No clock is read.
struct Freshness {
  std::optional<double> age_days; ///< below 0 where the price is of a day to come; nothing where it has no date
  bool stale = false;             ///< older than is allowed
  double expired_days = 0;        ///< since valid_until; 0 where it is still valid, or nothing is said
};

Freshness freshness_of(const Quote &quote, double today, double max_age_days);

} // namespace calcvram
