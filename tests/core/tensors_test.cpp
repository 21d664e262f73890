#include "model/tensors.hpp"

#include "catalogue/catalogue.hpp"
#include "failing.hpp"
#include "model/spec.hpp"
#include "test_table.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

using namespace calcvram;
using namespace calcvram::test;

namespace {

TensorList list_of(std::string_view model) {
  return tensors_of(*parse_model(model, models()));
}

std::vector<Tensor> of_role(const TensorList &list, TensorRole role) {
  std::vector<Tensor> found;
  for (const Tensor &tensor : list.tensors) {
    if (tensor.role == role) {
      found.push_back(tensor);
    }
  }
  return found;
}

/// The only one of its role.
Tensor only(std::string_view model, TensorRole role) {
  const auto found = of_role(list_of(model), role);
  BOOST_REQUIRE_MESSAGE(found.size() == 1U,
                        model << " has " << found.size() << " tensors of role " << static_cast<int>(role));
  return found.front();
}

void check_shape(const Tensor &tensor, double inputs, double outputs, double layers) {
  BOOST_TEST(tensor.inputs == inputs);
  BOOST_TEST(tensor.outputs == outputs);
  BOOST_TEST(tensor.layers == layers);
}

} // namespace

BOOST_AUTO_TEST_SUITE(tensors)

BOOST_AUTO_TEST_CASE(published_totals_come_out) {
  const TestTable table{"model_totals.csv"};
  for (std::size_t row = 0; row < table.size(); ++row) {
    const auto list = list_of(table.text(row, "model"));
    BOOST_TEST(list.elements() == table.number(row, "params"), table.place(row) << " " << table.text(row, "model"));
    BOOST_TEST(list.unexplained == 0);
  }
}

// openai/gpt-oss-120b holds 65,248,815,744 bytes: experts in MXFP4 (17 bytes for 32), all else in 16 bits
// (alvarobartt/hf-mem issue 60)
BOOST_AUTO_TEST_CASE(the_bytes_of_gpt_oss_come_out) {
  double bytes = 0;
  for (const Tensor &tensor : list_of("gpt-oss-120b").tensors) {
    bytes += tensor.elements() * (is_expert(tensor.role) ? 17.0 / 32 : 2);
  }
  BOOST_TEST(bytes == 65'248'815'744);
}

// MiniMax-M2 holds 230,121,630,720 bytes: its linear layers in FP8 with an fp32 scale for 128 x 128, routers and their
// biases in fp32, all else in 16 bits (alvarobartt/hf-mem issue 60)
BOOST_AUTO_TEST_CASE(the_bytes_of_minimax_come_out) {
  double bytes = 0;
  for (const Tensor &tensor : list_of("MiniMax-M2").tensors) {
    if (is_linear(tensor.role)) {
      const double blocks = std::ceil(tensor.inputs / 128) * std::ceil(tensor.outputs / 128);
      bytes += tensor.elements() + 4 * blocks * tensor.matrices * tensor.layers;
    } else {
      const bool routing = tensor.role == TensorRole::router || tensor.role == TensorRole::bias;
      bytes += tensor.elements() * (routing ? 4 : 2);
    }
  }
  BOOST_TEST(bytes == 230'121'630'720);
}

BOOST_AUTO_TEST_CASE(grouped_queries) {
  check_shape(only("Llama 3 8B", TensorRole::attn_q), 4096, 4096, 32);
  check_shape(only("Llama 3 8B", TensorRole::attn_v), 4096, 1024, 32);
  check_shape(only("Llama 3 8B", TensorRole::ffn_down), 14336, 4096, 32);
  check_shape(only("Llama 3 8B", TensorRole::output), 4096, 128256, 1);
  BOOST_TEST(of_role(list_of("Llama 3.2 1B"), TensorRole::output).empty()); // tied
}

BOOST_AUTO_TEST_CASE(experts_stand_behind_dense_layers) {
  const Tensor experts = only("DeepSeek-V3", TensorRole::expert_down);
  check_shape(experts, 2048, 7168, 58);
  BOOST_TEST(experts.matrices == 256);
  BOOST_TEST(experts.first == 3);
  BOOST_TEST(experts.of == 61);
  const Tensor dense = only("DeepSeek-V3", TensorRole::ffn_down);
  check_shape(dense, 18432, 7168, 3);
  BOOST_TEST(dense.first == 0);
  BOOST_TEST(dense.of == 61);
  check_shape(only("DeepSeek-V3", TensorRole::shared_up), 7168, 2048, 58);
  check_shape(only("DeepSeek-V3", TensorRole::router), 7168, 256, 58);
  // every second layer: they count by themselves
  const Tensor alternating = only("Llama 4 Maverick", TensorRole::expert_up);
  BOOST_TEST(alternating.first == 0);
  BOOST_TEST(alternating.of == 24);
}

BOOST_AUTO_TEST_CASE(latent_attention) {
  check_shape(only("DeepSeek-V3", TensorRole::mla_q_down), 7168, 1536, 61);
  check_shape(only("DeepSeek-V3", TensorRole::mla_q_up), 1536, 128 * 192, 61);
  check_shape(only("DeepSeek-V3", TensorRole::mla_kv_down), 7168, 576, 61);
  check_shape(only("DeepSeek-V3", TensorRole::mla_k_up), 512, 128 * 128, 61);
  check_shape(only("DeepSeek-V3", TensorRole::mla_v_up), 512, 128 * 128, 61);
  check_shape(only("Moonlight 16B-A3B", TensorRole::attn_q), 2048, 16 * 192, 27); // without a latent
  BOOST_TEST(of_role(list_of("DeepSeek-V3"), TensorRole::attn_k).empty());
  const auto index = of_role(list_of("GLM-5.2"), TensorRole::index_projection);
  BOOST_REQUIRE(index.size() == 3U);
  check_shape(index[0], 2048, 32 * 128, 21);
}

BOOST_AUTO_TEST_CASE(layers_of_one_kind_each) {
  check_shape(only("Nemotron-H 56B", TensorRole::attn_q), 8192, 8192, 10);
  check_shape(only("Nemotron-H 56B", TensorRole::ffn_up), 8192, 32768, 54);
  check_shape(only("Nemotron-H 56B", TensorRole::state_out), 16384, 8192, 54);
  BOOST_TEST(of_role(list_of("Nemotron-H 56B"), TensorRole::ffn_gate).empty());
  BOOST_TEST(of_role(list_of("Mamba 2.8B"), TensorRole::attn_q).empty());
  BOOST_TEST(of_role(list_of("Mamba 2.8B"), TensorRole::ffn_up).empty());
  check_shape(only("Llama-3.3 Nemotron Super 49B", TensorRole::attn_output), 8192, 8192, 49);
}

BOOST_AUTO_TEST_CASE(recurrent_layers) {
  check_shape(only("Qwen3.5 27B", TensorRole::state_qkv), 5120, 6144 + 2 * 16 * 128, 48);
  check_shape(only("Qwen3.5 27B", TensorRole::attn_q), 5120, 2 * 24 * 256, 16); // with its output gate
  check_shape(only("LFM2 1.2B", TensorRole::state_in), 2048, 3 * 2048, 10);
  check_shape(only("Kimi-Linear 48B-A3B", TensorRole::state_qkv), 2304, 3 * 4096, 20);
  check_shape(only("MiniMax-M1 456B-A46B", TensorRole::state_qkv), 6144, 3 * 8192, 70);
}

BOOST_AUTO_TEST_CASE(window_layers_of_other_widths) {
  const auto keys = of_role(list_of("MiMo-V2-Flash"), TensorRole::attn_k);
  BOOST_REQUIRE(keys.size() == 2U);
  check_shape(keys[0], 4096, 4 * 192, 9);
  check_shape(keys[1], 4096, 8 * 192, 39);
  check_shape(only("Gemma 3 27B", TensorRole::attn_k), 5376, 16 * 128, 62); // of one width: one kind
  // K = V: full layers have no V
  check_shape(only("Gemma 4 31B", TensorRole::attn_v), 5376, 16 * 256, 50);
}

BOOST_AUTO_TEST_CASE(layers_that_share_keys_have_none) {
  const auto list = list_of("Gemma 4 E4B");
  const auto queries = of_role(list, TensorRole::attn_q);
  const auto keys = of_role(list, TensorRole::attn_k);
  BOOST_REQUIRE(queries.size() == 2U);
  BOOST_REQUIRE(keys.size() == 2U);
  BOOST_TEST(queries[0].layers == 7);
  BOOST_TEST(queries[1].layers == 35);
  BOOST_TEST(keys[0].layers == 4);
  BOOST_TEST(keys[1].layers == 20);
  BOOST_TEST(only("Gemma 3n E4B", TensorRole::attn_k).layers == 35); // shared as well, but the weights are there
  check_shape(only("Gemma 4 E2B", TensorRole::layer_table), 256 * 35, 262144, 1);
  const auto mlps = of_role(list_of("Gemma 4 E2B"), TensorRole::ffn_up);
  BOOST_REQUIRE(mlps.size() == 2U);
  check_shape(mlps[0], 1536, 6144, 15);
  check_shape(mlps[1], 1536, 12288, 20);
  BOOST_TEST(mlps[1].first == 15);
}

BOOST_AUTO_TEST_CASE(compressed_attention) {
  const auto outputs = of_role(list_of("DeepSeek-V4-Flash"), TensorRole::attn_output);
  BOOST_REQUIRE(outputs.size() == 2U);
  BOOST_TEST(outputs[0].matrices == 8);
  check_shape(outputs[0], 64 * 512 / 8, 1024, 43);
  check_shape(outputs[1], 8 * 1024, 4096, 43);
  check_shape(only("DeepSeek-V4-Flash", TensorRole::attn_k), 4096, 512, 43);
}

BOOST_AUTO_TEST_CASE(what_formats_touch) {
  BOOST_TEST(is_linear(TensorRole::attn_q));
  BOOST_TEST(is_linear(TensorRole::expert_down));
  BOOST_TEST(is_linear(TensorRole::state_qkv));
  BOOST_TEST(is_linear(TensorRole::layer_projection));
  for (const auto role : {TensorRole::token_table, TensorRole::output, TensorRole::router, TensorRole::norm,
                          TensorRole::bias, TensorRole::convolution, TensorRole::other}) {
    BOOST_TEST(!is_linear(role), static_cast<int>(role));
  }
  BOOST_TEST(!is_expert(TensorRole::shared_down));
  // a bias of each expert goes with it
  const auto biases = of_role(list_of("gpt-oss-20b"), TensorRole::bias);
  BOOST_TEST(std::ranges::count_if(biases, is_of_experts) == 1);
}

BOOST_AUTO_TEST_CASE(a_shape_that_lacks_a_figure_says_which) {
  BOOST_TEST(words_of([] { return list_of("layers=2 hidden=64 heads=4 ffn=128"); }) == "the spec lacks vocab");
  BOOST_TEST(words_of([] { return list_of("layers=2 hidden=64 vocab=9 heads=4 experts=4"); }) ==
             "the spec lacks expert_ffn");
  BOOST_TEST(words_of([] {
               return list_of("layers=2 hidden=64 vocab=9 heads=4 ffn=128 index_layers=2 index_dim=8");
             }) == "the spec lacks index_heads");
  BOOST_TEST(is_no_answer([] { return list_of("70b"); }));
  BOOST_TEST(!tensors_known(*parse_model("70", models())));
  BOOST_TEST(tensors_known(*parse_model("layers=2 hidden=64 vocab=9 heads=4 ffn=128", models())));
}

BOOST_AUTO_TEST_SUITE_END()
