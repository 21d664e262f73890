#include "memory/kv_cache.hpp"

#include "caches.hpp"
#include "catalogue/catalogue.hpp"
#include "failing.hpp"
#include "memory/inference.hpp"
#include "model/spec.hpp"
#include "test_table.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

using namespace calcvram;
using namespace calcvram::test;

namespace {

double rounded(double value, int decimals) {
  const double step = std::pow(10, decimals);
  return std::floor(value * step + 0.5) / step;
}

} // namespace

BOOST_AUTO_TEST_SUITE(kv_cache)

BOOST_AUTO_TEST_CASE(every_catalogue_model_at_three_contexts) {
  const TestTable table{"model_kv.csv"};
  for (std::size_t row = 0; row < table.size(); ++row) {
    BOOST_TEST(calcvram::kv_cache(*parse_model(table.text(row, "model"), models()), {table.number(row, "context"), 1},
                                  {}, VramOptions{})
                       .count() == table.number(row, "kv_bytes"),
               table.place(row) << " " << table.text(row, "model"));
  }
}

BOOST_AUTO_TEST_CASE(every_recurrent_state) {
  const TestTable table{"model_state.csv"};
  for (std::size_t row = 0; row < table.size(); ++row) {
    BOOST_TEST(recurrent_state(*parse_model(table.text(row, "model"), models()), 1, {}, VramOptions{}).count() ==
                   table.number(row, "state_bytes"),
               table.place(row) << " " << table.text(row, "model"));
  }
}

BOOST_AUTO_TEST_CASE(the_rental_pages_table) {
  const TestTable page{"rental_page/kv_context.csv"};
  for (std::size_t row = 0; row < page.size(); ++row) {
    const std::string &model = page.text(row, "model");
    BOOST_TEST(rounded(kv_bytes(model, 1) / 1e6, 2) == page.number(row, "kv_per_token_mb"), page.place(row));
    BOOST_TEST(rounded(kv_bytes(model, 8192) / 1e9, 1) == page.number(row, "kv_8k_gb"), page.place(row));
    BOOST_TEST(rounded(kv_bytes(model, 32768) / 1e9, 1) == page.number(row, "kv_32k_gb"), page.place(row));
    BOOST_TEST(rounded(kv_bytes(model, 131072) / 1e9, 1) == page.number(row, "kv_128k_gb"), page.place(row));
  }
}

BOOST_AUTO_TEST_CASE(known_figures) {
  BOOST_TEST(kv_bytes("13b", 131072) == 107374182400);
  BOOST_TEST(kv_bytes("params=8.03B layers=32 hidden=4096", 2048) == 1073741824);
  BOOST_TEST(kv_bytes("DeepSeek-V3", 1) == 70272);            // vLLM, llama.cpp
  BOOST_TEST(kv_bytes("Gemma 3 27B", 131072) == 11173625856); // exact windows
  BOOST_TEST(kv_bytes("Llama 3.1 8B", 131072, 1, "q8_0") == 8.5 * 1024 * 1024 * 1024);
  BOOST_TEST(kv_bytes("Llama 3.1 8B", 131072, 1, "q4_0") == 4.5 * 1024 * 1024 * 1024);
  BOOST_TEST(kv_bytes("DeepSeek-R1", 1, 1, "bf16", "mla=expanded") == 4997120); // 61*128*320*2: old GGUF
}

BOOST_AUTO_TEST_CASE(k_and_v_may_have_types_of_their_own) {
  // ik_llama.cpp discussion 437: K q8_0 3196 MiB, V f16 6016 MiB at 65,536 cells of Qwen3-235B
  BOOST_TEST(kv_bytes("Qwen3 235B-A22B", 65536, 1, "fp16", "kv_k=q8_0") == 9659482112);
  BOOST_TEST(kv_bytes("Llama 3.1 8B", 100, 1, "bf16", "kv_k=q8_0 kv_v=q8_0") ==
             kv_bytes("Llama 3.1 8B", 100, 1, "q8_0"));
}

BOOST_AUTO_TEST_CASE(linear_in_sequences_and_never_falling_in_context) {
  for (const ModelEntry &entry : models().all()) {
    if (!entry.model.cache_gap.empty()) {
      continue;
    }
    const VramOptions none;
    double before = 0;
    for (const double context : {1.0, 100.0, 4096.0, 100000.0}) {
      const double one = calcvram::kv_cache(entry.model, {context, 1}, {}, VramOptions{}).count();
      const double three = calcvram::kv_cache(entry.model, {context, 3}, {}, VramOptions{}).count();
      BOOST_TEST(three == 3 * one, entry.model.name);
      BOOST_TEST(one >= before, entry.model.name);
      before = one;
    }
    BOOST_TEST(recurrent_state(entry.model, 3, {}, none).count() ==
               3 * recurrent_state(entry.model, 1, {}, none).count());
  }
}

BOOST_AUTO_TEST_CASE(the_words_carry_the_numbers) {
  BOOST_TEST(explain_kv_cache(*parse_model("70b", models()), {8192, 1}, {}, VramOptions{}) ==
             "1 sequence x (80 layers x 2 (K and V) x 8 KV heads x 128 wide x 2 B x 8,192 tokens) = 2,684,354,560 B; "
             "vLLM v1/kv_cache_interface.py");
}

BOOST_AUTO_TEST_CASE(parameters_alone_tell_no_cache) {
  BOOST_TEST(is_bad_argument([] { return kv_bytes("70", 8192) + kv_bytes("8.03B", 1); }));
}

BOOST_AUTO_TEST_CASE(a_latent_row_stands_on_ranks) { // it has no heads
  const VramOptions options = options_of("tp=2");
  const std::string how = explain_kv_cache(*parse_model("DeepSeek-V3", models()), {8192, 1},
                                           cache_bytes(parse_cache_precision("bf16"), options), options);
  BOOST_TEST(how.find("61 latent (MLA) layers x 2 ranks x 576 wide x 2 B x 8,192 tokens") != std::string::npos, how);
}

BOOST_AUTO_TEST_SUITE_END()
