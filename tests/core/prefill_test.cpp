#include "gpu/prefill.hpp"

#include "catalogue/catalogue.hpp"
#include "failing.hpp"
#include "gpu/sharing.hpp"
#include "gpu/spec.hpp"
#include "model/spec.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram;
using namespace calcvram::test;

namespace {

double seconds(std::string_view model, std::string_view gpu, double context, std::string_view precision = "bf16",
               double batch = 1, std::string_view options = "") {
  const ModelRef found = parse_model(model, models());
  const GpuChoice cards = parse_gpu(gpu, gpus());
  const VramOptions parsed = parse_vram_options(parse_key_values(options));
  const int count = cards_for(cards, {}, parsed.degrees);
  const PrefillPlan plan{*found, parse_precision(precision), {context, batch}, parsed};
  return answer_for_all(cards, [&](const Gpu &card) { return prefill_s(plan, card, count); });
}

double flops(std::string_view model, double tokens) {
  return prefill_flops(*parse_model(model, models()), tokens);
}

const auto exactly = boost::test_tools::tolerance(1e-12); // NOLINT(cert-err58-cpp)

} // namespace

BOOST_AUTO_TEST_SUITE(prefill)

BOOST_AUTO_TEST_CASE(llama_3_8b_on_an_h100) { // 8192 tokens at half of 989 dense TFLOPS
  BOOST_TEST(seconds("Llama 3 8B", "H100 SXM", 8192, "bf16", 1, "mfu=0.5") == 0.284,
             boost::test_tools::tolerance(0.0018));
  BOOST_TEST(flops("Llama 3 8B", 8192) ==
                 2 * (8030261248.0 - 128256 * 4096) * 8192 + 2 * 32.0 * 32 * 128 * 8192.0 * 8192,
             exactly);
}

BOOST_AUTO_TEST_CASE(attention_is_what_windows_and_heads_leave) {
  // 2 products x 2 operations x 4 heads x 10 wide x pairs, of which causality leaves half
  const std::string base = "params=1B layers=2 hidden=40 heads=4 kv_heads=1 head_dim=10 ";
  const double matrices = 2e9 * 100;
  BOOST_TEST(flops(base, 100) == matrices + 2 * 4 * 40 * 100.0 * 100 / 2, exactly);
  // a window layer: 100 x 30 - 30^2 / 2 pairs
  BOOST_TEST(flops(base + "window_layers=1 window=30", 100) ==
                 matrices + 4 * 40 * 100.0 * 100 / 2 + 4 * 40 * (100 * 30 - 450.0),
             exactly);
  BOOST_TEST(flops(base + "window_layers=1 window=300", 100) == flops(base, 100), exactly);
  // K and V of different width
  BOOST_TEST(flops(base + "v_head_dim=6", 100) == matrices + 2 * 2 * 4 * 16 * 100.0 * 100 / 2, exactly);
  // MLA: the heads decompressed, nope and rope wide, whatever the latent is
  BOOST_TEST(flops("params=1B layers=2 hidden=40 heads=4 kv_lora_rank=8 rope_dim=3 nope_dim=5 v_head_dim=6", 100) ==
                 matrices + 2 * 2 * 4 * (8 + 6) * 100.0 * 100 / 2,
             exactly);
}

BOOST_AUTO_TEST_CASE(only_active_parameters_multiply) {
  BOOST_TEST(flops("params=100B active_params=10B", 10) == 2 * 10e9 * 10);
  BOOST_TEST(flops("70", 10) == 2 * 70e9 * 10);
}

BOOST_AUTO_TEST_CASE(what_the_card_computes_in) {
  const auto tflops = [](std::string_view precision, std::string_view gpu) {
    return tflops_for(parse_precision(precision), *parse_gpu(gpu, gpus()).candidates.front());
  };
  BOOST_TEST(tflops("bf16", "H100 SXM") == 989);
  BOOST_TEST(tflops("fp8", "H100 SXM") == 1979);
  BOOST_TEST(tflops("int4", "H100 SXM") == 989);
  BOOST_TEST(tflops("nf4", "H100 SXM") == 989);
  BOOST_TEST(tflops("fp8", "A100 SXM 80GB") == 312);   // no FP8 in hardware
  BOOST_TEST(tflops("bf16", "V100 PCIe 16GB") == 112); // only fp16
  BOOST_TEST(tflops("fp16", "Gaudi 3") == 1678);       // only bf16
  BOOST_TEST(is_no_answer([&] { return tflops("bf16", "A16"); }));
  BOOST_TEST(is_no_answer([&] { return tflops("fp8", "Radeon AI PRO R9700"); }));
  BOOST_TEST(is_no_answer([] { return seconds("70b", "GB10", 8192); }));
}

BOOST_AUTO_TEST_CASE(a_short_prompt_waits_for_the_weights) {
  BOOST_TEST(seconds("Llama 3 8B", "H100 SXM", 1) == 2 * (8.030261248 - 0.128256 * 4.096) / 3350, exactly);
  BOOST_TEST(seconds("70", "bf16_tflops=1000", 1) == 2 * 70e9 / 1000e12, exactly); // no bandwidth is known
}

BOOST_AUTO_TEST_CASE(longer_with_tokens_and_prompts_shorter_with_cards_and_mfu) {
  const double one = seconds("Llama 3 70B", "H100 SXM", 8192);
  BOOST_TEST(seconds("Llama 3 70B", "H100 SXM", 16384) > 2 * one);
  BOOST_TEST(seconds("Llama 3 70B", "H100 SXM", 8192, "bf16", 4) == 4 * one, exactly);
  BOOST_TEST(seconds("Llama 3 70B", "8x H100 SXM", 8192) == one / 8, exactly);
  BOOST_TEST(seconds("Llama 3 70B", "H100 SXM", 8192, "bf16", 1, "mfu=0.4") == one / 0.4, exactly);
  BOOST_TEST(seconds("Llama 3 70B", "H100 SXM", 8192, "fp8") == one * 989 / 1979, exactly);
}

BOOST_AUTO_TEST_CASE(splits) {
  const double one = seconds("Llama 3 70B", "H100 SXM", 8192);
  const double waited_s = 160 * 1.75 * 8192 * 8192 * 2 / 900e9;
  BOOST_TEST(seconds("Llama 3 70B", "H100 SXM", 8192, "bf16", 1, "tp=8") == one / 8 + waited_s, exactly);
  BOOST_TEST(seconds("Llama 3 8B", "RTX 4090", 8192, "bf16", 1, "tp=2") == seconds("Llama 3 8B", "RTX 4090", 8192) / 2,
             exactly); // no figure of a link
  BOOST_TEST(seconds("Llama 3 70B", "H100 SXM", 8192, "bf16", 1, "cp=4") == one / 4, exactly);
  BOOST_TEST(seconds("Llama 3 70B", "H100 SXM", 8192, "bf16", 1, "pp=4") == one, exactly);
  BOOST_TEST(seconds("Llama 3 70B", "H100 SXM", 8192, "bf16", 5, "pp=4") == one * 8 / 4, exactly);
  BOOST_TEST(seconds("Llama 3 70B", "H100 SXM", 8192, "bf16", 5, "dp=4") == 2 * one, exactly);
  BOOST_TEST(seconds("Llama 3 70B", "8x H100 SXM", 8192, "bf16", 4, "dp=4") == one / 2, exactly);
  BOOST_TEST(is_bad_argument([] { return seconds("Llama 3 70B", "2x H100 SXM", 8192, "bf16", 1, "tp=4"); }));
}

// Lower bounds: programs that quantise activations too multiply in narrow types
BOOST_AUTO_TEST_CASE(formats_that_are_multiplied_as_they_are) {
  const auto tflops = [](std::string_view precision, std::string_view gpu) {
    return tflops_for(parse_precision(precision), *parse_gpu(gpu, gpus()).candidates.front());
  };
  for (const auto *in_int8 : {"int8_channel", "llm_int8", "Q4_K_M", "Q8_0"}) {
    BOOST_TEST(tflops(in_int8, "A100 SXM 80GB") == 624, in_int8);
    BOOST_TEST(tflops(in_int8, "B300") == 2250, in_int8);          // INT8 is slower there
    BOOST_TEST(tflops(in_int8, "V100 PCIe 16GB") == 112, in_int8); // none
  }
  for (const auto *in_16_bits : {"gguf_bf16", "gptq", "awq", "nf4", "int8"}) {
    BOOST_TEST(tflops(in_16_bits, "A100 SXM 80GB") == 312, in_16_bits);
  }
  for (const auto *in_fp4 : {"mxfp4", "nvfp4"}) {
    BOOST_TEST(tflops(in_fp4, "B200") == 9000, in_fp4);
    BOOST_TEST(tflops(in_fp4, "H100 SXM") == 989, in_fp4);
  }
  BOOST_TEST(tflops("mxfp8", "B200") == 4500);
}

BOOST_AUTO_TEST_SUITE_END()
