// A cell range of a sheet that is not there: what the component asks of Calc's, and no more.
#pragma once

#include "anys.hpp"
#include "cell.hpp"

#include <algorithm>
#include <com/sun/star/sheet/XCellRangeAddressable.hpp>
#include <com/sun/star/sheet/XCellRangeData.hpp>
#include <com/sun/star/sheet/XCellRangesQuery.hpp>
#include <com/sun/star/sheet/XSheetCellRanges.hpp>
#include <com/sun/star/table/XCell.hpp>
#include <com/sun/star/table/XCellRange.hpp>
#include <cppuhelper/implbase1.hxx>
#include <cppuhelper/implbase4.hxx>
#include <map>
#include <utility>

namespace calcvram::test {

/// Whatever a test does not expect to be asked.
[[noreturn]] inline void not_expected() {
  throw css::uno::RuntimeException{rtl::OUString{"not expected to be asked"}};
}

/// The cells of the sheet, by row and column from 0: an Any as getDataArray has it, void for an error.
struct SheetCells {
  std::map<std::pair<sal_Int32, sal_Int32>, Any> values;
  std::map<std::pair<sal_Int32, sal_Int32>, sal_Int32> errors;

  /// A table with its first cell at this place.
  void put(sal_Int32 top, sal_Int32 left, const CellBlock &block) {
    for (std::size_t row = 0; row < block.rows(); ++row) {
      for (std::size_t column = 0; column < block.columns(); ++column) {
        put({top + static_cast<sal_Int32>(row), left + static_cast<sal_Int32>(column)}, block.at(row, column));
      }
    }
  }

  void put(std::pair<sal_Int32, sal_Int32> at, const Cell &cell) {
    if (const auto *amount = std::get_if<double>(&cell)) {
      values[at] <<= *amount;
    } else if (const auto *words = std::get_if<std::string_view>(&cell)) {
      values[at] <<= rtl::OStringToOUString(rtl::OString{words->data(), static_cast<sal_Int32>(words->size())},
                                            RTL_TEXTENCODING_UTF8);
    } else if (const auto *error = std::get_if<ErrorCell>(&cell)) {
      values[at] = Any{};
      errors[at] = error->code;
    }
  }
};

class ErrorInCell final : public cppu::WeakImplHelper1<css::table::XCell> {
public:
  explicit ErrorInCell(sal_Int32 error) : error_{error} {}
  sal_Int32 SAL_CALL getError() override { return error_; }
  rtl::OUString SAL_CALL getFormula() override { not_expected(); }
  void SAL_CALL setFormula(const rtl::OUString & /*formula*/) override { not_expected(); }
  double SAL_CALL getValue() override { not_expected(); }
  void SAL_CALL setValue(double /*value*/) override { not_expected(); }
  css::table::CellContentType SAL_CALL getType() override { not_expected(); }

private:
  sal_Int32 error_;
};

/// Ranges with content, each cell one of its own.
class FilledCells final : public cppu::WeakImplHelper1<css::sheet::XSheetCellRanges> {
public:
  explicit FilledCells(css::uno::Sequence<css::table::CellRangeAddress> addresses) : addresses_{std::move(addresses)} {}
  css::uno::Sequence<css::table::CellRangeAddress> SAL_CALL getRangeAddresses() override { return addresses_; }
  css::uno::Reference<css::container::XEnumerationAccess> SAL_CALL getCells() override { not_expected(); }
  rtl::OUString SAL_CALL getRangeAddressesAsString() override { not_expected(); }
  sal_Int32 SAL_CALL getCount() override { return addresses_.getLength(); }
  Any SAL_CALL getByIndex(sal_Int32 /*index*/) override { not_expected(); }
  css::uno::Type SAL_CALL getElementType() override { not_expected(); }
  sal_Bool SAL_CALL hasElements() override { not_expected(); }

private:
  css::uno::Sequence<css::table::CellRangeAddress> addresses_;
};

class SheetRange final : public cppu::WeakImplHelper4<css::table::XCellRange, css::sheet::XCellRangeAddressable,
                                                      css::sheet::XCellRangesQuery, css::sheet::XCellRangeData> {
public:
  SheetRange(SheetCells cells, css::table::CellRangeAddress address)
      : cells_{std::move(cells)}, address_{std::move(address)} {}

  css::table::CellRangeAddress SAL_CALL getRangeAddress() override { return address_; }

  css::uno::Reference<css::table::XCell> SAL_CALL getCellByPosition(sal_Int32 column, sal_Int32 row) override {
    return new ErrorInCell{cells_.errors.at({address_.StartRow + row, address_.StartColumn + column})};
  }

  css::uno::Reference<css::table::XCellRange>
      SAL_CALL getCellRangeByPosition(sal_Int32 left, sal_Int32 top, sal_Int32 right, sal_Int32 bottom) override {
    css::table::CellRangeAddress part = address_;
    part.StartColumn += left;
    part.StartRow += top;
    part.EndColumn = address_.StartColumn + right;
    part.EndRow = address_.StartRow + bottom;
    return new SheetRange{cells_, part};
  }

  css::uno::Reference<css::sheet::XSheetCellRanges> SAL_CALL queryContentCells(sal_Int16 flags) override {
    BOOST_TEST(flags == 23); // numbers, dates, texts, formulas
    std::vector<css::table::CellRangeAddress> filled;
    for (const auto &[at, value] : cells_.values) {
      if (is_within(at)) {
        filled.emplace_back(address_.Sheet, at.second, at.first, at.second, at.first);
      }
    }
    return new FilledCells{{filled.data(), static_cast<sal_Int32>(filled.size())}};
  }

  css::uno::Sequence<css::uno::Sequence<Any>> SAL_CALL getDataArray() override {
    const sal_Int32 rows = address_.EndRow - address_.StartRow + 1;
    constexpr sal_Int32 most_rows = 1000;
    BOOST_REQUIRE(rows <= most_rows); // a whole column is never copied
    css::uno::Sequence<css::uno::Sequence<Any>> data(rows);
    auto *lines = data.getArray();
    for (sal_Int32 row = 0; row < rows; ++row) {
      lines[row].realloc(address_.EndColumn - address_.StartColumn + 1);
      auto *line = lines[row].getArray();
      for (sal_Int32 column = 0; column < lines[row].getLength(); ++column) {
        const auto found = cells_.values.find({address_.StartRow + row, address_.StartColumn + column});
        line[column] = found != cells_.values.end() ? found->second : Any{rtl::OUString{}};
      }
    }
    return data;
  }

  css::uno::Reference<css::table::XCellRange> SAL_CALL getCellRangeByName(const rtl::OUString & /*name*/) override {
    not_expected();
  }
  void SAL_CALL setDataArray(const css::uno::Sequence<css::uno::Sequence<Any>> & /*data*/) override { not_expected(); }
  using Ranges = css::uno::Reference<css::sheet::XSheetCellRanges>;
  Ranges SAL_CALL queryVisibleCells() override { not_expected(); }
  Ranges SAL_CALL queryEmptyCells() override { not_expected(); }
  Ranges SAL_CALL queryFormulaCells(sal_Int32 /*flags*/) override { not_expected(); }
  Ranges SAL_CALL queryColumnDifferences(const css::table::CellAddress & /*to*/) override { not_expected(); }
  Ranges SAL_CALL queryRowDifferences(const css::table::CellAddress & /*to*/) override { not_expected(); }
  Ranges SAL_CALL queryIntersection(const css::table::CellRangeAddress & /*with*/) override { not_expected(); }

private:
  [[nodiscard]] bool is_within(std::pair<sal_Int32, sal_Int32> at) const {
    return at.first >= address_.StartRow && at.first <= address_.EndRow && at.second >= address_.StartColumn &&
           at.second <= address_.EndColumn;
  }

  SheetCells cells_;
  css::table::CellRangeAddress address_;
};

using Range = css::uno::Reference<css::table::XCellRange>;

/// Columns `left` to `right` of a sheet in which a table stands, its header in row 1.
inline Range whole_columns(const CellBlock &block, sal_Int32 left, sal_Int32 right) {
  constexpr sal_Int32 last_row = 1'048'575;
  SheetCells cells;
  cells.put(0, left, block);
  return new SheetRange{cells, {0, left, 0, right, last_row}};
}

} // namespace calcvram::test
