// From how much use on a flat price wins over an hourly one.
#pragma once

#include "rent/period.hpp"

namespace calcvram {

/// RENT_BREAKEVEN: hours of use in a period from which `flat_price` a period costs no more than `hourly_price` an
/// hour: flat / hourly. 990 a month against 1.35 an hour is 733.33 hours, which a month of 730 hours never reaches and
/// one of 744 does: the number is given all the same. Throws bad_argument for a flat price below 0, an hourly price
/// that is not above 0, and for hours_per_month as checked_hours_per_month.
double breakeven_hours(double flat_price, Period period, double hourly_price,
                       double hours_per_month = default_hours_per_month);

} // namespace calcvram
