#include "gpu/throughput.hpp"

#include "catalogue/catalogue.hpp"
#include "failing.hpp"
#include "gpu/sharing.hpp"
#include "gpu/spec.hpp"
#include "model/spec.hpp"
#include "test_table.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

using namespace calcvram;
using namespace calcvram::test;

namespace {

struct Step {
  double context = 0;
  double batch = 1;
  std::string_view cache = "bf16";
  std::string_view options = "";
};

double rate(std::string_view model, std::string_view precision, std::string_view gpu, const Step &step = {}) {
  const ModelRef found = parse_model(model, models());
  const GpuChoice cards = parse_gpu(gpu, gpus());
  const VramOptions options = parse_vram_options(parse_key_values(step.options));
  const int count = cards_for(cards, {}, options.degrees);
  const CachePrecision cache = parse_cache_precision(step.cache);
  const DecodePlan plan{*found, parse_precision(precision), {step.context, step.batch}, cache, options};
  return answer_for_all(cards, [&](const Gpu &card) { return decode_rate(plan, card, count); });
}

} // namespace

BOOST_AUTO_TEST_SUITE(throughput)

BOOST_AUTO_TEST_CASE(the_rental_pages_ceilings) { // worked examples 6, 7, 9, 10
  BOOST_TEST(std::round(rate("7b", "bf16", "A40")) == 50);
  BOOST_TEST(std::round(rate("7b", "bf16", "RTX 5090")) == 128);
  BOOST_TEST(std::round(rate("34b", "bf16", "A100 SXM 80GB")) == 30);
  BOOST_TEST(std::round(rate("34b", "int4", "RTX 4090")) == 59);
}

BOOST_AUTO_TEST_CASE(llama_3_70b_on_an_h100) { // FP8 weights and cache, 8k; the token table is not read
  BOOST_TEST(rate("Llama 3 70B", "fp8", "H100 SXM", {8192, 1, "fp8"}) == 47.3, boost::test_tools::tolerance(0.002));
  BOOST_TEST(rate("Llama 3 70B", "fp8", "H100 SXM", {8192, 32, "fp8"}) == 953, boost::test_tools::tolerance(0.002));
}

BOOST_AUTO_TEST_CASE(a_bare_number_has_a_ceiling_without_a_cache) {
  BOOST_TEST(rate("70", "bf16", "bandwidth_gb_s=1400") == 10);
  BOOST_TEST(is_bad_argument([] { return rate("70", "bf16", "bandwidth_gb_s=1400", {8192}); }));
}

BOOST_AUTO_TEST_CASE(a_card_without_a_known_bandwidth_has_no_answer) {
  BOOST_TEST(is_no_answer([] { return rate("70b", "bf16", "A16"); }));
  BOOST_TEST(is_no_answer([] { return rate("70b", "bf16", "vram_gb=80"); }));
}

BOOST_AUTO_TEST_CASE(slower_with_context_faster_with_batch) {
  BOOST_TEST(rate("Llama 3 8B", "bf16", "A40", {8192}) < rate("Llama 3 8B", "bf16", "A40"));
  BOOST_TEST(rate("Llama 3 8B", "bf16", "A40", {8192, 8}) > rate("Llama 3 8B", "bf16", "A40", {8192}));
  BOOST_TEST(rate("Llama 3 8B", "bf16", "A40", {8192, 8, "q8_0"}) > rate("Llama 3 8B", "bf16", "A40", {8192, 8}));
}

BOOST_AUTO_TEST_CASE(a_window_reads_no_more_than_it_keeps) {
  // 18 of 36 layers have a window of 128 tokens: from 128 on only the others read more, 36,864 B a token
  const double gb_s = 3350;
  const auto bytes = [&](double context) { return gb_s * 1e9 / rate("gpt-oss-120b", "bf16", "H100 SXM", {context}); };
  BOOST_TEST(bytes(8192) - bytes(4096) == 4096 * 36'864.0, boost::test_tools::tolerance(1e-6));
  BOOST_TEST(bytes(128) - bytes(64) == 64 * 2 * 36'864.0, boost::test_tools::tolerance(1e-4));
}

BOOST_AUTO_TEST_CASE(the_engines_padding_is_not_read) {
  for (const auto *engine : {"engine=llama.cpp", "engine=vllm"}) {
    BOOST_TEST(rate("Gemma 3 27B", "bf16", "H100 SXM", {5000, 1, "bf16", engine}) ==
               rate("Gemma 3 27B", "bf16", "H100 SXM", {5000}));
  }
}

BOOST_AUTO_TEST_CASE(a_recurrent_state_is_read_and_written) {
  // Qwen3.6 27B: 153,944,064 B a sequence with fp32 states and bf16 convolutions
  const auto seconds = [](double batch) { return batch / rate("Qwen3.6 27B", "bf16", "H100 SXM", {0, batch}); };
  BOOST_TEST((seconds(5) - seconds(1)) * 3350e9 == 4 * 2 * 153'944'064.0, boost::test_tools::tolerance(1e-6));
}

BOOST_AUTO_TEST_CASE(a_count_alone_multiplies) {
  for (const auto *model : {"70b", "Llama 3 70B", "gpt-oss-120b"}) {
    BOOST_TEST(rate(model, "bf16", "8x H100 SXM", {8192, 4}) == 8 * rate(model, "bf16", "H100 SXM", {8192, 4}),
               boost::test_tools::tolerance(1e-12));
  }
}

BOOST_AUTO_TEST_CASE(tensor_parallel_cards_share_but_for_the_heads_and_the_link) {
  const double one = rate("Llama 3 70B", "bf16", "H100 SXM");
  const double eight = rate("Llama 3 70B", "bf16", "H100 SXM", {0, 1, "bf16", "tp=8"});
  // two all-reduces in each of 80 layers, 2 x 7/8 x 8192 x 2 B each, over 900 GB/s
  const double waited_s = 160 * 1.75 * 8192 * 2 / 900e9;
  BOOST_TEST(1 / eight == 1 / (8 * one) + waited_s, boost::test_tools::tolerance(1e-3));
  BOOST_TEST(eight < 8 * one);
  // no figure of a link, no cost
  BOOST_TEST(rate("Llama 3 8B", "bf16", "RTX 4090", {0, 1, "bf16", "tp=2"}) ==
                 2 * rate("Llama 3 8B", "bf16", "RTX 4090"),
             boost::test_tools::tolerance(1e-3));
}

BOOST_AUTO_TEST_CASE(a_card_has_one_head_at_least) {
  // 8 KV heads on 16 cards: each reads 1 of 8, not half of one. Without a link only the reads count.
  const auto cache_s = [](std::string_view model, std::string_view options) {
    const auto step_s = [&](double context) {
      return 1 / rate(model, "bf16", "bandwidth_gb_s=1000", {context, 1, "bf16", options});
    };
    return step_s(8192) - step_s(0);
  };
  BOOST_TEST(cache_s("Llama 3 70B", "tp=8") == cache_s("Llama 3 70B", "tp=16"), boost::test_tools::tolerance(1e-6));
  BOOST_TEST(cache_s("Llama 3 70B", "tp=4") == 2 * cache_s("Llama 3 70B", "tp=8"), boost::test_tools::tolerance(1e-6));
  // the latent of MLA is on every card
  BOOST_TEST(cache_s("DeepSeek-V3", "tp=8") == cache_s("DeepSeek-V3", ""), boost::test_tools::tolerance(1e-4));
  // and context parallelism divides it
  BOOST_TEST(cache_s("DeepSeek-V3", "cp=8") == cache_s("DeepSeek-V3", "") / 8, boost::test_tools::tolerance(1e-4));
}

BOOST_AUTO_TEST_CASE(a_layer_split_is_no_faster_for_one_sequence) {
  const double one = rate("Llama 3 70B", "bf16", "A40", {4096});
  BOOST_TEST(rate("Llama 3 70B", "bf16", "A40", {4096, 1, "bf16", "pp=4"}) == one);
  BOOST_TEST(rate("Llama 3 70B", "bf16", "A40", {4096, 4, "bf16", "pp=4"}) == 4 * one,
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(rate("Llama 3 70B", "bf16", "A40", {4096, 2, "bf16", "pp=4"}) == 2 * one,
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(rate("Llama 3 70B", "bf16", "4x A40", {4096, 32, "bf16", "pp=4"}) ==
                 4 * rate("Llama 3 70B", "bf16", "A40", {4096, 8}),
             boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(replicas_share_the_sequences) {
  BOOST_TEST(rate("Llama 3 8B", "bf16", "A40", {4096, 32, "bf16", "dp=4"}) ==
                 4 * rate("Llama 3 8B", "bf16", "A40", {4096, 8}),
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(rate("Llama 3 8B", "bf16", "A40", {4096, 1, "bf16", "dp=4"}) ==
             rate("Llama 3 8B", "bf16", "A40", {4096, 1}));
}

BOOST_AUTO_TEST_CASE(no_split_beats_the_perfect_one) {
  for (const auto *model : {"Llama 3 70B", "DeepSeek-V3", "gpt-oss-120b", "Nemotron 3 Nano 30B-A3B", "Gemma 3 27B"}) {
    for (const auto *options : {"tp=8", "pp=8", "dp=8", "cp=8", "tp=4 pp=2", "tp=2 dp=4", "tp=8 ep=8", "dp=8 ep=8"}) {
      for (const double batch : {1.0, 7.0, 64.0}) {
        BOOST_TEST(rate(model, "fp8", "8x H200 SXM", {8192, batch, "bf16", options}) <=
                       rate(model, "fp8", "8x H200 SXM", {8192, batch}) * (1 + 1e-12),
                   model << " " << options << " " << batch);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(cards_beyond_the_degrees_multiply) {
  BOOST_TEST(rate("Llama 3 70B", "bf16", "8x H100 SXM", {8192, 4, "bf16", "tp=4"}) ==
                 2 * rate("Llama 3 70B", "bf16", "4x H100 SXM", {8192, 4, "bf16", "tp=4"}),
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(is_bad_argument([] { return rate("Llama 3 70B", "bf16", "2x H100 SXM", {8192, 4, "bf16", "tp=4"}); }));
}

BOOST_AUTO_TEST_CASE(tables_larger_than_params_say_nothing_of_what_is_read) {
  const auto *spec = "params=7 layers=2 hidden=1000000 vocab=32000 tied=0";
  BOOST_TEST(rate(spec, "bf16", "H200") == 4800.0 / 14, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_SUITE_END()
