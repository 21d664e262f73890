#include "memory/adapters.hpp"

#include "catalogue/catalogue.hpp"
#include "failing.hpp"
#include "memory/trained_states.hpp"
#include "model/spec.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram;
using namespace calcvram::test;

namespace {

double trained(std::string_view model, double rank, std::string_view targets, bool dora = false) {
  VramOptions options;
  options.rank = rank;
  options.targets = parse_lora_targets(targets);
  options.dora = dora;
  const ModelRef found = parse_model(model, models());
  return trained_states({*found, Method::lora, parse_precision("bf16"), parse_optimizer("adamw"), {2048, 1}, options})
      .parameters.total()
      .count();
}

} // namespace

BOOST_AUTO_TEST_SUITE(adapters)

BOOST_AUTO_TEST_CASE(parameters_that_programs_print) {
  BOOST_TEST(trained("Llama 2 7B", 8, "q,v") == 4194304);   // PEFT, print_trainable_parameters
  BOOST_TEST(trained("Llama 3 8B", 16, "all") == 41943040); // Unsloth, "Trainable parameters"
  // LoRA, arXiv 2106.09685, table 4: 18.87M (GPT-3, rank 4 of q and v), 4.7M (rank 1)
  const char *gpt3 = "layers=96 hidden=12288 heads=96 ffn=49152 vocab=50257 mlp_matrices=2";
  BOOST_TEST(trained(gpt3, 4, "q,v") == 18874368);
  BOOST_TEST(trained(gpt3, 1, "q,v") == 4718592);
  // torchtune, Llama-3.2-3B LoRA of rank 8 without k: 11,239,424
  BOOST_TEST(trained("Llama 3.2 3B", 8, "q,v,o,mlp") == 11239424);
}

BOOST_AUTO_TEST_CASE(dora_has_a_magnitude_for_each_output) { // arXiv 2402.09353
  BOOST_TEST(trained("Llama 2 7B", 8, "q,v", true) == 4194304 + 32 * 2 * 4096);
}

BOOST_AUTO_TEST_CASE(each_expert_has_its_own) {
  const char *shape = "layers=2 hidden=64 heads=4 vocab=10 experts=8 experts_used=2 expert_ffn=32";
  BOOST_TEST(trained(shape, 4, "down") == 2 * 8 * 4 * (32 + 64));
  const ModelRef model = parse_model(shape, models());
  BOOST_TEST(adapter_width(*model, 4, parse_lora_targets("down")) == 2 * 2 * 4); // a token meets two of them
  BOOST_TEST(adapter_width(*model, 4, parse_lora_targets("q,v")) == 2 * 2 * 4);
}

BOOST_AUTO_TEST_CASE(targets_that_are_not_there) {
  BOOST_TEST(
      is_bad_argument([] { return trained("layers=2 hidden=64 heads=4 ffn=8 vocab=10 mlp_matrices=2", 4, "gate"); }));
  BOOST_TEST(is_bad_argument([] { return trained("7", 4, "q"); }));
  BOOST_TEST(is_bad_argument([] { return trained("layers=2 hidden=64 heads=4", 4, "q"); }));
}

// PEFT adapts the modules that a checkpoint has: transformers modeling_phi3.py (qkv_proj, gate_up_proj),
// modeling_gpt2.py (c_attn). Phi-3 mini, rank 16 of all linear layers: "trainable params: 25,165,824"
BOOST_AUTO_TEST_CASE(a_fused_matrix_has_one_adapter) {
  BOOST_TEST(trained("Phi-3.5 Mini", 16, "all") == 25165824);
  BOOST_TEST(trained("Phi-3.5 Mini", 8, "gate") == 32 * 8 * (3072 + 2 * 8192.0));
  BOOST_TEST(trained("GPT-2", 8, "q,v") == 294912); // "trainable params: 294,912": c_attn, whichever part is named
  BOOST_TEST(trained("GPT-2", 8, "k") == trained("GPT-2", 8, "q,k,v"));
  const ModelRef phi = parse_model("Phi-3.5 Mini", models());
  BOOST_TEST(adapter_width(*phi, 8, parse_lora_targets("q,v,gate,up")) == 32 * 2 * 8);
}

BOOST_AUTO_TEST_SUITE_END()
