#include "text/key_values.hpp"

#include "failure.hpp"

#include <array>
#include <boost/test/unit_test.hpp>

using namespace calcvram;

BOOST_AUTO_TEST_SUITE(key_values)

BOOST_AUTO_TEST_CASE(spaces_and_semicolons_separate) {
  const auto read = parse_key_values("overhead=2,5; tp=2 ,pp = 4;\nfp8");
  BOOST_REQUIRE(read.settings.size() == 4U);
  BOOST_TEST(read.settings[0].number() == 2.5);
  BOOST_TEST(read.settings[1].number() == 2);
  BOOST_TEST(read.settings[3].bare);
  BOOST_TEST(read.settings[3].folded == "fp8");
}

BOOST_AUTO_TEST_CASE(what_stands_before_the_first_key_is_the_lead) {
  const auto read = parse_key_values("Llama 3 8B  kv_heads=32");
  BOOST_TEST(read.lead == "Llama 3 8B");
  BOOST_TEST(read.settings.back().folded == "kvheads");
  BOOST_TEST(parse_key_values("fp8 fabric").lead == "fp8 fabric");
  BOOST_TEST(parse_key_values("").settings.empty());
}

BOOST_AUTO_TEST_CASE(a_key_without_a_value_is_not_given) {
  const auto read = parse_key_values("tp= pp=2 overhead=");
  BOOST_REQUIRE(read.settings.size() == 3U);
  BOOST_TEST(!read.settings[0].given());
  BOOST_TEST(read.settings[1].number() == 2);
  BOOST_TEST(!read.settings[2].given());
}

BOOST_AUTO_TEST_CASE(a_value_in_quotes_may_hold_separators) {
  const auto read = parse_key_values("provider='Birch Compute', region= \"Texas; US\" offer='' max=8");
  BOOST_REQUIRE(read.settings.size() == 4U);
  BOOST_TEST(read.settings[0].text() == "Birch Compute");
  BOOST_TEST(read.settings[1].text() == "Texas; US");
  BOOST_TEST(!read.settings[2].given());
  BOOST_TEST(read.settings[3].number() == 8);
  BOOST_TEST(parse_key_values("provider=O'Brien max=2").settings[0].text() == "O'Brien");
  BOOST_CHECK_THROW(parse_key_values("provider='Birch max=8"), Failure);
}

BOOST_AUTO_TEST_CASE(a_percent_sign_may_stand_apart) {
  BOOST_TEST(parse_key_values("adapter=0.5 % base=nf4").settings[0].number() == 0.005);
  BOOST_TEST(parse_key_values("adapter=0.5%").settings[0].number() == 0.005);
}

BOOST_AUTO_TEST_CASE(contradictions_are_errors) {
  BOOST_CHECK_THROW(parse_key_values("tp=2 TP=4"), Failure);
  BOOST_CHECK_THROW(parse_key_values("=4"), Failure);
  BOOST_CHECK_THROW(static_cast<void>(parse_key_values("tp=x").settings[0].number()), Failure);
}

BOOST_AUTO_TEST_CASE(two_columns_read_alike) {
  const std::array<Cell, 8> cells{Cell{std::string_view{"model"}},
                                  Cell{std::string_view{"Llama 3 8B"}},
                                  Cell{std::string_view{"kv_heads"}},
                                  Cell{32.0},
                                  Cell{Blank{}},
                                  Cell{5.0},
                                  Cell{std::string_view{"layers"}},
                                  Cell{Blank{}}};
  const auto read = parse_key_values(CellBlock{cells, 2});
  BOOST_REQUIRE(read.settings.size() == 3U);
  BOOST_TEST(read.settings[0].text() == "Llama 3 8B");
  BOOST_TEST(read.settings[1].number() == 32);
  BOOST_TEST(!read.settings[2].given());
  const std::array<Cell, 2> number_key{Cell{1.0}, Cell{2.0}};
  BOOST_CHECK_THROW(parse_key_values(CellBlock{number_key, 2}), Failure);
  BOOST_CHECK_THROW(parse_key_values(CellBlock{cells, 4}), Failure);
}

BOOST_AUTO_TEST_SUITE_END()
