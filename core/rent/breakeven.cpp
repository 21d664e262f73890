#include "rent/breakeven.hpp"

#include "failure.hpp"
#include "text/number.hpp"

namespace calcvram {

double breakeven_hours(double flat_price, Period period, double hourly_price, double hours_per_month) {
  constexpr double most = 1e15;
  checked_hours_per_month(hours_per_month);
  if (!(flat_price >= 0 && flat_price <= most)) {
    bad_argument("a flat price a " + std::string{name_of(period)} + " must be from 0 to 1e15, not " +
                 format_number(flat_price));
  }
  if (!(hourly_price > 0 && hourly_price <= most)) {
    bad_argument("hourly_price must be more than 0 and at most 1e15, not " + format_number(hourly_price));
  }
  return flat_price / hourly_price;
}

} // namespace calcvram
