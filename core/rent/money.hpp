// Money as exact decimals: 0.1 + 0.2 is 0.3 here.
#pragma once

#include <boost/multiprecision/cpp_dec_float.hpp>
#include <compare>
#include <optional>
#include <string_view>

namespace calcvram {

/// An amount in some currency, with 50 decimal digits. Sums, differences and products of amounts people write
/// are exact; a quotient is right to 50 digits.
class Money {
public:
  Money() = default;
  /// What a cell shows: the shortest decimal that is this double. Throws bad_argument unless finite.
  explicit Money(double amount);
  /// "1234.5" or "1234,5"; nothing else may stand there, a percent sign neither.
  static std::optional<Money> parse(std::string_view text);

  /// The nearest double.
  [[nodiscard]] double to_double() const;
  /// To a multiple of `step` (more than 0), halves away from zero as Calc's ROUND does: 21.125 to 0.01 is 21.13.
  [[nodiscard]] Money rounded(const Money &step) const;

  Money &operator+=(const Money &other);
  friend Money operator+(Money a, const Money &b) { return a += b; }
  friend Money operator-(const Money &a, const Money &b) { return Money{Decimal{a.amount_ - b.amount_}}; }
  friend Money operator*(const Money &a, const Money &b) { return Money{Decimal{a.amount_ * b.amount_}}; }
  /// Precondition: b is not 0.
  friend Money operator/(const Money &a, const Money &b) { return Money{Decimal{a.amount_ / b.amount_}}; }
  friend bool operator==(const Money &a, const Money &b) { return a.amount_ == b.amount_; }
  friend std::weak_ordering operator<=>(const Money &a, const Money &b);

private:
  using Decimal =
      boost::multiprecision::number<boost::multiprecision::cpp_dec_float<50>, boost::multiprecision::et_off>;
  explicit Money(Decimal amount) : amount_{std::move(amount)} {}

  Decimal amount_ = 0;
};

} // namespace calcvram
