// Quantities whose mix-ups cost money: bytes and decimal gigabytes.
#pragma once

#include <compare>

namespace calcvram {

/// An amount of memory in bytes. A double holds every whole number of bytes up to 9 PB exactly, and
/// formats with scales (4.5 bits a weight) need the fraction.
class Bytes {
public:
  constexpr Bytes() = default;
  constexpr explicit Bytes(double count) : count_{count} {}

  [[nodiscard]] constexpr double count() const { return count_; }
  /// Decimal gigabytes, the unit of every figure that a sheet sees: 1 GB = 10^9 bytes.
  [[nodiscard]] constexpr double gb() const { return count_ / bytes_per_gb; }
  [[nodiscard]] static constexpr Bytes from_gb(double gb) { return Bytes{gb * bytes_per_gb}; }

  constexpr Bytes &operator+=(Bytes other) {
    count_ += other.count_;
    return *this;
  }
  friend constexpr Bytes operator+(Bytes a, Bytes b) { return Bytes{a.count_ + b.count_}; }
  friend constexpr Bytes operator-(Bytes a, Bytes b) { return Bytes{a.count_ - b.count_}; }
  friend constexpr Bytes operator*(Bytes a, double factor) { return Bytes{a.count_ * factor}; }
  friend constexpr Bytes operator*(double factor, Bytes a) { return a * factor; }
  friend constexpr Bytes operator/(Bytes a, double divisor) { return Bytes{a.count_ / divisor}; }
  friend constexpr auto operator<=>(Bytes a, Bytes b) = default;

private:
  static constexpr double bytes_per_gb = 1e9;
  double count_ = 0;
};

} // namespace calcvram
