#include "memory/training.hpp"

#include "catalogue/catalogue.hpp"
#include "failing.hpp"
#include "model/spec.hpp"
#include "test_table.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

using namespace calcvram;
using namespace calcvram::test;

namespace {

Breakdown train(std::string_view model, std::string_view method, std::string_view options = "",
                std::string_view precision = "bf16", std::string_view optimizer = "adamw", double context = 2048,
                double batch = 1) {
  const VramOptions parsed = parse_vram_options(parse_key_values(options));
  const ModelRef found = parse_model(model, models());
  return training(
      {*found, parse_method(method), parse_precision(precision), parse_optimizer(optimizer), {context, batch}, parsed},
      Explain::yes);
}

double train_gb(std::string_view model, std::string_view method, std::string_view options = "") {
  return train(model, method, options).total().gb();
}

double half_up(double value) {
  return std::floor(value + 0.5);
}

} // namespace

BOOST_AUTO_TEST_SUITE(training)

BOOST_AUTO_TEST_CASE(the_rental_pages_table) {
  const TestTable page{"rental_page/finetune.csv"};
  for (std::size_t row = 0; row < page.size(); ++row) {
    const std::string &model = page.text(row, "model");
    BOOST_TEST(half_up(train_gb(model, "full", "activations=0")) == page.number(row, "full_ft_weights_adam_gb"),
               page.place(row));
    BOOST_TEST(half_up(train_gb(model, "full")) == page.number(row, "full_ft_with_activations_gb"), page.place(row));
    BOOST_TEST(half_up(train_gb(model, "lora")) == page.number(row, "lora_gb"), page.place(row));
    BOOST_TEST(half_up(train_gb(model, "qlora")) == page.number(row, "qlora_gb"), page.place(row));
  }
}

BOOST_AUTO_TEST_CASE(mixed_precision_adamw_is_16_bytes_a_parameter) { // ZeRO, arXiv 1910.02054, 3.1
  const Breakdown parts = train("Llama 3.1 8B", "full");
  const double states = parts.of(Component::weights).count() + parts.of(Component::gradients).count() +
                        parts.of(Component::master_weights).count() + parts.of(Component::optimizer).count();
  BOOST_TEST(states == 16 * 8030261248.0);
  BOOST_TEST(parts.of(Component::overhead).gb() == 2);
}

BOOST_AUTO_TEST_CASE(master_copy_and_gradients_are_as_said) {
  BOOST_TEST(train("Llama 3.1 8B", "full", "master=no").of(Component::master_weights).count() == 0);
  BOOST_TEST(train("Llama 3.1 8B", "full", "", "fp32").of(Component::master_weights).count() == 0);
  BOOST_TEST(train("Llama 3.1 8B", "full", "master=yes", "fp32").of(Component::master_weights).count() ==
             4 * 8030261248.0);
  BOOST_TEST(train("Llama 3.1 8B", "full", "", "fp32").of(Component::gradients).count() == 4 * 8030261248.0);
  BOOST_TEST(train("Llama 3.1 8B", "full", "grad=fp32").of(Component::gradients).count() == 4 * 8030261248.0);
}

BOOST_AUTO_TEST_CASE(lora_holds_states_for_its_adapters_only) {
  const Breakdown parts = train("Llama 3.1 8B", "lora", "adapter=1%");
  BOOST_TEST(parts.of(Component::weights).count() == 2 * 8030261248.0);
  BOOST_TEST(parts.of(Component::adapters).count() == 2 * 80302612.48, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(parts.of(Component::optimizer).count() == 8 * 80302612.48, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(train("Llama 3.1 8B", "lora", "base=int8").of(Component::weights).count() == 8030261248.0);
}

BOOST_AUTO_TEST_CASE(packed_weights_are_frozen_not_trained) {
  BOOST_TEST(is_bad_argument([] { return train("Llama 3.1 8B", "full", "", "Q4_K_M").total().gb(); }));
  BOOST_TEST(is_bad_argument([] { return train("70b", "full", "", "nf4").total().gb(); }));
  BOOST_TEST(train("Llama 3.1 8B", "qlora", "base=Q4_K_M").of(Component::weights).gb() > 4.9);
  BOOST_TEST(train("Llama 3.1 8B", "full", "", "int8").of(Component::gradients).count() == 8030261248.0);
}

BOOST_AUTO_TEST_CASE(qlora_freezes_nf4_unless_said) {
  BOOST_TEST(train("70b", "qlora").of(Component::weights).gb() == 35);
  BOOST_TEST(train("70b", "qlora", "base=int8").of(Component::weights).gb() == 70);
  BOOST_TEST(train("Llama 3.1 8B", "qlora").of(Component::weights).gb() > 8.03 * 0.5);
}

BOOST_AUTO_TEST_CASE(rules_of_thumb_say_that_they_are) {
  const Breakdown parts = train("70b", "qlora");
  for (const BreakdownLine &line : parts.lines()) {
    if (line.component == Component::activations) {
      BOOST_TEST(line.how.find("rule of thumb") != std::string::npos, line.how);
    }
  }
  BOOST_TEST(train("70", "qlora").of(Component::activations).gb() == 4);  // no layers: the least allowance
  BOOST_TEST(train("70b", "qlora").of(Component::activations).gb() == 8); // 80 layers
  BOOST_TEST(train("70b", "full").of(Component::overhead).gb() == 0);
  BOOST_TEST(train("70b", "full", "overhead=2").of(Component::overhead).gb() == 2);
}

BOOST_AUTO_TEST_CASE(stated_activations_win) {
  BOOST_TEST(train("Llama 3.1 8B", "full", "activations=5").of(Component::activations).gb() == 5);
  BOOST_TEST(train("Llama 3.1 8B", "full", "activations=15%").of(Component::activations).gb() ==
                 0.15 * 16 * 8.030261248,
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(is_bad_argument([] { return train("70", "full", "activations=formula"); }));
}

BOOST_AUTO_TEST_CASE(checkpointing_by_the_square_root_of_the_layers) {
  const double none = train("Llama 3.1 8B", "full").of(Component::activations).gb();
  BOOST_TEST(train("Llama 3.1 8B", "full", "checkpointing=sqrt").of(Component::activations).gb() ==
                 none / std::sqrt(32),
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(train("70b", "full", "checkpointing=sqrt").of(Component::activations).gb() == 0.15 * 1120 / std::sqrt(80),
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(is_bad_argument([] { return train("70", "full", "checkpointing=sqrt"); }));
  BOOST_TEST(is_bad_argument([] { return train("70b", "full", "checkpointing=full"); }));
}

BOOST_AUTO_TEST_CASE(known_architectures_count_logits) {
  // 2048 tokens x 128,256 x 14 B
  BOOST_TEST(train("Llama 3.1 8B", "full").of(Component::logits).count() == 2048.0 * 128256 * 14);
  BOOST_TEST(train("Llama 3.1 8B", "full", "loss=chunked").of(Component::logits).count() == 2048.0 * 128256 * 14 / 8);
  BOOST_TEST(train("70b", "full").of(Component::logits).count() == 0);
}

BOOST_AUTO_TEST_CASE(activations_need_no_parameters) {
  const VramOptions none;
  const ModelRef spec = parse_model("layers=32 hidden=4096", models());
  BOOST_TEST(
      activations({*spec, Method::full, parse_precision("bf16"), parse_optimizer("adamw"), {2048, 1}, none}).count() ==
      34.0 * 2048 * 4096 * 32);
  BOOST_TEST(is_bad_argument([&] {
    return activations({*parse_model("layers=3", models()),
                        Method::full,
                        parse_precision("bf16"),
                        parse_optimizer("adamw"),
                        {2048, 1},
                        none});
  }));
}

BOOST_AUTO_TEST_CASE(words_are_methods) {
  BOOST_TEST((parse_method("QLoRA") == Method::qlora));
  BOOST_TEST(words_of([] { return parse_method("qlroa"); }) == "unknown method qlroa; did you mean qlora?");
}

BOOST_AUTO_TEST_CASE(totals_never_fall_with_context_or_batch) {
  for (const auto *model : {"Llama 3.1 8B", "DeepSeek-V3", "70b"}) {
    for (const auto *method : {"full", "lora", "qlora"}) {
      const double one = train(model, method, "", "bf16", "adamw", 2048, 1).total().gb();
      BOOST_TEST(train(model, method, "", "bf16", "adamw", 4096, 1).total().gb() >= one);
      BOOST_TEST(train(model, method, "", "bf16", "adamw", 2048, 2).total().gb() >= one);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_fused_loss_has_no_logits_and_a_recomputed_layer_takes_their_place) {
  BOOST_TEST(train("Llama 3.1 8B", "full", "loss=fused").of(Component::logits).count() == 0);
  const Breakdown kept = train("Llama 3.1 8B", "full");
  const Breakdown recomputed = train("Llama 3.1 8B", "full", "checkpointing=full");
  const double layer = 2048 * 139392.0;
  BOOST_TEST(kept.of(Component::logits).count() - recomputed.of(Component::logits).count() == layer);
  // an eighth of the logits is less than the layer
  BOOST_TEST(train("Llama 3.1 8B", "full", "checkpointing=full loss=chunked").of(Component::logits).count() ==
             2048 * (128256 * 14 / 8.0 - 139392));
  BOOST_TEST(train("Llama 3.1 405B", "full", "checkpointing=full loss=chunked").of(Component::logits).count() == 0);
}

BOOST_AUTO_TEST_CASE(eager_kernels_keep_what_autograd_saves) { // LlamaRMSNorm and LlamaMLP, operation by operation
  // a token and layer: two norms keep 8 B instead of 4, and the activation function's output is one more ffn
  const double more = 2048 * 32 * (2 * 4 * 4096 + 2 * 14336.0);
  BOOST_TEST(train("Llama 3.1 8B", "full", "kernels=eager").of(Component::activations).count() -
                 train("Llama 3.1 8B", "full").of(Component::activations).count() ==
             more);
  // a frozen norm needs nothing before its weight
  const double frozen = 2048 * 32 * (2 * 2 * 4096 + 2 * 14336.0);
  BOOST_TEST(train("Llama 3.1 8B", "lora", "kernels=eager").of(Component::activations).count() -
                 train("Llama 3.1 8B", "lora").of(Component::activations).count() ==
             frozen);
  BOOST_TEST(is_bad_argument([] { return train_gb("Llama 3.1 8B", "full", "kernels=slow"); }));
}

BOOST_AUTO_TEST_SUITE_END()
