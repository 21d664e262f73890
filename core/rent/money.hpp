// Money as exact decimals: 0.1 + 0.2 is 0.3 here.
#pragma once

#include <boost/multiprecision/cpp_dec_float.hpp>
#include <compare>
#include <optional>
#include <string_view>

namespace calcvram {

/// A decimal number of 50 digits: money, and what money is multiplied by. Sums, differences and products of numbers
/// people write are exact; a quotient is right to 50 digits.
class Decimal {
public:
  Decimal() = default;
  /// What a cell shows: the shortest decimal that is this double. Throws bad_argument unless finite.
  explicit Decimal(double amount);
  explicit Decimal(int amount) : amount_{amount} {}
  /// "1234.5" or "1234,5"; nothing else may stand there, a percent sign neither.
  static std::optional<Decimal> parse(std::string_view text);

  /// The nearest double.
  [[nodiscard]] double to_double() const;
  [[nodiscard]] bool is_zero() const { return amount_.is_zero(); }
  /// To a multiple of `step` (more than 0), halves away from zero as Calc's ROUND does: 21.125 to 0.01 is 21.13.
  [[nodiscard]] Decimal rounded(const Decimal &step) const;
  /// The fewest whole steps (more than 0) that reach this amount, which is not negative: 0.3 is 3 steps of 0.1.
  [[nodiscard]] Decimal steps_up(const Decimal &step) const;

  Decimal &operator+=(const Decimal &other);
  friend Decimal operator+(Decimal a, const Decimal &b) { return a += b; }
  friend Decimal operator-(const Decimal &a, const Decimal &b) { return Decimal{Number{a.amount_ - b.amount_}}; }
  friend Decimal operator*(const Decimal &a, const Decimal &b) { return Decimal{Number{a.amount_ * b.amount_}}; }
  /// Precondition: b is not 0.
  friend Decimal operator/(const Decimal &a, const Decimal &b) { return Decimal{Number{a.amount_ / b.amount_}}; }
  friend bool operator==(const Decimal &a, const Decimal &b) { return a.amount_ == b.amount_; }
  friend std::weak_ordering operator<=>(const Decimal &a, const Decimal &b);

private:
  using Number = boost::multiprecision::number<boost::multiprecision::cpp_dec_float<50>, boost::multiprecision::et_off>;
  explicit Decimal(Number amount) : amount_{std::move(amount)} {}
  static Number exact(double amount);

  Number amount_ = 0;
};

/// An amount in some currency, or a fraction of one.
using Money = Decimal;

} // namespace calcvram
