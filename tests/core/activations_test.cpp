#include "memory/activations.hpp"

#include "catalogue/catalogue.hpp"
#include "failing.hpp"
#include "memory/logits.hpp"
#include "model/spec.hpp"
#include "text/words.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

using namespace calcvram;
using namespace calcvram::test;

namespace {

double kept(std::string_view model, const Workload &workload, std::string_view options = "",
            std::string_view precision = "bf16") {
  const ModelRef found = parse_model(model, models());
  const VramOptions parsed = parse_vram_options(parse_key_values(options));
  const Stage stage = parsed.per == Per::card ? first_stage(*found, parsed) : all_stages(*found, parsed);
  return training_activations({*found, workload, parse_precision(precision), parsed, {}, 0}, stage).count();
}

} // namespace

BOOST_AUTO_TEST_SUITE(activations)

BOOST_AUTO_TEST_CASE(llama_3_8b_keeps_34_hidden_a_token_and_layer) { // derived in the sizing research, 2.12
  BOOST_TEST(kept("Llama 3 8B", {1, 1}) / 32 / 4096 == 34.03, boost::test_tools::tolerance(1e-3));
}

BOOST_AUTO_TEST_CASE(without_ffn_or_heads_it_is_34_hidden) {
  BOOST_TEST(kept("layers=32 hidden=4096", {2048, 3}) == 34.0 * 4096 * 32 * 2048 * 3);
  BOOST_TEST(kept("layers=32 hidden=4096", {1, 1}, "", "fp32") == 68.0 * 4096 * 32);
  BOOST_TEST(kept("layers=32 hidden=4096", {1, 1}, "", "int4") == 34.0 * 4096 * 32);
}

BOOST_AUTO_TEST_CASE(full_recomputation_keeps_layer_inputs_and_one_layer) { // arXiv 2205.05198, table 2
  BOOST_TEST(kept("layers=32 hidden=4096", {1, 1}, "checkpointing=full") == 2.0 * 4096 * 32 + 34.0 * 4096);
}

BOOST_AUTO_TEST_CASE(eager_attention_keeps_its_scores) { // arXiv 2205.05198, equation 2: 5 a s
  const double flash = kept("GPT-2", {1024, 1});
  const double eager = kept("GPT-2", {1024, 1}, "attention=eager");
  BOOST_TEST(eager - flash == 5.0 * 12 * 1024 * 1024 * 12);
  BOOST_TEST(kept("GPT-2", {1024, 1}, "attention=eager checkpointing=selective") == flash);
}

BOOST_AUTO_TEST_CASE(experts_count_as_far_as_they_are_used) {
  const double mixtral = kept("Mixtral 8x7B", {1, 1}) / 32;
  // 2 * (4h + q + k + v + out + 2 (3 * 14336 + h)) + 4 * 32
  BOOST_TEST(mixtral == 2 * (4.0 * 4096 + 4096 + 2048 + 4096 + 2 * (3 * 14336.0 + 4096)) + 128);
}

BOOST_AUTO_TEST_CASE(the_loss_of_a_large_vocabulary) { // Cut Your Losses, arXiv 2411.09009: 24,000 and 28,000 MiB
  const ModelRef gemma = parse_model("Gemma 2 2B vocab=256000", models());
  BOOST_TEST(logits(*gemma, {8192, 1}, Loss::full).count() / (1024 * 1024) == 28000);
  BOOST_TEST(logits(*gemma, {8192, 1}, Loss::full).count() * 12 / 14 / (1024 * 1024) == 24000);
}

BOOST_AUTO_TEST_CASE(inference_holds_one_layer_at_a_time) {
  const ModelRef model = parse_model("Llama 3 8B", models());
  const double live = inference_activations(*model, {8192, 1}, parse_precision("bf16")).count();
  BOOST_TEST(live == 2 * 8192.0 * (2 * 4096 + 3 * 14336) + 4 * 128256);
  BOOST_TEST(live < kept("Llama 3 8B", {8192, 1}));
}

// arXiv 2205.05198, table 2 and equations 1 to 4, for GPT-3 175B: 2048 tokens, 96 heads, 12288 hidden.
double korthikanti(std::string_view options, std::string_view model = "layers=96 hidden=12288 heads=96") {
  const double all = kept(model, {2048, 1}, words("attention=eager per=card ", options));
  return all / 96 / (2048.0 * 12288);
}

BOOST_AUTO_TEST_CASE(korthikantis_coefficients) {
  BOOST_TEST(korthikanti("") == 114);
  BOOST_TEST(korthikanti("tp=8") == 23);
  BOOST_TEST(korthikanti("tp=8 sp=8") == 14.25);
  BOOST_TEST(korthikanti("tp=8 checkpointing=selective") == 13);
  BOOST_TEST(korthikanti("tp=8 sp=8 checkpointing=selective") == 4.25);
  BOOST_TEST(korthikanti("tp=8 checkpointing=full") == 2 + 23.0 / 96);
  BOOST_TEST(korthikanti("tp=8 sp=8 checkpointing=full") == (2.0 / 8) + 14.25 / 96);
  // the paper's 70 % and 65 %, of the part with and without scores
  BOOST_TEST(1 - korthikanti("tp=8 sp=8 checkpointing=selective") / korthikanti("tp=8 sp=8") == 0.70,
             boost::test_tools::tolerance(0.01));
  const double mt_nlg = 1 - 34 / (34 + 5.0 * 128 * 2048 / 20480);
  const auto saved = [](std::string_view options) {
    return kept("layers=105 hidden=20480 heads=128", {2048, 1}, words("attention=eager tp=8 sp=8 per=card ", options));
  };
  BOOST_TEST(1 - saved("checkpointing=selective") / saved("") == mt_nlg, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(cards_together_hold_what_one_would_where_all_is_split) {
  const double one = kept("Llama 3 8B", {8192, 2});
  BOOST_TEST(kept("Llama 3 8B", {8192, 2}, "tp=8 sp=8") == one, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(kept("Llama 3 8B", {8192, 2}, "cp=4") == one);
  BOOST_TEST(kept("Llama 3 8B", {8192, 2}, "dp=4") == 4 * one);
  BOOST_TEST(kept("Llama 3 8B", {8192, 2}, "cp=4 per=card") == one / 4);
  // the inputs stand on each: 2 B x 4 hidden
  const double inputs = 2.0 * 4 * 4096 * 32 * 8192 * 2;
  BOOST_TEST(kept("Llama 3 8B", {8192, 2}, "tp=4") == one + 3 * inputs, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(a_tensor_parallel_rank_has_a_kv_head_at_least) {
  const double eight = kept("Llama 3 8B", {1, 1}, "tp=8 sp=8");
  const double sixteen = kept("Llama 3 8B", {1, 1}, "tp=16 sp=16");
  BOOST_TEST(sixteen - eight == 32 * 2 * 8.0 * 256, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(stages_hold_their_micro_batches_in_flight) { // arXiv 2104.04473, 2.2
  const double layer = kept("Llama 3 8B", {2048, 1}) / 32;
  BOOST_TEST(kept("Llama 3 8B", {2048, 1}, "pp=4 per=card") == 8 * 4 * layer);
  BOOST_TEST(kept("Llama 3 8B", {2048, 1}, "pp=4") == 8 * (4 + 3 + 2 + 1) * layer);
  BOOST_TEST(kept("Llama 3 8B", {2048, 1}, "pp=4 accumulation=2") == 8 * (2 + 2 + 2 + 1) * layer);
  BOOST_TEST(kept("Llama 3 8B", {2048, 1}, "pp=4 accumulation=16") == 8 * (4 + 3 + 2 + 1) * layer);
  BOOST_TEST(kept("Llama 3 8B", {2048, 1}, "accumulation=8") == 32 * layer); // one after another
  // 32 layers on 5 stages: 7, 7, 6, 6, 6
  BOOST_TEST(kept("Llama 3 8B", {2048, 1}, "pp=5") == (7 * 5 + 7 * 4 + 6 * 3 + 6 * 2 + 6 * 1) * layer,
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(kept("Llama 3 8B", {2048, 1}, "pp=5 per=card") == 7 * 5 * layer, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(two_matrices_keep_two_widths) { // before and after the activation function; 2205.05198, 4.1
  const char *shape = "layers=2 hidden=64 heads=4 ffn=256 mlp_matrices=";
  BOOST_TEST(kept(words(shape, "3"), {1, 1}) - kept(words(shape, "2"), {1, 1}) == 2 * 2 * 256);
}

BOOST_AUTO_TEST_CASE(shared_experts_are_an_mlp_of_their_own) {
  const char *shape = "layers=2 hidden=64 heads=4 experts=8 experts_used=2 expert_ffn=32 shared_experts=1";
  BOOST_TEST(kept(shape, {1, 1}) == 2 * (2 * (4 * 64 + 4 * 64 + 2 * (3 * 32 + 64) + 3 * 32) + 4 * 4));
  BOOST_TEST(kept(words(shape, " shared_ffn=128"), {1, 1}) - kept(shape, {1, 1}) == 2 * 2 * 3 * (128 - 32));
  // every expert-parallel rank meets as many tokens; those sent to experts are gathered whole
  BOOST_TEST(kept(shape, {1, 1}, "tp=2 sp=2") - kept(shape, {1, 1}) == 2 * 2 * 2 * 64);
}

BOOST_AUTO_TEST_CASE(a_latent_cache_is_decompressed) { // DeepSeek-V3: 128 heads of 192 and 128
  const char *mla = "layers=1 hidden=7168 heads=128 ffn=18432 kv_lora_rank=512 rope_dim=64 nope_dim=128 "
                    "v_head_dim=128 q_lora_rank=1536";
  const double latents = 2 * 1536 + 2 * 512 + 64;
  BOOST_TEST(kept(mla, {1, 1}) == 2 * (4 * 7168 + 128 * (192 + 192 + 128 + 128) + latents + 3 * 18432) + 4 * 128);
}

BOOST_AUTO_TEST_CASE(recurrent_layers_keep_their_inner_width) {
  const char *mamba = "layers=2 hidden=64 heads=4 ffn=256 state_layers=1 kv_layers=1 inner=128 state=16 groups=2";
  const double attention = 2 * 64 + 4 * 64;
  const double state = 2 * 64 + 4 * 128 + 2 * 2 * 16;
  const double mlp = 2 * 64 + 3 * 256;
  BOOST_TEST(kept(mamba, {1, 1}) == 2 * (attention + state + 2 * mlp) + 4 * 4);
}

BOOST_AUTO_TEST_CASE(window_layers_may_have_other_widths) {
  const char *base = "layers=2 hidden=64 heads=4 head_dim=16 kv_heads=2 ffn=256 window=8 window_layers=1";
  BOOST_TEST(kept(words(base, " window_kv_heads=4"), {1, 1}) - kept(base, {1, 1}) == 2 * 2 * 32);
  BOOST_TEST(kept(words(base, " window_head_dim=32"), {1, 1}) - kept(base, {1, 1}) == 2 * 16 * (4 + 2 + 2 + 4));
}

double kept_with_adapters(LoraTargets targets) {
  const VramOptions options;
  const ModelRef model = parse_model("layers=1 hidden=64 heads=4 ffn=256", models());
  return training_activations({*model, {1, 1}, parse_precision("bf16"), options, {false, targets}, 0},
                              all_stages(*model, options))
      .count();
}

BOOST_AUTO_TEST_CASE(frozen_matrices_keep_no_input) {
  const double all = kept("layers=1 hidden=64 heads=4 ffn=256", {1, 1});
  BOOST_TEST(kept_with_adapters({}) == all);
  // without gate, up and down: neither the MLP's input nor the product
  BOOST_TEST(kept_with_adapters(parse_lora_targets("q,v")) == all - 2 * (64 + 256));
  BOOST_TEST(kept_with_adapters(parse_lora_targets("down")) == all - 2 * (64 + 64));
  // attention keeps its output whether or not o is adapted
  BOOST_TEST(kept_with_adapters(parse_lora_targets("q,o")) == kept_with_adapters(parse_lora_targets("q")));
}

BOOST_AUTO_TEST_CASE(logits_stand_on_the_last_stage) {
  const ModelRef model = parse_model("Llama 3 8B", models());
  const auto of = [&](std::string_view text, Stage (*stage)(const Model &, const VramOptions &)) {
    const VramOptions options = parse_vram_options(parse_key_values(text));
    return logits(*model, {8192, 1}, options, stage(*model, options)).count();
  };
  const double one = logits(*model, {8192, 1}, Loss::full).count();
  BOOST_TEST(of("tp=8", all_stages) == one);
  BOOST_TEST(of("tp=8", last_stage) == one / 8);
  BOOST_TEST(of("pp=4 cp=2 dp=3", all_stages) == 3 * one);
  BOOST_TEST(of("pp=4 cp=2 dp=3", last_stage) == one / 2);
  BOOST_TEST(of("pp=4", first_stage) == 0);
}

BOOST_AUTO_TEST_CASE(inference_on_many_cards) {
  const ModelRef model = parse_model("Llama 3 8B", models());
  const auto of = [&](std::string_view text, Stage (*stage)(const Model &, const VramOptions &)) {
    const VramOptions options = parse_vram_options(parse_key_values(text));
    return inference_activations(*model, {8192, 1}, parse_precision("bf16"), options, stage(*model, options)).count();
  };
  BOOST_TEST(of("tp=2", last_stage) == 2 * 8192.0 * (2 * 4096 + 3 * 14336 / 2) + 4 * 128256);
  BOOST_TEST(of("tp=2", all_stages) == 2 * of("tp=2", last_stage));
  BOOST_TEST(of("pp=4", all_stages) == 4 * 2 * 8192.0 * (2 * 4096 + 3 * 14336) + 4 * 128256);
}

BOOST_AUTO_TEST_CASE(rows_without_a_shape_have_no_answer) {
  BOOST_TEST(is_no_answer([] { return kept("70b", {1, 1}); }));
  BOOST_TEST(is_bad_argument([] { return kept("8.03B", {1, 1}); }));
}

BOOST_AUTO_TEST_CASE(a_model_without_attention_has_its_recurrence_alone) {
  // Mamba: a norm's input and output; convolved and scanned inputs, gate, and the input of the output projection
  const double layer = 2.0 * (2 * 2560 + 4 * 5120);
  BOOST_TEST(kept("Mamba 2.8B", {1, 1}) == 64 * layer);
  BOOST_TEST(kept("Mamba 2.8B", {100, 2}, "attention=eager") == 200 * 64 * layer); // there are no scores
  BOOST_TEST(is_bad_argument([] { return kept("layers=2 hidden=64", {1, 1}, "attention=eager"); }));
}

BOOST_AUTO_TEST_CASE(widths_that_differ_from_layer_to_layer) {
  const char *mean = "layers=4 hidden=64 heads=4 ffn=100";
  BOOST_TEST(kept("layers=4 hidden=64 heads=4 ffn_total=400", {1, 1}) == kept(mean, {1, 1}));
  // 2 more query heads, 16 wide, in a window layer: queries, what attention gives, and a log-sum-exp
  const char *window = "layers=4 hidden=64 heads=4 ffn=100 window=8 window_layers=1";
  BOOST_TEST(kept(std::string{window} + " window_heads=6", {1, 1}) == kept(window, {1, 1}) + 2 * (2 * 16 * 2 + 4));
}

BOOST_AUTO_TEST_SUITE_END()
