#include "anys.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram::test;

BOOST_AUTO_TEST_SUITE(broadcast)

BOOST_AUTO_TEST_CASE(a_column_with_a_row_is_a_table) {
  const auto table =
      block_of<double>(addin()->vramKvcache(block({{text("7b")}, {text("70b")}, {text("13b")}}),
                                            block({{number(8192), number(32768)}}), omitted, omitted, omitted));
  BOOST_REQUIRE(table.has_value());
  BOOST_REQUIRE(table->size() == 3U);
  BOOST_REQUIRE(table->front().size() == 2U);
  BOOST_TEST(table->at(1).at(0) == 2.68435456);
  BOOST_TEST(table->at(2).at(1) == 26.8435456);
}

BOOST_AUTO_TEST_CASE(failures_stay_in_their_own_cells) {
  const auto column =
      block_of<Any>(addin()->vramWeights(block({{text("Llama 3.1 70B")}, {text("nope")}, {text("")}, {text("70b")}}),
                                         text("int8"), text("embedding=host")));
  BOOST_REQUIRE(column.has_value()); // a blank among numbers takes a mixed block
  BOOST_TEST(number_of(column->at(0).at(0)) == (70553706496.0 - 128256.0 * 8192) / 1e9);
  BOOST_TEST(error_of(column->at(1).at(0)) == err_502);
  BOOST_TEST(text_of(column->at(2).at(0)) == "");
  BOOST_TEST(error_of(column->at(3).at(0)) == not_available);
}

BOOST_AUTO_TEST_CASE(numbers_are_a_block_of_numbers_with_errors_among_them) {
  const auto column = block_of<double>(
      addin()->vramKvcache(text("70b"), block({{number(8192)}, {number(-1)}}), omitted, omitted, omitted));
  BOOST_REQUIRE(column.has_value());
  BOOST_TEST(error_of(column->at(1).at(0)) == err_502);
}

BOOST_AUTO_TEST_CASE(texts_are_a_block_of_texts) {
  const auto verdicts = block_of<rtl::OUString>(addin()->gpuFit(
      block({{number(30)}, {number(78)}, {number(100)}, {number(-1)}}), text("A100 SXM 80GB"), omitted, omitted));
  BOOST_REQUIRE(verdicts.has_value());
  BOOST_TEST((verdicts->at(0).at(0) == "fits"));
  BOOST_TEST((verdicts->at(1).at(0) == "tight"));
  BOOST_TEST((verdicts->at(2).at(0) == "no"));
  BOOST_TEST(verdicts->at(3).at(0).startsWith("error: "));
}

BOOST_AUTO_TEST_CASE(what_one_range_does_not_reach_is_not_available) {
  const auto column = block_of<double>(addin()->vramKvcache(
      block({{text("7b")}, {text("70b")}}), block({{number(1)}, {number(2)}, {number(3)}}), omitted, omitted, omitted));
  BOOST_REQUIRE(column.has_value());
  BOOST_TEST(column->size() == 3U);
  BOOST_TEST(error_of(column->at(2).at(0)) == not_available);
}

BOOST_AUTO_TEST_CASE(fields_of_both_kinds_mix) {
  const auto facts =
      block_of<Any>(addin()->modelSpec(text("Llama 3.1 70B"), block({{text("layers"), text("license")}})));
  BOOST_REQUIRE(facts.has_value());
  BOOST_TEST(number_of(facts->at(0).at(0)) == 80);
  BOOST_TEST(text_of(facts->at(0).at(1)) == "Llama 3.1 Community");
}

BOOST_AUTO_TEST_CASE(a_whole_column_is_as_long_as_what_is_filled) {
  const auto whole_column = [](std::initializer_list<Any> filled) {
    css::uno::Sequence<css::uno::Sequence<Any>> rows(1'048'576);
    auto *row = rows.getArray();
    for (const Any &cell : filled) {
      *row++ = css::uno::Sequence<Any>(&cell, 1);
    }
    const Any blank = text("");
    while (row != rows.getArray() + rows.getLength()) {
      *row++ = css::uno::Sequence<Any>(&blank, 1);
    }
    return Any{rows};
  };
  const auto column = block_of<double>(addin()->vramKvcache(whole_column({text("7b"), text("70b"), text("70b")}),
                                                            number(8192), whole_column({number(2)}), omitted, omitted));
  BOOST_REQUIRE(column.has_value());
  BOOST_REQUIRE(column->size() == 3U);
  BOOST_TEST(column->at(0).at(0) == 2 * 1.073741824);
  BOOST_TEST(column->at(2).at(0) == 2.68435456); // below the filled ones a batch is blank, which is 1
}

BOOST_AUTO_TEST_CASE(one_cell_that_came_as_a_block_is_a_cell) {
  BOOST_TEST(number_of(addin()->vramKvcache(block({{text("70b")}}), block({{number(8192)}}), omitted, omitted,
                                            omitted)) == 2.68435456);
}

BOOST_AUTO_TEST_SUITE_END()
