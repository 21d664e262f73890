#include "memory/vllm_page.hpp"

#include "caches.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram;
using namespace calcvram::test;

namespace {

double tokens(std::string_view model, std::string_view type, std::string_view options) {
  const VramOptions parsed = options_of(options);
  return page_tokens(*parse_model(model, models()), cache_bytes(parse_cache_precision(type), parsed), parsed);
}

} // namespace

BOOST_AUTO_TEST_SUITE(vllm_page)

// "Setting attention block size to N tokens to ensure that attention page size is >= mamba page size"
BOOST_AUTO_TEST_CASE(pages_that_vllm_logged) {
  BOOST_TEST(tokens("Qwen3.5 27B", "bf16", "engine=vllm") == 784);   // Qwen3.5-27B-GPTQ-Int4, 2026-03-03
  BOOST_TEST(tokens("Qwen3.8 27B", "fp8", "engine=vllm") == 1568);   // "784 -> 1,568" with an fp8 cache
  BOOST_TEST(tokens("Kimi-K3", "bf16", "engine=vllm tp=16") == 384); // 16 ranks, 2026-08-03
  BOOST_TEST(tokens("Llama 3 8B", "bf16", "engine=vllm") == 16);
  BOOST_TEST(tokens("Llama 3 8B", "bf16", "engine=vllm block=64") == 64);
}

BOOST_AUTO_TEST_CASE(a_state_is_padded_to_a_page) {
  const double state = 407040; // 6 of 96 heads x (128 x 128 x 4 B) + 3 x 6 x 128 x 3 x 2 B
  const double page = 384.0 * 576 * 2;
  BOOST_TEST(page / state - 1 == 0.0868, boost::test_tools::tolerance(1e-3)); // "Padding mamba page size by 8.68%"
  BOOST_TEST(state_bytes("Kimi-K3", 1, "engine=vllm tp=16 per=card") == 69 * page);
  BOOST_TEST(state_bytes("Qwen3.5 27B", 1, "engine=vllm") == 48.0 * 784 * 4096);
  BOOST_TEST(state_bytes("Qwen3.5 27B", 1, "engine=vllm") > state_bytes("Qwen3.5 27B"));
}

// vLLM issue 55196: a page holds twice the tokens and stays as large, so that a short context takes as much
BOOST_AUTO_TEST_CASE(fp8_brings_nothing_to_a_short_context_of_a_hybrid) {
  const auto both = [](double context, std::string_view type) {
    return kv_bytes("Qwen3.5 27B", context, 1, type, "engine=vllm") +
           state_bytes("Qwen3.5 27B", 1, "engine=vllm", type);
  };
  BOOST_TEST(both(700, "fp8") == both(700, "bf16"));
  BOOST_TEST(both(262144, "fp8") < both(262144, "bf16"));
}

BOOST_AUTO_TEST_CASE(drafting_lengthens_the_convolution) {
  // 27B over 4 ranks with 7 drafted tokens: a page for 2,560 x 10 x 2 B + 12 x 128 x 128 x 4 B
  const double state = 2560.0 * 10 * 2 + 12 * 128 * 128 * 4;
  BOOST_TEST(tokens("Qwen3.5 27B", "bf16", "engine=vllm tp=4 draft=7") == padded(state / 1024, 16));
}

BOOST_AUTO_TEST_CASE(a_state_of_nothing_takes_no_page_of_nothing) {
  BOOST_TEST(tokens("LFM2 1.2B conv_kernel=1", "bf16", "engine=vllm") == 16); // no history
  BOOST_TEST(kv_bytes("LFM2 1.2B conv_kernel=1", 100, 2, "bf16", "engine=vllm") == 6 * 2.0 * 8 * 64 * 2 * 112 * 2);
}

BOOST_AUTO_TEST_SUITE_END()
