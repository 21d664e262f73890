// Lengths of time, exactly: hours and months, and the hours a month has.
#pragma once

#include "rent/money.hpp"
#include "rent/period.hpp"
#include "rent/quote.hpp"

namespace calcvram {

/// So many hours or so many months. Which of the two is kept, so that three months at a price a month need no
/// hours_per_month, and no division.
struct Length {
  Decimal amount;
  bool in_months = false;
};

/// A duration of 0 to 100 years. Throws bad_argument otherwise.
Duration checked_duration(double count, Period unit);

/// Links hours to months; a quarter is 3 months and a year 12 (period.hpp).
class Calendar {
public:
  /// As checked_hours_per_month has it. Throws bad_argument.
  explicit Calendar(double hours_per_month = default_hours_per_month);

  [[nodiscard]] static Length length(const Duration &duration);
  [[nodiscard]] static Length length(Period period) { return length(Duration{1, period}); }
  [[nodiscard]] Decimal hours(const Length &length) const;
  [[nodiscard]] Decimal months(const Length &length) const;
  /// In the kind of `like`: both may then be compared and divided.
  [[nodiscard]] Decimal amount_like(const Length &length, const Length &like) const;
  [[nodiscard]] bool is_longer(const Length &a, const Length &b) const;
  [[nodiscard]] Length longer(const Length &a, const Length &b) const { return is_longer(b, a) ? b : a; }
  /// The fewest whole steps that reach it. A length that a sheet worked out may be a whole number of steps but for its
  /// last digits (0.1 + 0.2 hours): a part in 10^12 above one is no further step. Precondition: the step is above 0.
  [[nodiscard]] Decimal steps(const Length &length, const Length &step) const;
  /// What `length` costs at `price` a period. It multiplies first and divides last.
  [[nodiscard]] Money charge(const Money &price, Period period, const Length &length) const;

private:
  Decimal hours_per_month_;
};

/// `length`, so many times.
Length operator*(const Length &length, const Decimal &times);

} // namespace calcvram
