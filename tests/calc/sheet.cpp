#include "sheet.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>
#include <stdexcept>

#include <com/sun/star/beans/XPropertySet.hpp>
#include <com/sun/star/sheet/CellFlags.hpp>
#include <com/sun/star/sheet/FillDirection.hpp>
#include <com/sun/star/sheet/FormulaResult.hpp>
#include <com/sun/star/sheet/XArrayFormulaRange.hpp>
#include <com/sun/star/sheet/XCellRangeData.hpp>
#include <com/sun/star/sheet/XCellRangeFormula.hpp>
#include <com/sun/star/sheet/XCellSeries.hpp>
#include <com/sun/star/sheet/XSheetOperation.hpp>
#include <com/sun/star/table/CellContentType.hpp>
#include <com/sun/star/text/XTextRange.hpp>

#include "uno_text.hpp"

namespace calcvram::calc {

namespace css = com::sun::star;
using css::uno::Reference;
using css::uno::Sequence;
using css::uno::UNO_QUERY_THROW;

namespace {

struct NamedError {
  std::string_view name;
  CellError error;
};

constexpr std::array named_errors{NamedError{"#N/A", not_available}, NamedError{"#DIV/0!", division_by_zero},
                                  NamedError{"#NAME?", unknown_name}, NamedError{"#VALUE!", wrong_type},
                                  NamedError{"#NUM!", CellError{503}}};

Value formula_result(const Reference<css::table::XCell> &cell) {
  if (const int error = cell->getError(); error != 0)
    return CellError{error};
  const Reference<css::beans::XPropertySet> properties{cell, UNO_QUERY_THROW};
  sal_Int32 kind = 0;
  properties->getPropertyValue("FormulaResultType2") >>= kind;
  if (kind == css::sheet::FormulaResult::STRING)
    return from_uno(Reference<css::text::XTextRange> { cell, UNO_QUERY_THROW } -> getString());
  return cell->getValue();
}

Value block_value(const css::uno::Any &held, const Reference<css::table::XCellRange> &source, sal_Int32 row,
                  sal_Int32 column) {
  double number = 0;
  if (held >>= number)
    return number;
  rtl::OUString text;
  if (held >>= text)
    return from_uno(text);
  return CellError{source->getCellByPosition(column, row)->getError()};
}

template <typename T, typename Source> Sequence<Sequence<T>> sequences(const Source &rows) {
  Sequence<Sequence<T>> result(static_cast<sal_Int32>(rows.size()));
  for (std::size_t row = 0; row < rows.size(); ++row) {
    Sequence<T> cells(static_cast<sal_Int32>(rows[row].size()));
    for (std::size_t column = 0; column < rows[row].size(); ++column) {
      if constexpr (std::is_same_v<T, rtl::OUString>)
        cells.getArray()[column] = to_uno(rows[row][column]);
      else
        cells.getArray()[column] <<= rows[row][column];
    }
    result.getArray()[row] = cells;
  }
  return result;
}

} // namespace

std::string describe(const Value &value) {
  if (const auto *number = std::get_if<double>(&value)) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), *number).ptr;
    return {text.data(), end};
  }
  if (const auto *text = std::get_if<std::string>(&value))
    return '"' + *text + '"';
  if (const auto *error = std::get_if<CellError>(&value)) {
    for (const NamedError &known : named_errors)
      if (known.error == *error)
        return std::string{known.name};
    return "Err:" + std::to_string(error->code);
  }
  return "(blank)";
}

CellError error_named(std::string_view name) {
  for (const NamedError &known : named_errors)
    if (known.name == name)
      return known.error;
  const std::string_view digits = name.starts_with("Err:") ? name.substr(4) : std::string_view{};
  int code = 0;
  if (digits.empty() || std::from_chars(digits.data(), digits.data() + digits.size(), code).ec != std::errc{})
    throw std::runtime_error{"not an error of Calc: " + std::string{name}};
  return CellError{code};
}

Reference<css::table::XCellRange> Sheet::range(std::string_view address) const {
  return sheet_->getCellRangeByName(to_uno(address));
}

Reference<css::table::XCell> Sheet::cell(std::string_view address) const {
  return range(address)->getCellByPosition(0, 0);
}

void Sheet::set(std::string_view address, const Value &value) {
  if (const auto *number = std::get_if<double>(&value))
    cell(address)->setValue(*number);
  else if (const auto *text = std::get_if<std::string>(&value))
    Reference<css::text::XTextRange> {
      cell(address), UNO_QUERY_THROW
      } -> setString(to_uno(*text));
  else
    clear(address);
}

void Sheet::set_formula(std::string_view address, std::string_view formula) {
  cell(address)->setFormula(to_uno(formula));
}

void Sheet::set_local_formula(std::string_view address, std::string_view formula) {
  const Reference<css::beans::XPropertySet> properties{cell(address), UNO_QUERY_THROW};
  properties->setPropertyValue("FormulaLocal", css::uno::Any{to_uno(formula)});
}

void Sheet::set_array_formula(std::string_view address, std::string_view formula) {
  Reference<css::sheet::XArrayFormulaRange> {
    range(address), UNO_QUERY_THROW
    } -> setArrayFormula(to_uno(formula));
}

void Sheet::set_formulas(std::string_view address, const std::vector<std::vector<std::string>> &formulas) {
  const Reference<css::sheet::XCellRangeFormula> target{range(address), UNO_QUERY_THROW};
  target->setFormulaArray(sequences<rtl::OUString>(formulas));
}

void Sheet::set_numbers(std::string_view address, const std::vector<std::vector<double>> &numbers) {
  const Reference<css::sheet::XCellRangeData> target{range(address), UNO_QUERY_THROW};
  target->setDataArray(sequences<css::uno::Any>(numbers));
}

void Sheet::set_values(std::string_view address, const std::vector<std::vector<Value>> &values) {
  Sequence<Sequence<css::uno::Any>> block(static_cast<sal_Int32>(values.size()));
  for (std::size_t row = 0; row < values.size(); ++row) {
    Sequence<css::uno::Any> cells(static_cast<sal_Int32>(values[row].size()));
    for (std::size_t column = 0; column < values[row].size(); ++column) {
      const auto *number = std::get_if<double>(&values[row][column]);
      const auto *text = std::get_if<std::string>(&values[row][column]);
      if (number != nullptr)
        cells.getArray()[column] <<= *number;
      else // an empty text is a blank here, and nothing at all would be #N/A
        cells.getArray()[column] <<= to_uno(text != nullptr ? *text : std::string{});
    }
    block.getArray()[row] = cells;
  }
  Reference<css::sheet::XCellRangeData> {
    range(address), UNO_QUERY_THROW
    } -> setDataArray(block);
}

void Sheet::set_texts(std::string_view address, std::size_t rows, std::string_view text) {
  const css::uno::Any held{to_uno(text)};
  const Sequence<css::uno::Any> row(&held, 1);
  Sequence<Sequence<css::uno::Any>> block(static_cast<sal_Int32>(rows));
  std::fill(block.begin(), block.end(), row);
  Reference<css::sheet::XCellRangeData> {
    range(address), UNO_QUERY_THROW
    } -> setDataArray(block);
}

void Sheet::fill_down(std::string_view address) {
  Reference<css::sheet::XCellSeries> {
    range(address), UNO_QUERY_THROW
    } -> fillAuto(css::sheet::FillDirection_TO_BOTTOM, 1);
}

void Sheet::clear(std::string_view address) {
  using namespace css::sheet::CellFlags;
  const Reference<css::sheet::XSheetOperation> target{range(address), UNO_QUERY_THROW};
  target->clearContents(VALUE | DATETIME | STRING | FORMULA);
}

Value Sheet::value(std::string_view address) const {
  const Reference<css::table::XCell> at = cell(address);
  switch (at->getType()) {
  case css::table::CellContentType_VALUE:
    return at->getValue();
  case css::table::CellContentType_TEXT:
    return from_uno(Reference<css::text::XTextRange> { at, UNO_QUERY_THROW } -> getString());
  case css::table::CellContentType_FORMULA:
    return formula_result(at);
  default:
    return Empty{};
  }
}

std::string Sheet::formula(std::string_view address) const {
  return from_uno(cell(address)->getFormula());
}

std::string Sheet::local_formula(std::string_view address) const {
  rtl::OUString text;
  Reference<css::beans::XPropertySet> {
    cell(address), UNO_QUERY_THROW
    } -> getPropertyValue("FormulaLocal") >>= text;
  return from_uno(text);
}

// One call for the block; only cells in error, which come as nothing, are asked one by one.
Grid Sheet::values(std::string_view address) const {
  const Reference<css::table::XCellRange> source = range(address);
  const Sequence<Sequence<css::uno::Any>> rows = Reference<css::sheet::XCellRangeData> {
    source, UNO_QUERY_THROW
    } -> getDataArray();
  Grid grid{rows.hasElements() ? static_cast<std::size_t>(rows[0].getLength()) : 1};
  for (sal_Int32 row = 0; row < rows.getLength(); ++row)
    for (sal_Int32 column = 0; column < rows[row].getLength(); ++column)
      grid.push(block_value(rows[row][column], source, row, column));
  return grid;
}

} // namespace calcvram::calc
