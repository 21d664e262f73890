// Tables of quotes on a sheet of their own, rows written by hand: what each formula over them comes to.
#include <map>

#include <boost/test/unit_test.hpp>

#include "expectation.hpp"
#include "quote_sheet.hpp"
#include "test_table.hpp"

namespace calcvram::calc {

BOOST_AUTO_TEST_SUITE(quotes_by_hand)

BOOST_AUTO_TEST_CASE(acceptance_and_terms) {
  const std::vector<Expectation> rows =
      read_expectations(std::filesystem::path{CALCVRAM_TEST_DATA} / "calc" / "quotes.csv");
  const test::TestTable table{"calc/quotes.csv"};
  std::map<std::string, std::vector<Expectation>> by_quotes;
  for (std::size_t row = 0; row < table.size(); ++row)
    by_quotes[table.text(row, "quotes")].push_back(rows[row]);
  BOOST_TEST(by_quotes.size() == 8u);
  for (const auto &[file, expectations] : by_quotes) {
    Document document = office().new_document();
    add_quotes(document, file);
    Sheet sheet = document.sheet();
    check(sheet, expectations);
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::calc
