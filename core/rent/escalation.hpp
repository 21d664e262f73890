// Prices that rise every year of a term.
#pragma once

#include "rent/calendar.hpp"

namespace calcvram {

/// The price of year k of a term is (1 + rate)^(k - 1) of the first year's.
class Escalation {
public:
  Escalation(Decimal rate, const Calendar &calendar) : rate_{std::move(rate)}, calendar_{&calendar} {}

  /// The length up to which money has been earned, each part of it weighed with its year's price: 24 months at 5 % a
  /// year are 24.6. In months, or hours where the length is in hours.
  [[nodiscard]] Decimal weighed(const Length &length) const;
  /// Whether it changes nothing within this length.
  [[nodiscard]] bool is_level(const Length &length) const;

private:
  [[nodiscard]] Decimal year_like(const Length &length) const;

  Decimal rate_;
  const Calendar *calendar_;
};

} // namespace calcvram
