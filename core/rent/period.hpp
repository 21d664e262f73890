// Periods of a price, and a price in another period.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace calcvram {

enum class Period : std::uint8_t { hour, day, week, month, quarter, year };

/// Average hours of a month, 8760 / 12: what the large clouds' calculators use.
/// The rental page divides by 720.
inline constexpr double default_hours_per_month = 730;

/// "month", "Months", "monthly", "mo"... Nothing for other words.
std::optional<Period> find_period(std::string_view text);
/// The same. Throws bad_argument with the nearest name.
Period parse_period(std::string_view text);
/// "hour", "day", "week", "month", "quarter", "year".
std::string_view name_of(Period period);

/// How long a period is: so many hours or so many months; which of the two depends on the period alone.
struct PeriodLength {
  int amount;
  bool in_months;
};
PeriodLength length_of(Period period);

/// What a length of so many hours or months costs at `price` for each `per`, in doubles or exact decimals alike: it
/// multiplies first and divides last, so that a short decimal stays one.
template <typename Number>
Number price_of_length(const Number &price, PeriodLength per, const Number &amount, bool in_months,
                       const Number &hours_per_month) {
  Number product = price * amount;
  if (in_months && !per.in_months) {
    product = product * hours_per_month;
  }
  if (per.in_months && !in_months) {
    return product / (per.amount == 1 ? hours_per_month : hours_per_month * Number(per.amount));
  }
  return per.amount == 1 ? product : product / Number(per.amount);
}

/// 0 is the default, 730. Throws bad_argument unless more than 0 and at most 744 (31 days).
double checked_hours_per_month(double hours);

/// RENT_RATE: `price` per `from` as a price per `to`. A quarter is 3 months and a year 12, always; a day is 24
/// hours and a week 168; hours_per_month links the two kinds. The price may be any finite number (a credit is
/// negative); throws bad_argument otherwise, and for hours_per_month as above.
double convert_price(double price, Period from, Period to, double hours_per_month = default_hours_per_month);

/// How many `to` one `from` lasts, by the same rules.
double periods_in(Period from, Period to, double hours_per_month = default_hours_per_month);

} // namespace calcvram
