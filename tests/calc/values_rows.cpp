// Rows written by hand: what the project was accepted by, prices and speeds the pages say in words, bad input.
#include <boost/test/unit_test.hpp>

#include "expectation.hpp"
#include "office.hpp"

namespace calcvram::calc {

namespace {

void check_file(const std::string &name) {
  const std::vector<Expectation> rows =
      read_expectations(std::filesystem::path{CALCVRAM_TEST_DATA} / "calc" / (name + ".csv"));
  BOOST_TEST_REQUIRE(!rows.empty());
  const Document document = office().new_document();
  Sheet sheet = document.sheet();
  check(sheet, rows);
}

} // namespace

BOOST_AUTO_TEST_SUITE(rows_by_hand)

BOOST_AUTO_TEST_CASE(acceptance) {
  check_file("acceptance");
}
BOOST_AUTO_TEST_CASE(worked_examples) {
  check_file("worked_examples");
}
BOOST_AUTO_TEST_CASE(what_programs_and_papers_say) {
  check_file("programs");
}
BOOST_AUTO_TEST_CASE(bad_input) {
  check_file("bad_input");
}
BOOST_AUTO_TEST_CASE(tables_and_columns) {
  check_file("tables");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::calc
