#include "rent/check.hpp"

#include "csv_cells.hpp"
#include "gpu_fixture.hpp"
#include "test_table.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <string>
#include <vector>

namespace calcvram::test {
namespace {

constexpr double today = 46357; // 2026-12-01

/// What is found, a line each.
std::vector<std::string> found_in(const std::string &file, const CheckOptions &options) {
  const CsvCells cells = CsvCells::of_file("quotes/" + file);
  const QuoteTable table = QuoteTable::parse(cells.block(), gpus());
  std::vector<std::string> lines;
  for (const Finding &finding : check_quotes(table, options)) {
    lines.push_back(std::to_string(finding.row) + "|" + finding.column + "|" + std::string{name_of(finding.severity)} +
                    "|" + finding.words);
  }
  return lines;
}

} // namespace

BOOST_AUTO_TEST_SUITE(check)

BOOST_AUTO_TEST_CASE(each_kind_of_dirt_is_found_and_nothing_else) {
  const TestTable expected{"quotes/findings.csv"};
  std::map<std::string, std::vector<std::string>> by_file{{"fleet.csv", {}}};
  for (std::size_t row = 0; row < expected.size(); ++row) {
    by_file[expected.text(row, "file")].push_back(expected.text(row, "row") + "|" + expected.text(row, "column") + "|" +
                                                  expected.text(row, "severity") + "|" + expected.text(row, "finding"));
  }
  BOOST_TEST(by_file.size() == 19U);
  for (const auto &[file, lines] : by_file) {
    BOOST_TEST_CONTEXT(file) {
      const CheckOptions options{file == "dates.csv" ? std::optional{today} : std::nullopt};
      BOOST_TEST(found_in(file, options) == lines, boost::test_tools::per_element());
    }
  }
}

BOOST_AUTO_TEST_CASE(no_clock_is_read) {
  const auto undated = found_in("dates.csv", {});
  BOOST_TEST(undated.size() == 1U); // the text that is no date
  BOOST_TEST(found_in("dates.csv", {today, 300}).size() == 3U);
  BOOST_TEST(found_in("dates.csv", {today - 300, 30}).size() == 5U); // all are of days still to come
}

BOOST_AUTO_TEST_CASE(rates_of_the_options_link_currencies) {
  const auto of_currencies = [](std::string_view options) {
    const CheckOptions with{std::nullopt, default_max_age_days, parse_requirements(options, gpus())};
    return found_in("prices.csv", with).front();
  };
  const std::string unlinked = "1|currency|warning|prices are in EUR and USD, and fx has no rate between them";
  const std::string linked = "1|currency|note|prices are in EUR and USD";
  BOOST_TEST(of_currencies("") == unlinked);
  BOOST_TEST(of_currencies("fx_eur=1.1") == linked);
  BOOST_TEST(of_currencies("currency=USD fx_eur=1.1") == linked);
  BOOST_TEST(of_currencies("currency=USD") == unlinked);
  BOOST_TEST(of_currencies("currency=GBP fx_eur=0.9") == unlinked); // dollars are not
  BOOST_TEST(of_currencies("currency=GBP fx_eur=0.9 fx_usd=0.8") == linked);
}

BOOST_AUTO_TEST_CASE(currencies_are_linked_where_a_comparison_can_turn_them) {
  // dollars for a pound, and for a euro in one row but not in the other, which no comparison ranks
  const CsvCells cells{"gpu,price,currency,fx,period\nA40,1,GBP,1.3,hour\nA40,1,EUR,1.1,hour\nA40,1,EUR,,hour\n"};
  const QuoteTable table = QuoteTable::parse(cells.block(), gpus());
  const auto found = check_quotes(table);
  BOOST_TEST(std::ranges::any_of(found, [](const Finding &finding) {
    return finding.severity == Severity::warning &&
           finding.words == "prices are in EUR and GBP, and fx has no rate between them";
  }));
}

BOOST_AUTO_TEST_CASE(a_finding_names_its_place) {
  BOOST_TEST(placed({7, "price", Severity::error, "no price"}) == "row 7, column price: no price");
  BOOST_TEST(placed({7, "", Severity::error, "the same as row 2"}) == "row 7: the same as row 2");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::test
