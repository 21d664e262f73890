#include "rent/money.hpp"

#include "failure.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

namespace calcvram {
namespace {

constexpr double exact_in_double = 9e15; // whole numbers up to here are exact in a double

} // namespace

/// Text is slow, so the usual numbers go without: whole ones, and those with few decimals.
Decimal::Number Decimal::exact(double amount) {
  static const std::array powers{Number{"1e-1"}, Number{"1e-2"}, Number{"1e-3"}, Number{"1e-4"},
                                 Number{"1e-5"}, Number{"1e-6"}, Number{"1e-7"}, Number{"1e-8"}};
  if (amount == std::floor(amount) && std::abs(amount) <= exact_in_double) {
    return Number{static_cast<std::int64_t>(amount)};
  }
  double shifted = amount;
  double power = 1;
  for (const Number &step : powers) {
    power *= 10;
    shifted = std::round(amount * power);
    // 15 digits: as many as every double keeps, so the shortest decimal is this one
    if (std::abs(shifted) < 1e15 && shifted / power == amount) {
      return Number{Number{static_cast<std::int64_t>(shifted)} * step};
    }
  }
  return Number{format_number(amount)};
}

Decimal::Decimal(double amount) {
  if (!std::isfinite(amount)) {
    bad_argument("an amount of money must be a number");
  }
  amount_ = exact(amount);
}

std::optional<Decimal> Decimal::parse(std::string_view text) {
  text = trim(text);
  if (!parse_number(text) || text.ends_with('%')) {
    return std::nullopt;
  }
  std::string plain{text};
  std::ranges::replace(plain, ',', '.');
  return Decimal{Number{plain}};
}

double Decimal::to_double() const {
  // the usual amounts have few decimals: a quotient of two whole doubles is the nearest double
  constexpr double scale = 1e6;
  static const Number exact_scale{scale};
  static const Number most{exact_in_double};
  const Number scaled = abs(amount_) * exact_scale;
  if (scaled <= most) {
    const std::uint64_t whole = scaled.backend().extract_unsigned_long_long();
    if (Number{whole} == scaled) {
      const double value = static_cast<double>(whole) / scale;
      return amount_ < 0 ? -value : value;
    }
  }
  const std::string text = amount_.str(40, std::ios_base::scientific);
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

Decimal Decimal::rounded(const Decimal &step) const {
  static const Number most_steps{"1e40"}; // beyond, a step is less than the last digit
  const Number size = abs(amount_);
  if (size >= most_steps * step.amount_) {
    return *this;
  }
  // a quotient may be off in its last digit, products are exact: let them decide
  Number steps = floor(Number{size / step.amount_});
  const Number half{"0.5"};
  while (Number{(steps + half) * step.amount_} <= size) {
    steps += 1;
  }
  while (steps > 0 && Number{(steps - half) * step.amount_} > size) {
    steps -= 1;
  }
  const Number rounded = steps * step.amount_;
  return Decimal{amount_ < 0 ? Number{-rounded} : rounded};
}

Decimal Decimal::steps_up(const Decimal &step) const {
  Number steps = ceil(Number{amount_ / step.amount_});
  while (steps > 0 && Number{(steps - 1) * step.amount_} >= amount_) {
    steps -= 1; // the quotient was above a whole number by its last digit
  }
  return Decimal{steps};
}

Decimal &Decimal::operator+=(const Decimal &other) {
  amount_ += other.amount_;
  return *this;
}

std::weak_ordering operator<=>(const Decimal &a, const Decimal &b) {
  const int order = a.amount_.compare(b.amount_);
  return order < 0   ? std::weak_ordering::less
         : order > 0 ? std::weak_ordering::greater
                     : std::weak_ordering::equivalent;
}

} // namespace calcvram
