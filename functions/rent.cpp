// RENT_: prices on one footing.
#include "addin.hpp"
#include "arguments.hpp"
#include "broadcast.hpp"

namespace calcvram::glue {

using css::uno::Any;

namespace {

constexpr double most_price = 1e15;

} // namespace

Any AddIn::rentRate(const Any &price, const Any &from, const Any &to, const Any &hoursPerMonth) {
  return broadcast([](double amount, Period given, Period wanted,
                      double hours) { return convert_price(amount, given, wanted, checked_hours_per_month(hours)); },
                   number_argument(price, {"price", 0, most_price}), period_argument(from, "from"),
                   period_argument(to, "to"),
                   number_argument(hoursPerMonth, {"hours_per_month", 0, 744, default_hours_per_month, true}));
}

} // namespace calcvram::glue
