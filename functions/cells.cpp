#include "cells.hpp"

#include "failure.hpp"
#include "text.hpp"

#include <algorithm>
#include <com/sun/star/sheet/CellFlags.hpp>
#include <com/sun/star/sheet/XCellRangeAddressable.hpp>
#include <com/sun/star/sheet/XCellRangeData.hpp>
#include <com/sun/star/sheet/XCellRangesQuery.hpp>
#include <com/sun/star/sheet/XSheetCellRanges.hpp>
#include <com/sun/star/table/CellRangeAddress.hpp>
#include <com/sun/star/table/XCell.hpp>

namespace calcvram::glue {

using css::uno::Reference;
using css::uno::UNO_QUERY_THROW;

namespace {

namespace CellFlags = css::sheet::CellFlags;

/// Columns and rows of a range, from its first cell to its last filled ones; 0 where nothing is filled.
struct Filled {
  sal_Int32 columns = 0;
  sal_Int32 rows = 0;
};

/// Up to so many cells are read as they are: to ask which are filled takes longer than to read blank ones.
constexpr sal_Int64 few_cells = 2'000;

Filled filled_part(const Reference<css::table::XCellRange> &range) {
  const Reference<css::sheet::XCellRangeAddressable> addressable{range, UNO_QUERY_THROW};
  const css::table::CellRangeAddress whole = addressable->getRangeAddress();
  const Filled all{whole.EndColumn - whole.StartColumn + 1, whole.EndRow - whole.StartRow + 1};
  if (sal_Int64{all.columns} * all.rows <= few_cells) {
    return all;
  }
  const Reference<css::sheet::XCellRangesQuery> query{range, UNO_QUERY_THROW};
  const auto with_content =
      query->queryContentCells(CellFlags::VALUE | CellFlags::DATETIME | CellFlags::STRING | CellFlags::FORMULA);
  Filled filled;
  for (const css::table::CellRangeAddress &part : with_content->getRangeAddresses()) {
    filled.columns = std::max(filled.columns, part.EndColumn - whole.StartColumn + 1);
    filled.rows = std::max(filled.rows, part.EndRow - whole.StartRow + 1);
  }
  return filled;
}

ErrorCell error_at(const Reference<css::table::XCellRange> &range, sal_Int32 column, sal_Int32 row) {
  return {static_cast<std::uint16_t>(range->getCellByPosition(column, row)->getError())};
}

} // namespace

void Cells::reserve(std::size_t rows) {
  texts_.reserve(rows * columns_);
  cells_.reserve(rows * columns_);
}

void Cells::add(const Value &value) {
  if (value.kind == Value::Kind::number) {
    cells_.emplace_back(value.number);
  } else if (value.kind == Value::Kind::text) {
    cells_.emplace_back(std::string_view{texts_.emplace_back(Utf8{*value.text}.view())});
  } else {
    cells_.emplace_back(Blank{});
  }
}

Cells::Cells(const Grid &grid) : columns_{grid.columns()} {
  reserve(grid.rows());
  for (std::size_t row = 0; row < grid.rows(); ++row) {
    for (std::size_t column = 0; column < columns_; ++column) {
      add(grid.at(row, column));
    }
  }
}

Cells::Cells(const Reference<css::table::XCellRange> &range) {
  if (!range.is()) {
    bad_argument("quotes is not a cell range");
  }
  const Filled filled = filled_part(range);
  if (filled.rows == 0) {
    return;
  }
  const auto part = range->getCellRangeByPosition(0, 0, filled.columns - 1, filled.rows - 1);
  const Reference<css::sheet::XCellRangeData> cells_of_part{part, UNO_QUERY_THROW};
  const auto data = cells_of_part->getDataArray();
  columns_ = static_cast<std::size_t>(filled.columns);
  reserve(static_cast<std::size_t>(filled.rows));
  for (sal_Int32 row = 0; row < data.getLength(); ++row) {
    const auto &cells = data[row];
    for (sal_Int32 column = 0; column < cells.getLength(); ++column) {
      const Value value = value_of(cells[column]);
      if (value.kind == Value::Kind::omitted) { // what Calc has no value for
        cells_.emplace_back(error_at(part, column, row));
      } else {
        add(value);
      }
    }
  }
}

} // namespace calcvram::glue
