#include "memory/placed_weights.hpp"

#include "catalogue/catalogue.hpp"
#include "failing.hpp"
#include "model/spec.hpp"
#include "model/tensors.hpp"
#include "precision/scaled_format.hpp"
#include "test_table.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>

using namespace calcvram;
using namespace calcvram::test;

namespace {
double weight_gb(std::string_view model, std::string_view precision) {
  return weights(*parse_model(model, models()), parse_precision(precision), {}).gb();
}

double weight_bytes(std::string_view model, std::string_view precision) {
  return weights(*parse_model(model, models()), parse_precision(precision), {}).count();
}

PlacedWeights place(std::string_view model, std::string_view precision, std::string_view options) {
  return place_weights(*parse_model(model, models()), parse_precision(precision),
                       parse_vram_options(parse_key_values(options)));
}

WeightParts parts(std::string_view model, std::string_view precision, std::string_view options = "") {
  return weight_parts(*parse_model(model, models()), parse_precision(precision),
                      parse_vram_options(parse_key_values(options)));
}

std::string explain(std::string_view model, std::string_view precision, std::string_view options = "") {
  return explain_placed_weights(*parse_model(model, models()), parse_precision(precision),
                                parse_vram_options(parse_key_values(options)));
}

// two layers of hidden 256, 4 heads, ffn 512; 1000 tokens: 2 x 256,000 in table and head, 2 x (4 x 65,536 + 3 x
// 131,072) in matrices, 5 x 256 in norms
constexpr std::string_view small = "params=1824000 layers=2 hidden=256 ffn=512 heads=4 vocab=1000 tied=0";
constexpr std::string_view small_tied = "params=1568000 layers=2 hidden=256 ffn=512 heads=4 vocab=1000 tied=1";
constexpr std::string_view small_more = "params=2824000 layers=2 hidden=256 ffn=512 heads=4 vocab=1000 tied=0";
constexpr double small_linear = 2 * (4 * 65536 + 3 * 131072);
constexpr double small_ends = 2 * 256000;
constexpr double small_norms = 1280;
} // namespace

BOOST_AUTO_TEST_SUITE(weights)

BOOST_AUTO_TEST_CASE(the_rental_pages_table) {
  const TestTable page{"rental_page/precision_bytes.csv"};
  for (std::size_t row = 0; row < page.size(); ++row) {
    const double bytes = page.number(row, "bytes_per_param");
    BOOST_TEST(calcvram::weights(*parse_model("7b", models()), parse_precision(bytes), {}).gb() ==
               page.number(row, "weights_7b_gb"));
    BOOST_TEST(calcvram::weights(*parse_model("70b", models()), parse_precision(bytes), {}).gb() ==
               page.number(row, "weights_70b_gb"));
  }
}

BOOST_AUTO_TEST_CASE(parameters_times_bytes) {
  BOOST_TEST(weight_gb("Llama 3.1 70B", "bf16") == 141.107412992);
  BOOST_TEST(weight_gb("Llama 3.1 70B", "int4") == 35.276853248);
  BOOST_TEST(weight_gb("70", "fp8") == 70);
  BOOST_TEST(weight_gb("params=8.03B", "bf16") == 16.06);
}

BOOST_AUTO_TEST_CASE(flat_formats_are_parameters_times_bytes_whatever_the_shape) {
  for (const std::string_view model : {"Llama 3.1 8B", "Qwen3 30B-A3B", "DeepSeek-V3", "Gemma 3 1B", "gpt-oss-120b"}) {
    const double all = parameters(*parse_model(model, models()));
    for (const std::string_view precision : {"fp32", "bf16", "fp8", "int8", "int4"}) {
      const double bytes = parse_precision(precision).nominal_bytes();
      BOOST_TEST(weight_bytes(model, precision) == all * bytes, model << " " << precision);
      BOOST_TEST(parts(model, precision).total().count() == all * bytes, model << " " << precision);
      BOOST_TEST(place(model, precision, "").gpu.count() == all * bytes, model << " " << precision);
    }
  }
}

BOOST_AUTO_TEST_CASE(formats_with_scales_leave_embeddings_and_norms_in_16_bits) {
  const double kept = (small_ends + small_norms) * 2;
  BOOST_TEST(weight_bytes(small, "bf16") == 1824000 * 2);
  BOOST_TEST(weight_bytes(small, "nf4") == small_linear * 4.5 / 8 + kept);
  BOOST_TEST(weight_bytes(small, "gptq") == small_linear * 4.15625 / 8 + kept);
  BOOST_TEST(weight_bytes(small, "awq_g64") == small_linear * 4.3125 / 8 + kept);
  BOOST_TEST(weight_bytes(small, "int4_sym") == small_linear * 4.125 / 8 + kept);
  BOOST_TEST(weight_bytes(small, "mxfp4") == small_linear * 4.25 / 8 + kept); // a dense model: all linear layers
  BOOST_TEST(weight_bytes(small, "mxfp8") == small_linear * 8.25 / 8 + kept);
  BOOST_TEST(weight_bytes(small, "nvfp4") == small_linear * 4.5 / 8 + 14 * 4 + kept);
  BOOST_TEST(weight_bytes(small, "fp8_tensor") == small_linear + 14 * 4 + kept);
  BOOST_TEST(weight_bytes(small, "fp8_block") == small_linear * (1 + 4.0 / (128 * 128)) + kept);
  BOOST_TEST(weight_bytes(small, "int8_channel") == small_linear + 2 * 2 * (5 * 256 + 2 * 512) + kept);
  BOOST_TEST(weight_bytes(small, "mlx_4bit") == (small_linear + small_ends) * 4.5 / 8 + small_norms * 2);
  // act-order: an int32 an input channel
  BOOST_TEST(weight_bytes(small, "gptq_act") == small_linear * 4.15625 / 8 + 4 * 2 * (6 * 256 + 512) + kept);
}

BOOST_AUTO_TEST_CASE(groups_and_blocks_that_do_not_divide_a_row_round_up) {
  // one layer of hidden 200: a row of 200 has two groups of 128 and two blocks of 128
  const std::string_view odd = "params=1000000 layers=1 hidden=200 ffn=200 heads=1 vocab=1800 tied=0";
  const double kept = 2 * (2 * 200 * 1800 + 3 * 200);
  const double matrices = 7;
  BOOST_TEST(weight_bytes(odd, "int4_sym") ==
                 matrices * (200 * 200 * 0.5 + 200 * 2 * 2) +
                     kept + // 600 parameters less than told: with the linear mean
                     (1000000 - (matrices * 200 * 200 + kept / 2)) * (200 * 200 * 0.5 + 200 * 2 * 2) / (200 * 200),
             boost::test_tools::tolerance(1e-12));
  const ScaledFormat &block = *parse_precision("fp8_block").scaled;
  BOOST_TEST(packed_bytes(block, {TensorRole::attn_q, 200, 200, 3, 5}) == 15 * (200 * 200 + 2 * 2 * 4));
}

BOOST_AUTO_TEST_CASE(published_checkpoints_to_the_byte) {
  // hf-mem issue 60 and its log print these totals; Mixture-of-experts models have their routed experts in MXFP4
  BOOST_TEST(weight_bytes("gpt-oss-120b", "mxfp4") == 65'248'815'744.0);
  BOOST_TEST(weight_bytes("gpt-oss-20b", "mxfp4") == 13'761'264'768.0);
  BOOST_TEST(weight_bytes("MiniMax-M2", "fp8_block") == 230'121'630'720.0);
}

BOOST_AUTO_TEST_CASE(nominal_bits_where_the_architecture_is_not_known) {
  BOOST_TEST(weight_gb("70b", "nf4") == 35);
  BOOST_TEST(weight_gb("70", "nf4") == 35);
  BOOST_TEST(weight_gb("70", "gptq") == 35);
  BOOST_TEST(weight_gb("70b", "fp8_block") == 70);
  BOOST_TEST(weight_gb("70", "Q4_K_M") == 70 * 4.5 / 8); // its base type with its scales
  BOOST_TEST(explain("70", "nf4") == "70,000,000,000 parameters x 0.5 B (nf4, nominal: the architecture is not known)");
}

BOOST_AUTO_TEST_CASE(a_shape_that_does_not_tell_its_tensors_takes_linear_bits_and_says_so) {
  const std::string_view vague = "params=8B layers=32 hidden=4096 vocab=128256 tied=0";
  const double embeddings = 2.0 * 4096 * 128256;
  BOOST_TEST(weight_bytes(vague, "gptq") == (8e9 - embeddings) * 4.15625 / 8 + embeddings * 2);
  BOOST_TEST(weight_bytes(vague, "Q4_K_M") == (8e9 - embeddings) * 4.5 / 8 + embeddings / 2 * (4.5 + 6.5625) / 8);
  BOOST_TEST(explain(vague, "gptq").find("does not tell its tensors") != std::string::npos);
  BOOST_TEST(weight_bytes("params=8B layers=32 hidden=4096", "gptq") == 8e9 * 4.15625 / 8);
}

BOOST_AUTO_TEST_CASE(published_parameters_that_the_shape_does_not_tell_take_the_linear_mean) {
  const double told = weight_bytes(small, "nf4");
  BOOST_TEST(weight_bytes(small_more, "nf4") == told + 1e6 * 4.5 / 8);
  BOOST_TEST(explain(small_more, "nf4").find("1,000,000 published parameters that the shape does not tell") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_host_has_the_tables_that_are_looked_up) {
  const double table = 256000 * 2;
  BOOST_TEST(place(small, "bf16", "embedding=host").gpu.count() == 1824000 * 2 - table);
  BOOST_TEST(place(small, "bf16", "embedding=host").host.count() == table);
  // tied: the host's copy is one more
  BOOST_TEST(place(small_tied, "bf16", "embedding=host").gpu.count() == 1568000 * 2);
  BOOST_TEST(place(small_tied, "bf16", "embedding=host").host.count() == table);
  BOOST_TEST(place(small, "bf16", "embedding=host dp=2").host.count() == 2 * table); // one a process
  BOOST_TEST(is_bad_argument([] { return place("70", "bf16", "embedding=host").gpu; }));
}

BOOST_AUTO_TEST_CASE(all_copies_on_all_cards) {
  const double all = 1824000 * 2;
  const double norms = small_norms * 2;
  const double table = 256000 * 2;
  BOOST_TEST(place(small, "bf16", "dp=3").gpu.count() == 3 * all);
  BOOST_TEST(place(small, "bf16", "dp=3 per=card").gpu.count() == all);
  BOOST_TEST(place(small, "bf16", "tp=4").gpu.count() == all + 3 * norms); // norms on each
  BOOST_TEST(place(small, "bf16", "tp=4 per=card").gpu.count() == (all - norms) / 4 + norms);
  BOOST_TEST(place(small, "bf16", "pp=2").gpu.count() == all);
  BOOST_TEST(place(small, "bf16", "pp=2 per=card").gpu.count() == (all - 2 * table) / 2 + table);
}

BOOST_AUTO_TEST_CASE(experts_by_expert_parallelism) {
  const WeightParts moe = parts("Qwen3 30B-A3B", "bf16");
  BOOST_TEST(moe.experts.count() == 48.0 * 128 * 3 * 2048 * 768 * 2);
  const double others = moe.total().count() - moe.experts.count() - moe.replicated.count();
  BOOST_TEST(place("Qwen3 30B-A3B", "bf16", "dp=8 ep=8").gpu.count() ==
             8 * (others + moe.replicated.count()) + moe.experts.count());
  BOOST_TEST(place("Qwen3 30B-A3B", "bf16", "dp=8 ep=8 per=card").gpu.count() ==
             others + moe.replicated.count() + moe.experts.count() / 8);
}

BOOST_AUTO_TEST_CASE(k_and_v_heads_repeat_beyond_kv_heads) {
  // 2 KV heads on 8 cards: each card has one of them, and an eighth of the rest
  const std::string_view gqa =
      "params=1627392 layers=2 hidden=256 ffn=512 heads=8 kv_heads=2 head_dim=32 vocab=1000 tied=0";
  const double k_and_v = 2.0 * 2 * 256 * 64 * 2;
  const double norms = small_norms * 2;
  const double rest = 1627392.0 * 2 - k_and_v - norms;
  BOOST_TEST(place(gqa, "bf16", "tp=8 per=card").gpu.count() == rest / 8 + k_and_v / 2 + norms,
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(place(gqa, "bf16", "tp=8").gpu.count() == rest + k_and_v * 4 + norms * 8,
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(place(gqa, "bf16", "tp=2").gpu.count() == rest + k_and_v + norms * 2);
}

BOOST_AUTO_TEST_CASE(the_parts_are_the_whole_for_every_format_and_model) {
  for (const ModelEntry &entry : models().all()) {
    if (!entry.model.shape.params) {
      continue;
    }
    for (const std::string_view name : {"bf16", "fp8_block", "gptq", "nf4", "mxfp4", "mlx_4bit", "Q4_K_M", "IQ2_M"}) {
      const Precision precision = parse_precision(name);
      const Bytes all = calcvram::weights(entry.model, precision, {});
      BOOST_TEST(all.count() > 0, entry.model.name << " " << name);
      BOOST_TEST(all.count() == weight_parts(entry.model, precision, {}).total().count(),
                 entry.model.name << " " << name);
      BOOST_TEST(all.count() <= parameters(entry.model) * 2.2, entry.model.name << " " << name);
      BOOST_TEST(!explain_weights(entry.model, precision, {}).empty());
    }
  }
}

BOOST_AUTO_TEST_CASE(the_words_hold_the_numbers) {
  BOOST_TEST(
      explain("Llama 3.1 8B", "Q4_K_M") ==
      "6,498,025,472 parameters x 4.5 bits (Q4_K) + 1,531,969,536 x 6.5625 bits (Q6_K) + 266,240 x 32 bits (F32) = "
      "4.8944 bits a parameter (Q4_K_M; types by llama.cpp src/llama-quant.cpp)");
  BOOST_TEST(
      explain("Llama 3.1 8B", "nf4") ==
      "1,050,939,392 parameters x 16 bits (what stays in 16 bits) + 6,979,321,856 x 4.5 bits (nf4) = 6.005 bits a "
      "parameter (nf4; QLoRA, arXiv 2305.14314; fp32 scale for 64)");
  BOOST_TEST(explain("70", "bf16") == "70,000,000,000 parameters x 2 B (bf16)");
  BOOST_TEST(explain("70", "bf16", "tp=4") == "70,000,000,000 parameters x 2 B (bf16); 4 cards: matrices 140 GB x 1");
  BOOST_TEST(explain("70", "bf16", "tp=4 per=card") ==
             "70,000,000,000 parameters x 2 B (bf16); fullest of 4 cards: matrices 140 GB x 0.25");
  BOOST_TEST(explain(small, "bf16", "embedding=host")
                 .ends_with("; tables of 0.000512 GB on the host (embedding=host, as llama.cpp has them)"));
}

BOOST_AUTO_TEST_CASE(active_parameters_of_dense_models_are_all) {
  BOOST_TEST(active_parameters(*parse_model("Llama 3.1 8B", models())) == 8030261248.0);
  BOOST_TEST(active_parameters(*parse_model("Mixtral 8x7B", models())) == 12879925248.0);
}

BOOST_AUTO_TEST_CASE(a_spec_that_tells_its_tensors_needs_no_params) {
  const std::string llama = "layers=32 hidden=4096 ffn=14336 heads=32 kv_heads=8 vocab=128256";
  for (const auto *precision : {"bf16", "Q4_K_M", "gptq"}) {
    BOOST_TEST(weight_gb(llama, precision) == weight_gb("Llama 3.1 8B", precision), precision);
  }
}

BOOST_AUTO_TEST_CASE(a_spec_without_params_has_no_weights) {
  BOOST_TEST(is_bad_argument([] { return weight_gb("layers=3 hidden=8", "bf16"); }));
}

// Gemma 4 31B: 4 KV heads of 512 in the full layers, 16 of 256 in the window layers, which 8 cards need not repeat
BOOST_AUTO_TEST_CASE(window_layers_repeat_their_own_heads) {
  const VramOptions options = parse_vram_options(parse_key_values("tp=8"));
  const auto replicated = [&](std::string_view model) {
    return weight_parts(*parse_model(model, models()), parse_precision("bf16"), options).replicated.count();
  };
  const std::string shape =
      "layers=4 hidden=64 heads=16 head_dim=8 ffn=100 vocab=10 window=8 window_layers=3 kv_heads=";
  const double without = replicated(shape + "16"); // norms
  // of a card's 1/4 of K and V of the full layer, 1/7 of all of it is what each card has whole
  const double full = 2 * 64 * 4 * 8 * 2.0 / 7;
  BOOST_TEST(replicated(shape + "4 window_kv_heads=16") == without + full, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(replicated(shape + "4") == without + 4 * full, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_SUITE_END()
