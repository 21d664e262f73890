#include "expectation.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <boost/test/unit_test.hpp>

#include "test_table.hpp"

namespace calcvram::calc {

namespace {

// Right of every cell a setup fills, on the first row: what H100 unquoted means stays blank.
constexpr std::string_view formula_cell = "M1";
constexpr std::string_view setup_range = "A1:L200";

double to_number(std::string_view text, const std::string &where) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size())
    throw std::runtime_error{where + ": not a number: " + std::string{text}};
  return number;
}

Value content(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size())
    return number;
  return std::string{text};
}

std::vector<std::pair<std::string, Value>> read_setup(std::string_view text, const std::string &where) {
  std::vector<std::pair<std::string, Value>> cells;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find('|'));
    text.remove_prefix(std::min(text.size(), one.size() + 1));
    const std::size_t equals = one.find('=');
    if (equals == std::string_view::npos)
      throw std::runtime_error{where + ": a setup is CELL=content"};
    cells.emplace_back(one.substr(0, equals), content(one.substr(equals + 1)));
  }
  return cells;
}

void expect(Expectation &expectation, std::string_view kind, const std::string &expected) {
  if (kind == "number")
    expectation.expected = to_number(expected, expectation.where);
  else if (kind == "text" || kind == "contains")
    expectation.expected = expected;
  else if (kind == "error")
    expectation.expected = error_named(expected);
  else if (kind == "empty")
    expectation.expected = std::string{};
  else
    throw std::runtime_error{expectation.where + ": unknown kind " + std::string{kind}};
  expectation.match = kind == "contains" ? Match::contains : Match::equal;
}

void put(Sheet &sheet, const std::string &cell, const Value &value) {
  const auto *text = std::get_if<std::string>(&value);
  if (text != nullptr && text->starts_with('='))
    sheet.set_formula(cell, *text);
  else
    sheet.set(cell, value);
}

bool near(double got, double expected, double tolerance) {
  return std::abs(got - expected) <= (tolerance > 0 ? tolerance : 1e-12 * std::abs(expected));
}

} // namespace

std::vector<Expectation> read_expectations(const std::filesystem::path &file) {
  const test::TestTable table{file};
  std::vector<Expectation> result;
  for (std::size_t row = 0; row < table.size(); ++row) {
    Expectation expectation;
    expectation.where = table.place(row);
    expectation.formula = table.text(row, "formula");
    expectation.setup = read_setup(table.text(row, "setup"), expectation.where);
    expect(expectation, table.text(row, "kind"), table.text(row, "expected"));
    if (!table.text(row, "tolerance").empty())
      expectation.tolerance = table.number(row, "tolerance");
    result.push_back(std::move(expectation));
  }
  return result;
}

bool meets(const Value &got, const Expectation &expectation) {
  const auto *number = std::get_if<double>(&got);
  const auto *expected = std::get_if<double>(&expectation.expected);
  if (number != nullptr && expected != nullptr)
    return near(*number, *expected, expectation.tolerance);
  if (expectation.match == Match::contains) {
    const auto *text = std::get_if<std::string>(&got);
    return text != nullptr && text->find(std::get<std::string>(expectation.expected)) != std::string::npos;
  }
  return got == expectation.expected;
}

void check(Sheet &sheet, std::span<const Expectation> expectations) {
  bool filled = false;
  for (const Expectation &expectation : expectations) {
    if (filled)
      sheet.clear(setup_range);
    for (const auto &[cell, value] : expectation.setup)
      put(sheet, cell, value);
    filled = !expectation.setup.empty();
    sheet.set_formula(formula_cell, expectation.formula);
    const Value got = sheet.value(formula_cell);
    BOOST_TEST(meets(got, expectation), expectation.where << ": " << expectation.formula << " gives " << describe(got)
                                                          << ", expected " << describe(expectation.expected));
  }
  sheet.clear(setup_range);
  sheet.clear(formula_cell);
}

} // namespace calcvram::calc
