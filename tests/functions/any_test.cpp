#include "anys.hpp"
#include "grid.hpp"
#include "result.hpp"
#include "text.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram;
using namespace calcvram::test;
using glue::Grid;
using glue::Value;

BOOST_AUTO_TEST_SUITE(any)

BOOST_AUTO_TEST_CASE(values_are_what_calc_hands_over) {
  BOOST_TEST((glue::value_of(omitted).kind == Value::Kind::omitted));
  BOOST_TEST((glue::value_of(text("")).kind == Value::Kind::blank));
  BOOST_TEST((glue::value_of(text("x")).kind == Value::Kind::text));
  BOOST_TEST(glue::value_of(number(2.5)).number == 2.5);
  BOOST_TEST(glue::value_of(Any{sal_Int32{7}}).number == 7); // from an API caller
  BOOST_TEST((glue::value_of(Any{css::uno::Sequence<sal_Int8>{}}).kind == Value::Kind::other));
}

BOOST_AUTO_TEST_CASE(a_grid_is_one_value_or_a_block) {
  BOOST_TEST(!Grid{number(3)}.is_block());
  const Any cells = block({{number(1), text("")}, {text("x"), number(4)}});
  const Grid grid{cells};
  BOOST_TEST(grid.rows() == 2U);
  BOOST_TEST(grid.columns() == 2U);
  BOOST_TEST((grid.at(0, 1).kind == Value::Kind::blank));
  BOOST_TEST(grid.at(1, 1).number == 4);
  BOOST_TEST(Grid{block({})}.rows() == 0U);
}

BOOST_AUTO_TEST_CASE(texts_survive_both_ways) {
  const rtl::OUString beyond_ascii{"8\xC3\x97 MI300X", 10, RTL_TEXTENCODING_UTF8};
  BOOST_TEST(glue::Utf8{beyond_ascii}.view() == "8\xC3\x97 MI300X");
  BOOST_TEST((glue::to_ustring("8\xC3\x97 MI300X") == beyond_ascii));
  BOOST_TEST(glue::Utf8{rtl::OUString{}}.view().empty());
}

BOOST_AUTO_TEST_CASE(failures_are_calcs_errors) {
  BOOST_TEST(error_of(glue::error_value(FailureKind::bad_argument)) == err_502);
  BOOST_TEST(error_of(glue::error_value(FailureKind::no_answer)) == not_available);
  BOOST_TEST(!glue::is_blank_value(glue::error_value(FailureKind::no_answer)));
  BOOST_TEST(glue::is_blank_value(glue::blank_value()));
}

BOOST_AUTO_TEST_CASE(blocks_have_the_type_that_calc_compares) {
  using glue::ResultCell;
  const Failure failure{FailureKind::bad_argument, "because"};
  BOOST_TEST(block_of<double>(glue::to_any({ResultCell{1.0}, ResultCell{failure}}, 1)).has_value());
  const auto texts = block_of<rtl::OUString>(glue::to_any({ResultCell{std::string{"a"}}, ResultCell{failure}}, 1));
  BOOST_REQUIRE(texts.has_value());
  BOOST_TEST((texts->at(1).at(0) == "error: because"));
  BOOST_TEST(block_of<Any>(glue::to_any({ResultCell{1.0}, ResultCell{std::string{"a"}}}, 2)).has_value());
  BOOST_TEST(block_of<double>(glue::to_any(std::vector<double>{1, 2}, 2)).has_value());
  BOOST_TEST(block_of<Any>(glue::to_any(std::vector<double>{1, glue::blank_value()}, 2)).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
