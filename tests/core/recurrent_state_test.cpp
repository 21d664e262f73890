#include "memory/recurrent_state.hpp"

#include "caches.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram;
using namespace calcvram::test;

BOOST_AUTO_TEST_SUITE(recurrent_state)

BOOST_AUTO_TEST_CASE(the_convolution_is_16_bit_but_in_llama_cpp) {
  BOOST_TEST(state_bytes("Qwen3.5 27B") == 153944064);
  BOOST_TEST(state_bytes("Qwen3.5 27B", 1, "engine=llama.cpp") == 149.625 * 1024 * 1024);
}

BOOST_AUTO_TEST_CASE(drafting_keeps_copies) {
  BOOST_TEST(state_bytes("Qwen3.5 27B", 1, "draft=3") == 4 * 153944064.0);
  BOOST_TEST(state_bytes("Qwen3.5 27B", 1, "engine=llama.cpp draft=3") == 598.5 * 1024 * 1024);
}

BOOST_AUTO_TEST_CASE(heads_split_and_groups_stand_on_each_rank) {
  const double one = state_bytes("Qwen3.5 27B"); // 16 groups
  BOOST_TEST(state_bytes("Qwen3.5 27B", 1, "tp=4 per=card") == one / 4);
  BOOST_TEST(state_bytes("Qwen3.5 27B", 1, "tp=4") == one);
  // one group of 128 states: 2 x 128 channels more on each further rank
  constexpr auto granite = "kv_layers=0 state_layers=36 state_kind=mamba2 inner=3072 state=128 groups=1 conv_kernel=4";
  BOOST_TEST(state_bytes(granite, 1, "tp=4") - state_bytes(granite) == 36.0 * 3 * (3 * 2 * 128) * 2);
  BOOST_TEST(state_bytes("Qwen3.5 27B", 1, "cp=2") == 2 * one);
  BOOST_TEST(state_bytes("Qwen3.5 27B", 5, "dp=2") == 5 * one);
  BOOST_TEST(state_bytes("Qwen3.5 27B", 5, "dp=2 per=card") == 3 * one);
  BOOST_TEST(state_bytes("Qwen3.5 27B", 1, "pp=5 per=card") == one / 48 * 10);
  BOOST_TEST(state_bytes(v4_flash, 1, "tp=4") == 4 * state_bytes(v4_flash)); // a compressor is not split
}

BOOST_AUTO_TEST_CASE(the_words_carry_the_numbers) {
  const ModelRef qwen = parse_model("Qwen3.5 27B", models());
  BOOST_TEST(explain_recurrent_state(*qwen, 2, {}, options_of("engine=llama.cpp draft=1")) ==
             "2 sequences x 48 deltanet layers x (786,432 x 4 B + 30,720 x 4 B) x 2 copies (one for each drafted "
             "token) = 627,572,736 B; llama.cpp src/llama-memory-recurrent.cpp");
  BOOST_TEST(explain_recurrent_state(*parse_model(v4_flash, models()), 1, {}, {}) ==
             "1 sequence x 21 compressors x 20,480 x 4 B + 20 compressors x 131,072 x 4 B = 12,206,080 B; llama.cpp "
             "src/llama-kv-cache-dsv4.cpp");
}

BOOST_AUTO_TEST_SUITE_END()
