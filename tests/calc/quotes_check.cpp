// RENT_CHECK in a sheet finds each kind of dirt, and nothing else.
#include <map>

#include <boost/test/unit_test.hpp>

#include "quote_sheet.hpp"
#include "test_table.hpp"

namespace calcvram::calc {

namespace {

using Findings = std::map<std::string, std::vector<std::string>>;

/// What the tables say of each file, a line a finding; a file with a blank row has none.
Findings expected_findings() {
  Findings findings;
  for (const std::string table_file : {"quotes/findings.csv", "calc/findings.csv"}) {
    const test::TestTable table{table_file};
    for (std::size_t row = 0; row < table.size(); ++row) {
      auto &lines = findings[table.text(row, "file")];
      if (!table.text(row, "row").empty())
        lines.push_back(table.text(row, "row") + '|' + table.text(row, "column") + '|' + table.text(row, "severity") +
                        '|' + table.text(row, "finding"));
    }
  }
  return findings;
}

std::string words_of(const Value &value) {
  const auto *text = std::get_if<std::string>(&value);
  return text != nullptr ? *text : describe(value);
}

std::string line_of(const Grid &table, std::size_t row) {
  std::string line;
  for (std::size_t column = 0; column < table.columns(); ++column)
    line.append(column == 0 ? "" : "|").append(words_of(table.at(row, column)));
  return line;
}

/// RENT_CHECK's rows below its header.
std::vector<std::string> found_by(const std::string &formula, Sheet sheet) {
  sheet.set_formula("F1", "=ROWS(" + formula + ')');
  const auto rows = static_cast<std::size_t>(std::get<double>(sheet.value("F1")));
  sheet.set_array_formula("A1:D" + std::to_string(rows), '=' + formula);
  const Grid table = sheet.values("A1:D" + std::to_string(rows));
  BOOST_TEST(line_of(table, 0) == "row|column|severity|finding");
  std::vector<std::string> lines;
  for (std::size_t row = 1; row < rows; ++row)
    if (const std::string line = line_of(table, row); line != "|||") // nothing found
      lines.push_back(line);
  return lines;
}

} // namespace

BOOST_AUTO_TEST_SUITE(quotes_checked)

BOOST_AUTO_TEST_CASE(each_kind_of_dirt_and_nothing_else) {
  const Findings expected = expected_findings();
  BOOST_TEST(expected.size() == 21u);
  for (const auto &[file, lines] : expected) {
    Document document = office().new_document();
    add_quotes(document, file);
    // "today" is that of the core's test, for the file that has dates
    const std::vector<std::string> found = found_by(
        file == "dates.csv" ? R"(RENT_CHECK($Quotes.A:Z;"2026-12-01"))" : "RENT_CHECK($Quotes.A:Z)", document.sheet());
    BOOST_TEST_CONTEXT(file)
    BOOST_TEST(found == lines, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(findings_can_be_counted) {
  Document document = office().new_document();
  add_quotes(document, "prices.csv");
  Sheet sheet = document.sheet();
  sheet.set_formula("A1", R"(=SUMPRODUCT(RENT_CHECK($Quotes.A:F;;;"severity")="error"))");
  BOOST_TEST((sheet.value("A1") == Value{7.0}), describe(sheet.value("A1")));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::calc
