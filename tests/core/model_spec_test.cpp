#include "catalogue/catalogue.hpp"
#include "failing.hpp"
#include "model/spec.hpp"

#include <array>
#include <boost/test/unit_test.hpp>

using namespace calcvram;
using namespace calcvram::test;

namespace {
ModelRef model(std::string_view text) {
  return parse_model(text, models());
}
} // namespace

BOOST_AUTO_TEST_SUITE(model_spec)

BOOST_AUTO_TEST_CASE(names_aliases_and_ids_find_the_row) {
  for (const auto *name : {"Llama 3.1 70B", "llama-3.1-70b", "meta-llama/Llama-3.1-70B", "LLAMA 3_1 70b"}) {
    BOOST_TEST(model(name)->name == "Llama 3.1 70B", name);
    BOOST_TEST(model(name).entry() != nullptr);
  }
  BOOST_TEST(model("70b")->name == "70b");
}

BOOST_AUTO_TEST_CASE(unknown_names_suggest_the_nearest) {
  BOOST_TEST(words_of([] { return model("Lama 3.1 70B"); }) ==
             "unknown model Lama 3.1 70B; did you mean Llama 3.1 70B?");
  BOOST_TEST(is_bad_argument([] { return model("no such thing at all"); }));
}

BOOST_AUTO_TEST_CASE(numbers_are_billions_of_parameters) {
  BOOST_TEST(parse_model(70)->shape.params.value() == 70e9);
  BOOST_TEST(model("8.03B")->shape.params.value() == 8.03e9);
  BOOST_TEST(model("6,7")->shape.params.value() == 6.7e9);
  BOOST_TEST((parse_model(70)->origin == ModelOrigin::parameters_only));
  for (const double number : {0.0, -1.0, 100'000.0, 8e9}) {
    BOOST_TEST(is_bad_argument([&] { return parse_model(number); }), number);
  }
  BOOST_TEST(is_bad_argument([] { return model("5K"); }));
}

BOOST_AUTO_TEST_CASE(a_spec_text_is_a_model) {
  const auto spec = model("params=8.03B layers=32 hidden=4096 kv_heads=8 head_dim=128");
  BOOST_TEST(spec->shape.params.value() == 8.03e9);
  BOOST_REQUIRE(spec->caches.size() == 1U);
  BOOST_TEST(spec->caches[0].kv_heads == 8);
  BOOST_TEST(spec->architecture_known());
  BOOST_TEST(model("params=7")->shape.params.value() == 7e9);
  BOOST_TEST(model("params=7000000000")->shape.params.value() == 7e9);
  BOOST_TEST(is_bad_argument([] { return model("params=150000"); }));
}

BOOST_AUTO_TEST_CASE(a_spec_without_heads_has_a_kv_width_of_hidden) {
  const auto spec = model("params=8.03B layers=32 hidden=4096");
  BOOST_REQUIRE(spec->caches.size() == 1U);
  BOOST_TEST(spec->caches[0].kv_heads * spec->caches[0].key_dim == 4096);
}

BOOST_AUTO_TEST_CASE(a_spec_stands_on_top_of_a_name) {
  const auto changed = model("Llama 3 8B kv_heads=32");
  BOOST_TEST(changed->caches[0].kv_heads == 32);
  BOOST_TEST(changed->caches[0].key_dim == 128);
  BOOST_TEST(changed->shape.params.value() == model("Llama 3 8B")->shape.params.value());
  BOOST_TEST(changed->architecture_known());
  BOOST_TEST(model("Llama 3 8B layers=16")->caches[0].layers == 16);
  BOOST_TEST(model("Llama 3 8B layers=").entry() != nullptr);
  BOOST_TEST(!model("70b layers=40")->architecture_known());
}

BOOST_AUTO_TEST_CASE(window_latent_and_state_layers_are_groups) {
  const auto windows = model("kv_layers=12 kv_heads=8 head_dim=64 window=128 window_layers=12");
  BOOST_REQUIRE(windows->caches.size() == 2U);
  BOOST_TEST((windows->caches[1].kind == CacheKind::window));
  BOOST_TEST(windows->caches[1].window == 128);
  const auto latent = model("layers=61 kv_lora_rank=512 rope_dim=64");
  BOOST_TEST((latent->caches[0].kind == CacheKind::latent));
  BOOST_TEST(latent->caches[0].key_dim == 576);
  const auto hybrid =
      model("layers=64 state_layers=48 kv_heads=4 head_dim=256 state_kind=deltanet inner=6144 state=128 groups=16");
  BOOST_TEST(hybrid->caches[0].layers == 16);
  BOOST_TEST(hybrid->state->layers == 48);
}

BOOST_AUTO_TEST_CASE(what_a_spec_cannot_be_is_an_error) {
  for (const auto *text :
       {"layers=0", "layers=-1", "layers=2.5", "layers=1e9", "hidden=x", "lairs=3", "tied=2", "layers=3 layers=4",
        "Llama 3 8B oops kv_heads=3", "kv_heads=3 oops", "layers=4 window_layers=5 window=3 hidden=8",
        "state_kind=mamba9", "params=-3", "params=0"}) {
    BOOST_TEST(is_bad_argument([&] { return model(text); }), text);
  }
  BOOST_TEST(words_of([] { return model("lairs=3"); }) == "unknown key lairs in a model spec; did you mean layers?");
}

BOOST_AUTO_TEST_CASE(two_columns_are_a_spec) {
  const std::array<Cell, 4> cells{Cell{std::string_view{"model"}}, Cell{std::string_view{"Llama 3 8B"}},
                                  Cell{std::string_view{"kv_heads"}}, Cell{32.0}};
  const auto read = parse_model(parse_key_values(CellBlock{cells, 2}), models());
  BOOST_TEST(read->caches[0].kv_heads == 32);
  BOOST_TEST(is_model_key("KV-heads"));
  BOOST_TEST(is_model_key("model"));
  BOOST_TEST(!is_model_key("Llama 3 8B"));
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_said_when_it_is_asked) {
  const auto number = parse_model(70);
  BOOST_TEST(is_bad_argument([&] { return require_caches(*number); }));
  const auto lacking = model("layers=4");
  BOOST_TEST(is_bad_argument([&] { return require_caches(*lacking); }));
  BOOST_TEST(require_caches(*model("layers=118 attention_layers=10 state_layers=54 mlp_layers=54 hidden=8192 heads=64 "
                                   "kv_heads=8 inner=16384 state=256"))
                 .caches[0]
                 .layers == 10);
}

BOOST_AUTO_TEST_CASE(a_part_is_no_more_than_the_whole) {
  for (const auto *text :
       {"layers=4 hidden=64 kv_layers=5", "layers=4 hidden=64 attention_layers=5", "layers=4 hidden=64 mlp_layers=5",
        "layers=4 hidden=64 kv_layers=4 state_layers=5", "layers=4 hidden=64 index_layers=5 index_dim=8",
        "experts=8 experts_used=9", "params=7 active_params=8", "Mixtral 8x7B experts_used=9",
        "Llama 3 8B kv_layers=33", "Mixtral 8x7B params=7",
        "Llama 3 8B layers=1 active_params=3"}) { // 12.9 B of Mixtral's parameters are active
    BOOST_TEST(is_bad_argument([&] { return model(text); }), text);
  }
  BOOST_TEST(words_of([] { return model("Llama 3 8B kv_layers=33"); }) == "kv_layers=33 is more than layers=32");
  BOOST_TEST(model("layers=4 hidden=64 kv_layers=4 state_layers=4 inner=8 state=4")->caches.size() == 1U);
}

BOOST_AUTO_TEST_CASE(an_index_has_a_width) {
  const auto spec = model("layers=4 kv_heads=1 head_dim=64 index_layers=4");
  BOOST_TEST(words_of([&] { return require_caches(*spec); }) == "the spec lacks index_dim for its index_layers");
}

BOOST_AUTO_TEST_SUITE_END()
