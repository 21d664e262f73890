// The rental page's own table pasted on a sheet: the figures it derives come out of RENT_COMPARE's columns.
#include <boost/test/unit_test.hpp>

#include "csv_cells.hpp"
#include "expectation.hpp"
#include "quote_sheet.hpp"
#include "test_table.hpp"

namespace calcvram::calc {

namespace {

/// RENT_COMPARE's figure of one row of the page, rounded half-up as the page prints it.
std::string figure(std::string_view column, std::size_t row) {
  const auto compared = [](std::string_view of) {
    std::string call = R"(RENT_COMPARE($Quotes.A:L;1;1;"month";"hours_per_month=720";")";
    return call.append(of).append(R"("))");
  };
  return "=ROUND(INDEX(" + compared(column) + ";MATCH(" + std::to_string(row) + ';' + compared("row") + ";0));2)";
}

} // namespace

BOOST_AUTO_TEST_SUITE(quotes_of_the_rental_page)

BOOST_AUTO_TEST_CASE(derived_columns) {
  Document document = office().new_document();
  Sheet quotes = document.add_sheet("Quotes");
  put_table(quotes, test::CsvCells::of_file("rental_page/fleet_prices.csv").block());
  const test::TestTable table{"rental_page/fleet_prices.csv"};
  std::vector<Expectation> rows;
  for (std::size_t row = 0; row < table.size(); ++row)
    for (const auto &[column, printed] :
         {std::pair{"per_gb_month", "usd_per_gb_month"}, std::pair{"gb_s_per_price_month", "gb_s_per_usd_month"},
          std::pair{"per_gpu_hour", "usd_per_gpu_hour"}})
      rows.push_back({.where = table.place(row),
                      .formula = figure(column, row + 2),
                      .setup = {},
                      .expected = table.number(row, printed)});
  BOOST_TEST(rows.size() == 45u);
  Sheet sheet = document.sheet();
  check(sheet, rows);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::calc
