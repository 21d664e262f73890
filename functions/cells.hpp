// Cells for the core: copies of what Calc hands over, with their texts.
#pragma once

#include "cell.hpp"
#include "grid.hpp"

#include <com/sun/star/table/XCellRange.hpp>
#include <com/sun/star/uno/Any.hxx>
#include <com/sun/star/uno/Reference.hxx>
#include <cstddef>
#include <string>
#include <vector>

namespace calcvram::glue {

/// The cells of one argument.
class Cells {
public:
  explicit Cells(const Grid &grid);
  /// Of a cell range, a large one only up to its last filled row and column: a whole column costs no more than what is
  /// filled. Cells with errors have Calc's number of them. Throws bad_argument where there is no range.
  explicit Cells(const css::uno::Reference<css::table::XCellRange> &range);

  [[nodiscard]] CellBlock block() const { return {cells_, columns_}; }

private:
  void reserve(std::size_t rows);
  void add(const Value &value);

  std::vector<std::string> texts_; ///< the cells point into it: it must not grow beyond what was reserved
  std::vector<Cell> cells_;
  std::size_t columns_ = 0;
};

} // namespace calcvram::glue
