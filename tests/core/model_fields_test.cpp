#include "catalogue/catalogue.hpp"
#include "failing.hpp"
#include "model/fields.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram;
using namespace calcvram::test;

namespace {
ModelFact fact(std::string_view model, std::string_view field) {
  return model_fact(parse_model(model, models()), field);
}
} // namespace

BOOST_AUTO_TEST_SUITE(model_fields)

BOOST_AUTO_TEST_CASE(numbers_and_texts) {
  BOOST_TEST(std::get<double>(fact("Llama 3.1 70B", "params")) == 70.553706496);
  BOOST_TEST(std::get<double>(fact("Llama 3.1 70B", "active_params")) == 70.553706496);
  BOOST_TEST(std::get<double>(fact("Llama 3.1 70B", "kv_bytes_per_token")) == 327680);
  BOOST_TEST(std::get<double>(fact("DeepSeek-V3", "kv_bytes_per_token")) == 70272);
  BOOST_TEST(std::get<double>(fact("Llama 3.1 70B", "KV Heads")) == 8);
  BOOST_TEST(std::get<double>(fact("Llama 3.1 70B", "max_context")) == 131072);
  BOOST_TEST(std::get<double>(fact("Qwen3.5 27B", "kv_layers")) == 16);
  BOOST_TEST(std::get<double>(fact("Qwen3.5 27B", "state_bytes_per_sequence")) == 153944064);
  BOOST_TEST(std::get<std::string_view>(fact("Llama 3.1 70B", "license")) == "Llama 3.1 Community");
  BOOST_TEST(std::get<std::string_view>(fact("llama-3.1-70b", "name")) == "Llama 3.1 70B");
  BOOST_TEST(std::get<std::string_view>(fact("Qwen3.5 27B", "state_kind")) == "deltanet");
}

BOOST_AUTO_TEST_CASE(what_is_not_known_is_no_answer) {
  BOOST_TEST(is_no_answer([] { return fact("70b", "hidden"); }));
  BOOST_TEST(is_no_answer([] { return fact("70b", "license"); }));
  BOOST_TEST(is_no_answer([] { return fact("Llama 3.1 70B", "state_kind"); }));
  BOOST_TEST(is_no_answer([] { return fact("Llama 3.1 70B", "ple_dim"); }));
  BOOST_TEST(is_bad_argument([] { return fact("layers=3 hidden=8", "params"); }));
  BOOST_TEST(is_bad_argument([] { return fact("Llama 3.1 70B", "licence plate"); }));
}

BOOST_AUTO_TEST_CASE(every_field_answers_or_says_that_it_cannot) {
  for (const auto field : model_field_names()) {
    const auto failure = failure_of([&] { return fact("Llama 3.1 70B", field); });
    BOOST_TEST((!failure || failure->kind() == FailureKind::no_answer), field);
  }
}

BOOST_AUTO_TEST_SUITE_END()
