// How near our figures are to the printed ones.
#pragma once

#include "answer.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace calcvram::accuracy {

/// A printed figure and ours, in the same unit.
struct Comparison {
  Log log;
  Answer answer;

  /// Ours against the printed figure: 0.05 is 5 % too much. Nothing where there is no answer.
  [[nodiscard]] std::optional<double> error() const;
  /// Whether ours, rounded as the program rounds, is what it printed. A tie may go either way: printf rounds
  /// 149.625 to 149.62.
  [[nodiscard]] bool exact() const { return within_units(0.5); }
  /// Within so many units of the last printed digit.
  [[nodiscard]] bool within_units(double units) const;
  /// Within a share of the printed figure, or exact.
  [[nodiscard]] bool within(double share) const;
  /// Whether ours is a range, and the printed figure inside it.
  [[nodiscard]] bool in_range() const;
};

/// Whether a row has to say why it is not nearer: one of caches or states that is not exact, another that is out
/// by more than `listed_share` or, where ours is a range, outside of it. A rate is no estimate but a ceiling, and is
/// not out.
bool is_out(Kind kind, const Comparison &row);
constexpr double listed_share = 0.10;

/// All rows of a kind.
struct Comparisons {
  KindOfLog kind;
  std::vector<Comparison> compared;
  std::vector<Log> excluded;
};

Comparisons compare(const KindOfLog &kind, const std::vector<Log> &logs);

/// The middle value, or the mean of the two middle ones. Nothing for no values.
std::optional<double> median(std::vector<double> values);

/// The absolute errors of all rows that have an answer.
std::vector<double> absolute_errors(std::span<const Comparison> compared);

/// The row that is out the most, or null where all are exact.
const Comparison *worst(std::span<const Comparison> compared);

/// What a printed rate reaches of our ceiling, of all rows that have an answer.
std::vector<double> fractions_reached(std::span<const Comparison> compared);

} // namespace calcvram::accuracy
