// The web calculator's controls, presets and outputs, as its page states them.
#include "catalogue/catalogue.hpp"
#include "gpu/fit.hpp"
#include "gpu/spec.hpp"
#include "memory/inference.hpp"

#include "memory/training.hpp"
#include "memory/weights.hpp"
#include "model/spec.hpp"
#include "test_table.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

using namespace calcvram;
using namespace calcvram::test;

BOOST_AUTO_TEST_SUITE(web_calculator)

BOOST_AUTO_TEST_CASE(its_presets_are_models_of_the_catalogue) {
  const TestTable page{"web_calculator.csv"};
  std::string presets;
  for (std::size_t row = 0; row < page.size(); ++row) {
    if (page.text(row, "item") == "Model preset") {
      presets = page.text(row, "options_or_formula");
    }
  }
  BOOST_REQUIRE(!presets.empty());
  int found = 0;
  presets += ';';
  for (auto end = presets.find(';'); end != std::string::npos; end = presets.find(';')) {
    const std::string name{trim(std::string_view{presets}.substr(0, end))};
    presets.erase(0, end + 1);
    if (name != "Custom") {
      const ModelEntry *entry = models().find(name);
      BOOST_TEST(entry != nullptr, name);
      BOOST_TEST((entry != nullptr && entry->model.shape.hidden && entry->model.shape.layers), name);
      ++found;
    }
  }
  BOOST_TEST(found == 9);
}

BOOST_AUTO_TEST_CASE(its_kv_cache_has_the_width_of_hidden) { // 2 x batch x seq x hidden x layers x bytes
  const ModelRef llama = parse_model("params=70.6B layers=80 hidden=8192", models());
  BOOST_TEST(kv_cache(*llama, {8192, 2}, {}, VramOptions{}).count() == 2.0 * 2 * 8192 * 8192 * 80 * 2);
}

BOOST_AUTO_TEST_CASE(its_states_are_weights_gradients_optimizer_and_a_master_copy) {
  const ModelRef custom = parse_model("params=7 layers=32 hidden=4096", models());
  struct Case {
    const char *precision;
    const char *optimizer;
    const char *options;
    double bytes;
  };
  for (const Case &now :
       {Case{"fp32", "adamw", "", 16}, Case{"bf16", "adamw", "master=yes", 16}, Case{"bf16", "adamw", "master=no", 12},
        Case{"bf16", "sgd-momentum", "master=no", 8}, Case{"bf16", "sgd", "master=no", 4},
        Case{"int8", "adamw", "", 10}, Case{"int4", "sgd", "", 1}, Case{"int8", "sgd", "master=yes", 6}}) {
    const VramOptions options = parse_vram_options(parse_key_values(now.options));
    const Breakdown parts = training(
        {*custom, Method::full, parse_precision(now.precision), parse_optimizer(now.optimizer), {2048, 1}, options},
        Explain::no);
    const double states =
        parts.total().count() - parts.of(Component::activations).count() - parts.of(Component::overhead).count();
    BOOST_TEST(states == now.bytes * 7e9, now.precision << " " << now.optimizer << " " << now.options);
  }
}

BOOST_AUTO_TEST_CASE(adam_is_twice_the_fp32_weights_and_int4_an_eighth) {
  const ModelRef custom = parse_model("params=7", models());
  const double fp32 = weights(*custom, parse_precision("fp32"), {}).count();
  BOOST_TEST(parse_optimizer("adamw").state_bytes * 7e9 == 2 * fp32);
  BOOST_TEST(weights(*custom, parse_precision("int4"), {}).count() == fp32 / 8);
}

BOOST_AUTO_TEST_CASE(its_eight_cards_fit_and_count) {
  const GpuRequirements none;
  for (const auto *name :
       {"RTX 4060 Ti 16GB", "RTX 4090", "RTX 5090", "L40S", "A100 SXM 80GB", "H100 SXM", "H200 SXM", "B200"}) {
    const Gpu &card = *parse_gpu(name, gpus()).candidates.front();
    BOOST_TEST(count_needed(100, card, none) == std::ceil(100 / card.vram_gb.value()), name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
