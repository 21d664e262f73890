// What a spreadsheet cell can hold, without a spreadsheet: specs, options and quotes parse from these.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <variant>

namespace calcvram {

struct Blank {
  friend bool operator==(Blank, Blank) = default;
};

/// Text is UTF-8 and lives as long as whoever made the cell says.
using Cell = std::variant<Blank, double, std::string_view>;

/// A block of cells, row by row. It does not own them.
class CellBlock {
public:
  CellBlock(std::span<const Cell> cells, std::size_t columns) : cells_{cells}, columns_{columns} {}

  [[nodiscard]] std::size_t rows() const { return columns_ == 0 ? 0 : cells_.size() / columns_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] const Cell &at(std::size_t row, std::size_t column) const { return cells_[row * columns_ + column]; }

private:
  std::span<const Cell> cells_;
  std::size_t columns_;
};

} // namespace calcvram
