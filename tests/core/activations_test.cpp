#include "memory/activations.hpp"

#include "catalogue/catalogue.hpp"
#include "failing.hpp"
#include "memory/logits.hpp"
#include "model/spec.hpp"

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

BOOST_AUTO_TEST_CASE(rows_without_a_shape_have_no_answer) {
  BOOST_TEST(is_no_answer([] { return kept("70b", {1, 1}); }));
  BOOST_TEST(is_bad_argument([] { return kept("8.03B", {1, 1}); }));
}

BOOST_AUTO_TEST_SUITE_END()
