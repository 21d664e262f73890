#include "model/parameters.hpp"

#include "catalogue/catalogue.hpp"
#include "failing.hpp"
#include "model/spec.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

using namespace calcvram;
using namespace calcvram::test;

namespace {
double total(std::string_view model) {
  return calcvram::parameters(*parse_model(model, models()));
}
double active(std::string_view model) {
  return active_parameters(*parse_model(model, models()));
}

constexpr double llama_3_8b = 8'030'261'248;
constexpr double llama_3_8b_layer = 218'112'000;
} // namespace

BOOST_AUTO_TEST_SUITE(parameters)

BOOST_AUTO_TEST_CASE(a_full_shape_tells_its_total) {
  BOOST_TEST(total("layers=32 hidden=4096 ffn=14336 heads=32 kv_heads=8 vocab=128256") == llama_3_8b);
  BOOST_TEST(total("params=9B layers=32 hidden=4096 ffn=14336 heads=32 kv_heads=8 vocab=128256") == 9e9);
  const auto *moe = "layers=48 hidden=2048 heads=32 kv_heads=4 head_dim=128 vocab=151936 experts=128 experts_used=8 "
                    "expert_ffn=768 qk_norm=1";
  BOOST_TEST(total(moe) == 30'532'122'624);
  BOOST_TEST(active(moe) == 3'353'032'704);
}

BOOST_AUTO_TEST_CASE(without_it_the_total_is_missed) {
  BOOST_TEST(words_of([] { return total("layers=32 hidden=4096"); }) == "the spec lacks params");
  BOOST_TEST(is_bad_argument([] { return active("layers=32 hidden=4096 ffn=14336 heads=32"); }));
}

BOOST_AUTO_TEST_CASE(a_published_total_belongs_to_the_published_shape) {
  BOOST_TEST(total("Llama 3 8B layers=16") == llama_3_8b - 16 * llama_3_8b_layer);
  BOOST_TEST(active("Llama 3 8B layers=16") == llama_3_8b - 16 * llama_3_8b_layer);
  BOOST_TEST(total("Llama 3 8B vocab=32000") == llama_3_8b - 2 * (128256 - 32000) * 4096.0);
  BOOST_TEST(total("Llama 3 8B ffn=28672") == llama_3_8b + 32 * 3 * 14336 * 4096.0);
  BOOST_TEST(total("Llama 3 8B tied=yes") == llama_3_8b - 128256 * 4096.0);
  BOOST_TEST(total("Qwen3 30B-A3B experts=64") < 17e9);
  BOOST_TEST(active("Qwen3 30B-A3B experts=64 experts_used=8") < active("Qwen3 30B-A3B"));
}

BOOST_AUTO_TEST_CASE(what_leaves_the_weights_alone_leaves_the_total_alone) {
  BOOST_TEST(total("Llama 3 8B layers=32") == llama_3_8b);
  BOOST_TEST(total("Llama 3 8B kv_heads=32") == llama_3_8b); // another cache of the same weights
  BOOST_TEST(total("DeepSeek-V3 kv_heads=128") == total("DeepSeek-V3"));
  BOOST_TEST(total("Llama 3 8B params=5B layers=16") == 5e9);
  BOOST_TEST(total("Qwen3 30B-A3B experts_used=4") == total("Qwen3 30B-A3B"));
  BOOST_TEST(active("Qwen3 30B-A3B experts_used=4") < active("Qwen3 30B-A3B"));
  BOOST_TEST(active("Qwen3 30B-A3B experts_used=4 active_params=2B") == 2e9);
  BOOST_TEST(total("70b layers=40") == 70e9); // the rental page's shapes have no tensors
  BOOST_TEST(total("DeepSeek-V4-Pro max_context=8192") == 1.6e12);
}

BOOST_AUTO_TEST_CASE(every_total_stands_beside_its_shape_or_says_why) {
  int exact = 0;
  int near = 0;
  int reasoned = 0;
  for (const ModelEntry &entry : models().all()) {
    if (entry.model.origin == ModelOrigin::generic) {
      continue;
    }
    const auto disagreement = total_disagreement(entry.model);
    BOOST_REQUIRE_MESSAGE(disagreement, entry.model.name);
    const bool apart = std::abs(*disagreement) > most_disagreement;
    BOOST_TEST(apart == !entry.total_reason.empty(), entry.model.name);
    exact += *disagreement == 0 ? 1 : 0;
    near += *disagreement != 0 && !apart ? 1 : 0;
    reasoned += apart ? 1 : 0;
  }
  BOOST_TEST(exact == 152);
  BOOST_TEST(near == 3);     // Mistral Small 4, MiniMax-M1, DeepSeek-V4-Flash: the card's rounded totals
  BOOST_TEST(reasoned == 4); // Kimi-K3, DeepSeek-V4-Pro, Falcon-H1, Inkling
}

// where a card gives a round figure, or leaves the embeddings out, it is kept
BOOST_AUTO_TEST_CASE(active_parameters_are_what_the_shape_has) {
  int others = 0;
  for (const ModelEntry &entry : models().all()) {
    const auto derived = derived_parameters(entry.model);
    others += derived && std::abs(active_parameters(entry.model) / derived->active - 1) > 1e-9 ? 1 : 0;
  }
  BOOST_TEST(others == 6); // Falcon-H1, Mistral Small 4, MiniMax-M1, DeepSeek-V4 Flash and Pro, Inkling
}

BOOST_AUTO_TEST_CASE(no_more_are_active_than_there_are) {
  const auto *moe = "params=1 layers=48 hidden=2048 heads=32 kv_heads=4 head_dim=128 vocab=151936 experts=128 "
                    "experts_used=8 expert_ffn=768";
  BOOST_TEST(active(moe) == 1e9); // the shape has 3.35 billion
}

BOOST_AUTO_TEST_SUITE_END()
