// What a spreadsheet cell can hold, without a spreadsheet: specs, options and quotes parse from these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

namespace calcvram {

struct Blank {
  friend bool operator==(Blank, Blank) = default;
};

/// A cell whose formula failed, with Calc's number of the error: 502, 503, 519, 524, 525, 532 or 32767.
struct ErrorCell {
  std::uint16_t code = 0;
  friend bool operator==(ErrorCell, ErrorCell) = default;
};

/// Text is UTF-8 and lives as long as whoever made the cell says.
using Cell = std::variant<Blank, double, std::string_view, ErrorCell>;

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

/// What a block holds, in 128 bits and its size: the key of a cache of what was parsed from it. Blocks that differ in
/// any cell's kind, number or text have, but for one chance in 2^64 or so, different contents; the same block has the
/// same content in every run on one machine. +0 and -0 are one number.
struct BlockContent {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  std::size_t rows = 0;
  std::size_t columns = 0;
  friend bool operator==(const BlockContent &, const BlockContent &) = default;
};

BlockContent content_of(const CellBlock &block);

} // namespace calcvram
