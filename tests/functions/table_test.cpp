#include "anys.hpp"

#include "catalogue/catalogue.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram;
using namespace calcvram::test;

namespace {

std::string words_of(const Any &result) {
  const auto cell = block_of<rtl::OUString>(result);
  BOOST_REQUIRE(cell.has_value());
  BOOST_REQUIRE(cell->size() == 1U);
  return rtl::OUStringToOString(cell->at(0).at(0), RTL_TEXTENCODING_UTF8).getStr();
}

Any infer_table(const Any &model, const Any &precision = omitted, const Any &column = omitted) {
  return addin()->vramInferTable(model, precision, omitted, omitted, omitted, omitted, column);
}

} // namespace

BOOST_AUTO_TEST_SUITE(table)

BOOST_AUTO_TEST_CASE(a_header_and_rows_without_a_total) {
  const auto table = block_of<Any>(infer_table(text("70b"), text("fp8")));
  BOOST_REQUIRE(table.has_value());
  BOOST_REQUIRE(table->size() == 4U);
  BOOST_TEST(text_of(table->at(0).at(0)) == "component");
  BOOST_TEST(text_of(table->at(0).at(3)) == "how");
  BOOST_TEST(text_of(table->at(0).at(4)) == "host_gb");
  BOOST_TEST(text_of(table->at(1).at(0)) == "weights");
  BOOST_TEST(number_of(table->at(1).at(1)) == 70);
  BOOST_TEST(number_of(table->at(1).at(4)) == 0);
  BOOST_TEST(text_of(table->at(1).at(3)) == "70,000,000,000 parameters x 1 B (fp8)");
}

BOOST_AUTO_TEST_CASE(the_sum_of_the_column_is_the_scalar) {
  for (const auto *model : {"70b", "Llama 3.1 8B", "Qwen3.5 27B"}) {
    const auto column = block_of<double>(infer_table(text(model), omitted, text("gb")));
    BOOST_REQUIRE(column.has_value());
    double sum = 0;
    for (const auto &row : *column) {
      sum += row.at(0);
    }
    BOOST_TEST(sum == number_of(addin()->vramInfer(text(model), omitted, omitted, omitted, omitted, omitted)),
               boost::test_tools::tolerance(1e-14));
  }
}

BOOST_AUTO_TEST_CASE(a_column_of_texts_compares) {
  const auto components = block_of<rtl::OUString>(infer_table(text("70b"), omitted, text("Component")));
  BOOST_REQUIRE(components.has_value());
  BOOST_TEST((components->at(1).at(0) == "KV cache"));
}

BOOST_AUTO_TEST_CASE(a_wrong_question_is_answered_in_words) {
  BOOST_TEST(words_of(infer_table(text("70b"), text("fp7"))).starts_with("unknown precision fp7; did you mean fp"));
  BOOST_TEST(words_of(infer_table(text("70b"), omitted, text("gigabytes"))).starts_with("unknown column gigabytes"));
  BOOST_TEST(words_of(infer_table(block({{text("7b")}, {text("70b")}}))) ==
             "a table function takes a single value as model, not a range");
  BOOST_TEST(words_of(infer_table(text(""))) == "model is missing");
  BOOST_TEST(
      words_of(addin()->gpuOffers(blank_cell, omitted, omitted, omitted)).starts_with("required_gb 0 is not within"));
  BOOST_TEST(words_of(addin()->modelList(text("xyzzy plugh frobnicate"), omitted)).starts_with("no model is called"));
}

BOOST_AUTO_TEST_CASE(a_good_question_without_an_answer_is_not_available) {
  BOOST_TEST(error_of(addin()->gpuOffers(number(7452), omitted, omitted, omitted)) == not_available);
  BOOST_TEST(error_of(addin()->vramInferTable(text("70b"), omitted, omitted, omitted, omitted, text("embedding=host"),
                                              omitted)) == not_available);
}

BOOST_AUTO_TEST_CASE(training_parts_stand_in_their_order) {
  const auto parts = block_of<rtl::OUString>(addin()->vramTrainTable(
      text("Llama 3.1 8B"), text("lora"), omitted, omitted, omitted, omitted, omitted, text("component")));
  BOOST_REQUIRE(parts.has_value());
  std::string order;
  for (const auto &row : *parts) {
    order += rtl::OUStringToOString(row.at(0), RTL_TEXTENCODING_UTF8).getStr() + std::string{";"};
  }
  BOOST_TEST(order == "weights;adapters;gradients;master weights;optimizer;activations;logits;overhead;");
}

BOOST_AUTO_TEST_CASE(lists_have_their_promised_columns) {
  const auto header_of = [](const Any &result) {
    std::string header;
    const auto rows = block_of<Any>(result);
    for (const Any &cell : rows->front()) {
      header += text_of(cell) + " ";
    }
    return header;
  };
  BOOST_TEST(header_of(addin()->modelList(omitted, omitted)) ==
             "name id params_b active_params_b layers attention max_context kv_bytes_per_token license ");
  BOOST_TEST(header_of(addin()->gpuList(omitted, omitted)) ==
             "name vendor vram_gb bandwidth_gb_s bf16_tflops fp8 fabric tdp_w ");
  BOOST_TEST(header_of(addin()->gpuOffers(number(75), omitted, omitted, omitted)) ==
             "label gpu count price period currency provider offer total_gb free_gb verdict note row ");
  BOOST_TEST(block_of<Any>(addin()->modelList(omitted, omitted))->size() == models().all().size() + 1);
  BOOST_TEST(block_of<Any>(addin()->gpuList(omitted, omitted))->size() == gpus().all().size() + 1);
}

BOOST_AUTO_TEST_CASE(the_first_offer_is_the_cheapest) {
  const auto labels = block_of<rtl::OUString>(addin()->gpuOffers(number(75), text("fp8"), omitted, text("label")));
  BOOST_REQUIRE(labels.has_value());
  BOOST_TEST((Any{labels->at(0).at(0)} == addin()->gpuCheapest(number(75), text("fp8"), omitted, omitted)));
}

BOOST_AUTO_TEST_SUITE_END()
