#include "rent/escalation.hpp"

namespace calcvram {

Decimal Escalation::year_like(const Length &length) const {
  return calendar_->amount_like(Calendar::length(Period::year), length);
}

bool Escalation::is_level(const Length &length) const {
  return rate_.is_zero() || length.amount <= year_like(length);
}

Decimal Escalation::weighed(const Length &length) const {
  if (is_level(length)) {
    return length.amount;
  }
  const Decimal year = year_like(length);
  const Decimal growth = Decimal{1} + rate_;
  Decimal sum;
  Decimal left = length.amount;
  for (Decimal price{1}; left > Decimal{0}; price = price * growth) {
    sum += (left > year ? year : left) * price;
    left = left - year;
  }
  return sum;
}

} // namespace calcvram
