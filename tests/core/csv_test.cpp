#include "text/csv.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram;

BOOST_AUTO_TEST_SUITE(csv)

BOOST_AUTO_TEST_CASE(fields_know_their_place) {
  const auto rows = parse_csv("a,b\r\n1,\"two, \"\"2\"\"\nlines\"\n3,\n", "x.csv");
  BOOST_REQUIRE(rows.size() == 3U);
  BOOST_TEST(rows[1][1].text == "two, \"2\"\nlines");
  BOOST_TEST(rows[1][1].line == 2U);
  BOOST_TEST(rows[1][1].column == 3U);
  BOOST_TEST(rows[2][0].line == 4U); // the quoted field spans a line
  BOOST_TEST(rows[2][1].text == "");
}

BOOST_AUTO_TEST_CASE(a_byte_order_mark_and_empty_lines_are_passed_over) {
  const auto rows = parse_csv("\xEF\xBB\xBF"
                              "a\n\n1\n\n",
                              "x.csv");
  BOOST_REQUIRE(rows.size() == 2U);
  BOOST_TEST(rows[0][0].text == "a");
  BOOST_TEST(parse_csv("", "x.csv").empty());
  BOOST_TEST(parse_csv("a,b", "x.csv").front().size() == 2U);
}

void expect_error(std::string_view text, const std::string &words) {
  BOOST_CHECK_EXCEPTION(parse_csv(text, "x.csv"), CsvError,
                        [&](const CsvError &error) { return std::string{error.what()} == words; });
}

BOOST_AUTO_TEST_CASE(faults_are_named_with_their_place) {
  expect_error("a,b\n1\n", "x.csv:2:1: 1 fields where the header has 2");
  expect_error("a\n\"never", "x.csv:2:1: a quote that never closes");
  expect_error("a\n\"q\"x\n", "x.csv:2:4: text after a closing quote");
}

BOOST_AUTO_TEST_SUITE_END()
