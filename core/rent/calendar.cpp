#include "rent/calendar.hpp"

#include "failure.hpp"
#include "text/words.hpp"

namespace calcvram {
namespace {

constexpr double most_years = 100;

} // namespace

Duration checked_duration(double count, Period unit) {
  if (!(count >= 0 && count <= most_years * periods_in(Period::year, unit))) {
    bad_argument(words("duration must be from 0 to ", most_years, " years, not ", count, " ", name_of(unit), "s"));
  }
  return {count, unit};
}

Calendar::Calendar(double hours_per_month) : hours_per_month_{checked_hours_per_month(hours_per_month)} {}

Length Calendar::length(const Duration &duration) {
  const auto [amount, in_months] = length_of(duration.unit);
  const Decimal count{duration.count};
  return {amount == 1 ? count : count * Decimal{amount}, in_months};
}

Decimal Calendar::hours(const Length &length) const {
  return length.in_months ? length.amount * hours_per_month_ : length.amount;
}

Decimal Calendar::months(const Length &length) const {
  return length.in_months ? length.amount : length.amount / hours_per_month_;
}

Decimal Calendar::amount_like(const Length &length, const Length &like) const {
  return like.in_months ? months(length) : hours(length);
}

bool Calendar::is_longer(const Length &a, const Length &b) const {
  return a.in_months == b.in_months ? a.amount > b.amount : hours(a) > hours(b);
}

Decimal Calendar::steps(const Length &length, const Length &step) const {
  static const Decimal but_for_dust = Decimal{1} - Decimal{1e-12};
  const Decimal least = length.amount * but_for_dust;
  return length.in_months == step.in_months ? least.steps_up(step.amount)
                                            : hours({least, length.in_months}).steps_up(hours(step));
}

Money Calendar::charge(const Money &price, Period period, const Length &length) const {
  return price_of_length(price, length_of(period), length.amount, length.in_months, hours_per_month_);
}

Length operator*(const Length &length, const Decimal &times) {
  return {length.amount * times, length.in_months};
}

} // namespace calcvram
