// Every kind of argument in every kind of place.
#include "anys.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram::test;

namespace {

Any kv(const Any &model, const Any &context = number(8192), const Any &batch = omitted, const Any &cache = omitted,
       const Any &options = omitted) {
  return addin()->vramKvcache(model, context, batch, cache, options);
}

constexpr double llama_70b_at_8192 = 2.68435456;

} // namespace

BOOST_AUTO_TEST_SUITE(arguments)

BOOST_AUTO_TEST_CASE(omitted_blank_and_empty_are_the_default) {
  for (const Any &nothing : {omitted, text(""), blank_cell}) {
    BOOST_TEST(number_of(kv(text("70b"), number(8192), nothing)) == llama_70b_at_8192); // 0 sequences is nothing
    BOOST_TEST(number_of(kv(text("70b"), number(8192), omitted, omitted, nothing)) == llama_70b_at_8192);
  }
  BOOST_TEST(number_of(kv(text("70b"), number(8192), omitted, text(""))) == llama_70b_at_8192);
}

BOOST_AUTO_TEST_CASE(a_zero_for_a_name_is_an_unquoted_cell) {
  BOOST_TEST(error_of(kv(blank_cell)) == err_502);
  BOOST_TEST(error_of(kv(text("70b"), number(8192), omitted, blank_cell)) == err_502);
  BOOST_TEST(error_of(addin()->gpuFit(number(75), blank_cell, omitted, omitted)) == err_502);
  BOOST_TEST(error_of(addin()->gpuFit(number(75), number(100), omitted, omitted)) == err_502);
  BOOST_TEST(error_of(addin()->vramWeights(text("70b"), blank_cell, omitted)) == err_502);
  BOOST_TEST(error_of(addin()->vramTrain(text("70b"), blank_cell, omitted, omitted, omitted, omitted, omitted)) ==
             err_502);
  BOOST_TEST(error_of(addin()->vramTrain(text("70b"), omitted, omitted, blank_cell, omitted, omitted, omitted)) ==
             err_502);
  BOOST_TEST(error_of(addin()->modelSpec(text("70b"), blank_cell)) == err_502);
  BOOST_TEST(error_of(addin()->rentRate(number(1), blank_cell, text("day"), omitted)) == err_502);
  BOOST_TEST(error_of(addin()->gpuPrice(text("A40"), omitted, blank_cell, omitted, omitted)) == err_502);
}

BOOST_AUTO_TEST_CASE(a_zero_amount_is_an_error_where_it_cannot_be) {
  BOOST_TEST(error_of(kv(text("70b"), number(0))) == err_502);
  BOOST_TEST(error_of(addin()->gpuFit(number(0), text("A40"), omitted, omitted)) == err_502);
  BOOST_TEST(error_of(addin()->vramInfer(text("70b"), omitted, number(0), omitted, omitted, omitted)) == err_502);
  BOOST_TEST(number_of(addin()->gpuDecodeRate(text("70"), text("A40"), omitted, omitted, number(0), omitted, omitted,
                                              omitted)) == 696.0 / 140);
  BOOST_TEST(number_of(addin()->rentRate(number(0), text("hour"), text("month"), omitted)) == 0);
}

BOOST_AUTO_TEST_CASE(a_missing_required_argument_is_an_error_an_empty_text_is_empty) {
  BOOST_TEST(error_of(kv(omitted)) == err_502);
  BOOST_TEST(error_of(kv(text("70b"), omitted)) == err_502);
  BOOST_TEST(text_of(kv(text(""))) == "");
  BOOST_TEST(text_of(kv(text("70b"), text(""))) == "");
}

BOOST_AUTO_TEST_CASE(texts_of_numbers_are_numbers_in_every_locale) {
  BOOST_TEST(number_of(kv(text("70b"), text("8192"))) == llama_70b_at_8192);
  BOOST_TEST(number_of(kv(text("70b"), text("8192,0"))) == llama_70b_at_8192);
  BOOST_TEST(error_of(kv(text("70b"), text("8.192,0"))) == err_502);
  BOOST_TEST(error_of(kv(text("70b"), text("many"))) == err_502);
  BOOST_TEST(number_of(addin()->vramWeights(text("70"), text("1"), omitted)) == 70);
}

BOOST_AUTO_TEST_CASE(absurd_numbers_are_errors) {
  for (const double absurd : {-1.0, 1e300, 1e13}) {
    BOOST_TEST(error_of(kv(text("70b"), number(absurd))) == err_502, absurd);
    BOOST_TEST(error_of(kv(text("70b"), number(8192), number(absurd))) == err_502, absurd);
    BOOST_TEST(error_of(addin()->gpuCount(number(absurd), text("A40"), omitted)) == err_502, absurd);
    BOOST_TEST(error_of(addin()->gpuPrice(text("A40"), number(absurd), omitted, omitted, omitted)) == err_502, absurd);
  }
  BOOST_TEST(error_of(addin()->gpuPrice(text("A40"), number(2.5), omitted, omitted, omitted)) == err_502);
  BOOST_TEST(error_of(kv(number(100000))) == err_502);
  BOOST_TEST(error_of(kv(number(-70))) == err_502);
}

BOOST_AUTO_TEST_CASE(two_columns_that_begin_with_a_key_are_one_value) {
  const Any model = block({{text("model"), text("Llama 3 8B")}, {text("kv_heads"), number(32)}});
  BOOST_TEST(number_of(kv(model, number(2048))) == 1.073741824);
  const Any options = block({{text("overhead"), number(5)}, {text("tp"), text("")}});
  BOOST_TEST(number_of(addin()->vramInfer(text("70b"), text("fp8"), omitted, omitted, omitted, options)) ==
             77.68435456);
  const Any gpu = block({{text("vram_gb"), number(288)}, {text("bandwidth_gb_s"), number(8000)}});
  BOOST_TEST(text_of(addin()->gpuFit(number(280), gpu, omitted, omitted)) == "fits");
  const Any wrong = block({{text("model"), text("Llama 3 8B")}, {text("kv_hats"), number(32)}});
  BOOST_TEST(error_of(kv(wrong)) == err_502);
  // two columns of names are two columns of models
  BOOST_TEST(block_of<double>(kv(block({{text("7b"), text("70b")}}), number(8192)))->at(0).at(1) == llama_70b_at_8192);
}

BOOST_AUTO_TEST_CASE(counts_stand_in_one_place) {
  BOOST_TEST(text_of(addin()->gpuFit(number(500), text("8x A100 SXM 80GB"), omitted, omitted)) == "fits");
  BOOST_TEST(text_of(addin()->gpuFit(number(500), text("A100 SXM 80GB"), number(8), omitted)) == "fits");
  BOOST_TEST(text_of(addin()->gpuFit(number(500), text("8x A100 SXM 80GB"), number(8), omitted)) == "fits");
  BOOST_TEST(error_of(addin()->gpuFit(number(500), text("8x A100 SXM 80GB"), number(4), omitted)) == err_502);
}

BOOST_AUTO_TEST_CASE(a_name_of_several_cards_answers_only_what_they_agree_in) {
  BOOST_TEST(error_of(addin()->gpuFit(number(75), text("A100"), omitted, omitted)) == err_502);
  BOOST_TEST(text_of(addin()->gpuFit(number(30), text("A100"), omitted, omitted)) == "fits");
  BOOST_TEST(text_of(addin()->gpuFit(number(300), text("A100"), omitted, omitted)) == "no");
  BOOST_TEST(text_of(addin()->gpuSpec(text("A100"), text("vendor"))) == "NVIDIA");
}

BOOST_AUTO_TEST_CASE(quotes_are_the_built_in_list) {
  for (const Any &list : {omitted, text(""), text("2026-12")}) {
    BOOST_TEST(text_of(addin()->gpuCheapest(number(411), text("fp8 prefer=single"), list, omitted)) == "8x MI300X");
  }
  BOOST_TEST(error_of(addin()->gpuCheapest(number(411), omitted, text("2025-01"), omitted)) == err_502);
  BOOST_TEST(error_of(addin()->gpuCheapest(number(411), omitted, block({{text("gpu")}}), omitted)) == err_502);
}

BOOST_AUTO_TEST_SUITE_END()
