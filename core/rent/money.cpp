#include "rent/money.hpp"

#include "failure.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace calcvram {

Money::Money(double amount) {
  if (!std::isfinite(amount)) {
    bad_argument("an amount of money must be a number");
  }
  amount_ = Decimal{format_number(amount)};
}

std::optional<Money> Money::parse(std::string_view text) {
  text = trim(text);
  if (!parse_number(text) || text.ends_with('%')) {
    return std::nullopt;
  }
  std::string plain{text};
  std::ranges::replace(plain, ',', '.');
  return Money{Decimal{plain}};
}

double Money::to_double() const {
  const std::string text = amount_.str(40, std::ios_base::scientific);
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

Money Money::rounded(const Money &step) const {
  static const Decimal most_steps{"1e40"}; // beyond, a step is less than the last digit
  const Decimal size = abs(amount_);
  if (size >= most_steps * step.amount_) {
    return *this;
  }
  // a quotient may be off in its last digit, products are exact: let them decide
  Decimal steps = floor(Decimal{size / step.amount_});
  const Decimal half{"0.5"};
  while (Decimal{(steps + half) * step.amount_} <= size) {
    steps += 1;
  }
  while (steps > 0 && Decimal{(steps - half) * step.amount_} > size) {
    steps -= 1;
  }
  const Decimal rounded = steps * step.amount_;
  return Money{amount_ < 0 ? Decimal{-rounded} : rounded};
}

Money &Money::operator+=(const Money &other) {
  amount_ += other.amount_;
  return *this;
}

std::weak_ordering operator<=>(const Money &a, const Money &b) {
  const int order = a.amount_.compare(b.amount_);
  return order < 0   ? std::weak_ordering::less
         : order > 0 ? std::weak_ordering::greater
                     : std::weak_ordering::equivalent;
}

} // namespace calcvram
