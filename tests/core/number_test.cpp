#include "text/number.hpp"
#include "text/words.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram;

BOOST_AUTO_TEST_SUITE(number)

BOOST_AUTO_TEST_CASE(both_decimal_marks_read_alike) {
  BOOST_TEST(parse_number("2.5").value() == 2.5);
  BOOST_TEST(parse_number("2,5").value() == 2.5);
  BOOST_TEST(parse_number(" -3 ").value() == -3);
  BOOST_TEST(parse_number("+3").value() == 3);
  BOOST_TEST(parse_number("1e9").value() == 1e9);
  BOOST_TEST(parse_number(".5").value() == 0.5);
}

BOOST_AUTO_TEST_CASE(percentages_are_fractions) {
  BOOST_TEST(parse_number("5%").value() == 0.05);
  BOOST_TEST(parse_number("0,5 %").value() == 0.005);
}

BOOST_AUTO_TEST_CASE(what_is_no_number_is_refused) {
  for (const auto *text : {"", " ", "x", "1.234,56", "1,234,567", "12 34", "0x10", "inf", "nan", "1e999", "+-3", "--3",
                           "5%%", "%", "1.2.3", "3 GB"}) {
    BOOST_TEST(!parse_number(text).has_value(), text);
  }
}

BOOST_AUTO_TEST_CASE(suffixes_scale_exactly) {
  BOOST_TEST(parse_scaled_number("8.03B")->value == 8.03e9);
  BOOST_TEST(parse_scaled_number("1,5T")->value == 1.5e12);
  BOOST_TEST(parse_scaled_number("350m")->value == 350e6);
  BOOST_TEST(parse_scaled_number("128K")->value == 128000);
  BOOST_TEST(parse_scaled_number("8.03B")->scaled);
  BOOST_TEST(!parse_scaled_number("8.03")->scaled);
  BOOST_TEST(!parse_scaled_number("B").has_value());
  BOOST_TEST(!parse_scaled_number("8BB").has_value());
}

BOOST_AUTO_TEST_CASE(numbers_are_said_shortly) {
  BOOST_TEST(format_number(0.5) == "0.5");
  BOOST_TEST(format_number(131072) == "131072");
  BOOST_TEST(format_number(-3) == "-3");
  BOOST_TEST(format_number(74.684354, 2) == "74.68");
  BOOST_TEST(format_number(3, 2) == "3");
  BOOST_TEST(format_number(-0.001, 2) == "0");
  BOOST_TEST(format_grouped(2684354560) == "2,684,354,560");
  BOOST_TEST(format_grouped(999) == "999");
  BOOST_TEST(format_grouped(-1000) == "-1,000");
}

BOOST_AUTO_TEST_CASE(sentences_group_large_numbers) {
  BOOST_TEST(counted(1, "token") == "1 token");
  BOOST_TEST(counted(0.5, "token") == "0.5 tokens");
  BOOST_TEST(words(70e9, " x ", 0.5, " B") == "70,000,000,000 x 0.5 B");
  BOOST_TEST(words(8192, " tokens") == "8,192 tokens");
  BOOST_TEST(words(3.5663645951999996, " GB") == "3.566365 GB");
  BOOST_TEST(words(1.00000001) == "1.00000001"); // not 1: an error would contradict itself
  BOOST_TEST(words(5e-7) == "5e-07");
}

BOOST_AUTO_TEST_SUITE_END()
