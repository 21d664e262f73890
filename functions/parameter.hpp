// An argument as the core wants it: every element read once, its failure kept in its place.
#pragma once

#include "cell.hpp"
#include "failure.hpp"
#include "grid.hpp"
#include "result.hpp"

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>

namespace calcvram::glue {

/// An element: what it means, nothing (a blank where something is required), or why it means nothing.
template <typename T> using Slot = std::variant<T, Blank, Failure>;

/// All elements of one argument. A column of 100,000 names is looked up 100,000 times, a spec text in one cell is
/// parsed once, however many elements the others have.
template <typename T> class Parameter {
public:
  /// `read(Value)` gives a Slot<T> or throws.
  template <typename Read>
  Parameter(const Grid &grid, const Read &read) : rows_{grid.rows()}, columns_{grid.columns()} {
    slots_.reserve(rows_ * columns_);
    for (std::size_t row = 0; row < rows_; ++row) {
      for (std::size_t column = 0; column < columns_; ++column) {
        slots_.push_back(read_safely(read, grid.at(row, column)));
      }
    }
    if (grid.is_whole_column()) {
      below_ = read_safely(read, Value{Value::Kind::blank, 0, nullptr});
    }
  }

  /// One value for all elements.
  explicit Parameter(Slot<T> value) { slots_.push_back(std::move(value)); }

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }

  /// Whether the element exists once the argument is stretched along sides of one element.
  [[nodiscard]] bool reaches(std::size_t row, std::size_t column) const {
    return (rows_ == 1 || row < rows_ || below_) && (columns_ == 1 || column < columns_);
  }
  [[nodiscard]] const Slot<T> &at(std::size_t row, std::size_t column) const {
    if (below_ && row >= rows_) {
      return *below_;
    }
    return slots_[(rows_ == 1 ? 0 : row) * columns_ + (columns_ == 1 ? 0 : column)];
  }

private:
  template <typename Read> static Slot<T> read_safely(const Read &read, const Value &value) {
    try {
      return read(value);
    } catch (...) {
      return Slot<T>{current_failure()};
    }
  }

  std::size_t rows_ = 1;
  std::size_t columns_ = 1;
  boost::container::small_vector<Slot<T>, 1> slots_;
  std::optional<Slot<T>> below_; ///< what every row below a whole column's filled ones is
};

} // namespace calcvram::glue
