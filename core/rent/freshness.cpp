#include "rent/freshness.hpp"

#include <algorithm>
#include <cmath>

namespace calcvram {

Freshness freshness_of(const Quote &quote, double today, double max_age_days) {
  const double day = std::floor(today);
  Freshness result;
  if (quote.as_of) {
    result.age_days = day - std::floor(*quote.as_of);
    result.stale = *result.age_days > max_age_days;
  }
  if (quote.valid_until) {
    result.expired_days = std::max(0.0, day - std::floor(*quote.valid_until));
  }
  return result;
}

} // namespace calcvram
