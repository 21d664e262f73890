#include "precision/gguf_mix.hpp"

#include "catalogue/catalogue.hpp"
#include "memory/weights.hpp"
#include "model/spec.hpp"
#include "test_table.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>
#include <vector>

using namespace calcvram;
using namespace calcvram::test;

namespace {

double file_bytes(std::string_view model, std::string_view mix, bool imatrix = false) {
  VramOptions options;
  options.imatrix = imatrix;
  return weights(*parse_model(model, models()), parse_precision(mix), options).count();
}

double bits_per_weight(std::string_view model, std::string_view mix, bool imatrix = false) {
  return file_bytes(model, mix, imatrix) * 8 / parameters(*parse_model(model, models()));
}

/// "Q6_K 16 Q4_K 16": the types of one kind of tensor and how many tensors have them.
std::string types_of(std::string_view mix, const Tensor &tensor, const GgufFacts &facts) {
  std::string text;
  for (const TypedTensors &part : typed(*parse_precision(mix).mix, tensor, facts)) {
    if (part.elements > 0) {
      text += (text.empty() ? "" : " ") + std::string{block_of(part.type).name} + " " +
              std::to_string(std::lround(part.matrices));
    }
  }
  return text;
}

Tensor of_layers(TensorRole role, double layers, double inputs = 4096) {
  return {role, inputs, 4096, 1, layers, 0, layers};
}

GgufFacts with_experts(double experts) {
  GgufFacts facts;
  facts.experts = experts;
  return facts;
}

} // namespace

BOOST_AUTO_TEST_SUITE(gguf_mix)

BOOST_AUTO_TEST_CASE(published_bits_per_weight_to_four_decimals) {
  const TestTable table{"gguf_mix_bpw.csv"};
  for (std::size_t row = 0; row < table.size(); ++row) {
    const double bits =
        bits_per_weight(table.text(row, "model"), table.text(row, "mix"), table.text(row, "imatrix") == "yes");
    BOOST_TEST(std::round(bits * 1e4) / 1e4 == table.number(row, "bits_per_weight"),
               table.place(row) << ": " << table.text(row, "mix") << " is " << bits);
  }
}

BOOST_AUTO_TEST_CASE(published_files_to_the_byte) {
  const TestTable table{"gguf_real_sizes.csv"};
  for (std::size_t row = 0; row < table.size(); ++row) {
    const double bytes = file_bytes(table.text(row, "model"), table.text(row, "mix"));
    const double real = table.number(row, "real_bytes");
    if (!table.text(row, "tensor_bytes").empty()) {
      BOOST_TEST(bytes + table.number(row, "not_in_shape_bytes") == table.number(row, "tensor_bytes"),
                 table.place(row) << ": " << table.text(row, "file") << " is " << bytes);
    }
    BOOST_TEST(std::abs(bytes / real - 1) <= table.number(row, "tolerance"),
               table.place(row) << ": " << table.text(row, "file") << " is " << bytes << ", "
                                << (bytes / real - 1) * 100 << " %");
  }
}

BOOST_AUTO_TEST_CASE(one_mix_differs_from_model_to_model) {
  BOOST_TEST(bits_per_weight("Llama 3.1 405B", "Q4_K_M") == 4.79, boost::test_tools::tolerance(0.001));
  BOOST_TEST(bits_per_weight("Gemma 3 1B", "Q4_K_M") == 6.40, boost::test_tools::tolerance(0.001));
}

BOOST_AUTO_TEST_CASE(eighty_layers_are_llama_cpps_70b) {
  // src/models/qwen2.cpp calls 80 layers 70B as src/models/llama.cpp does; gguf-parser-go's README prints 44.15 GiB and
  // 5.22 bits for Qwen2.5-72B Q4_K_M, 37.35 GiB for Llama-3.3-70B Q4_0 made with an importance matrix
  BOOST_TEST(std::round(bits_per_weight("Qwen2.5 72B", "Q4_K_M") * 100) == 522);
  BOOST_TEST(std::round(file_bytes("Qwen2.5 72B", "Q4_K_M") / (1 << 30) * 100) == 4415);
  BOOST_TEST(std::round(file_bytes("Llama 3.3 70B", "Q4_0", true) / (1 << 30) * 100) == 3735);
  GgufFacts facts;
  facts.many_share_kv = true;
  facts.seventy_b = true;
  BOOST_TEST(types_of("Q3_K_S", of_layers(TensorRole::attn_v, 80), facts) == "Q5_K 80");
  BOOST_TEST(types_of("Q4_K_M", of_layers(TensorRole::attn_v, 80), facts) == "Q6_K 40 Q5_K 40");
  BOOST_TEST(types_of("IQ2_M", of_layers(TensorRole::attn_v, 80), facts) == "Q4_K 80"); // apart in llama-quant.cpp
  const auto is_70b = [](std::string_view model) { return gguf_facts(*parse_model(model, models()), false).seventy_b; };
  BOOST_TEST(is_70b("Llama 3.1 70B"));
  BOOST_TEST(is_70b("Qwen2.5 72B"));
  BOOST_TEST(!is_70b("Llama 3.1 8B"));
}

BOOST_AUTO_TEST_CASE(layers_that_take_more_bits) {
  const auto brute = [](double count, double n) { // use_more_bits of llama-quant.cpp, in whole numbers
    const int layers = static_cast<int>(n);
    double found = 0;
    for (int i = 0; i < static_cast<int>(count); ++i) {
      found += i < layers / 8 || i >= 7 * layers / 8 || (i - layers / 8) % 3 == 2 ? 1 : 0;
    }
    return found;
  };
  for (int n = 1; n <= 130; ++n) {
    for (int first = 0; first < n; first += 3) {
      BOOST_TEST(layers_in(LayerSet::more, first, n - first, n) == brute(n, n) - brute(first, n), n << " " << first);
    }
  }
  BOOST_TEST(layers_in(LayerSet::first_eighth, 0, 36, 36) == 4);
  BOOST_TEST(layers_in(LayerSet::first_eighth, 3, 58, 61) == 4); // experts behind 3 dense layers: layers 3 to 6
  BOOST_TEST(layers_in(LayerSet::first_sixteenth, 0, 36, 36) == 2);
  BOOST_TEST(layers_in(LayerSet::middle, 0, 36, 36) == 27);
  BOOST_TEST(layers_in(LayerSet::first_2, 0, 36, 36) == 2);
  BOOST_TEST(layers_in(LayerSet::first_4, 0, 3, 3) == 3);
  BOOST_TEST(layers_in(LayerSet::none, 0, 36, 36) == 0);
}

BOOST_AUTO_TEST_CASE(tied_and_odd_token_tables) {
  GgufFacts tied;
  tied.tied = true;
  const Tensor table{TensorRole::token_table, 4096, 32000};
  const Tensor odd_table{TensorRole::token_table, 1152, 262144};
  const Tensor odd_head{TensorRole::output, 1152, 262144};
  BOOST_TEST(types_of("Q4_K_M", table, {}) == "Q4_K 1");
  BOOST_TEST(types_of("Q4_K_M", table, tied) == "Q6_K 1");
  BOOST_TEST(types_of("Q4_K_M", odd_table, tied) == "Q8_0 1");
  BOOST_TEST(types_of("Q4_K_M", odd_head, {}) == "Q8_0 1");
  BOOST_TEST(types_of("Q4_K_M", odd_table, {}) == "Q5_0 1");
  BOOST_TEST(types_of("IQ2_M", table, tied) == "Q5_K 1");
  BOOST_TEST(types_of("IQ2_M", table, {}) == "IQ3_S 1");
  BOOST_TEST(types_of("TQ1_0", table, {}) == "Q4_K 1");
}

BOOST_AUTO_TEST_CASE(eight_experts) {
  const GgufFacts eight = with_experts(8);
  BOOST_TEST(types_of("Q4_K_M", of_layers(TensorRole::attn_v, 32), eight) == "Q8_0 32");
  BOOST_TEST(types_of("Q4_K_M", of_layers(TensorRole::attn_k, 32), eight) == "Q8_0 32");
  BOOST_TEST(types_of("Q4_K_M", of_layers(TensorRole::attn_output, 32), eight) == "Q5_K 32");
  BOOST_TEST(types_of("Q3_K_L", of_layers(TensorRole::attn_output, 32), eight) == "Q3_K 32");
  BOOST_TEST(types_of("IQ3_M", of_layers(TensorRole::expert_down, 32), eight) == "Q4_K 16 IQ3_S 16");
  BOOST_TEST(types_of("IQ2_XS", of_layers(TensorRole::attn_v, 32), with_experts(4)) == "Q4_K 32");
  BOOST_TEST(types_of("IQ2_XS", of_layers(TensorRole::attn_v, 32), {}) == "Q2_K 32");
  BOOST_TEST(types_of("IQ2_XS", of_layers(TensorRole::attn_k, 32), eight) == "Q4_K 32");
  BOOST_TEST(types_of("IQ2_XS", of_layers(TensorRole::attn_output, 32), eight) == "Q5_K 32");
  BOOST_TEST(types_of("gguf_f16", of_layers(TensorRole::attn_v, 32), eight) == "F16 32");
}

BOOST_AUTO_TEST_CASE(importance_matrix) {
  GgufFacts imatrix;
  imatrix.imatrix = true;
  const Tensor down = of_layers(TensorRole::ffn_down, 32);
  BOOST_TEST(types_of("IQ3_XXS", down, {}) == "Q4_K 4 Q3_K 28");
  BOOST_TEST(types_of("IQ3_XXS", down, imatrix) == "IQ3_XXS 32");
  BOOST_TEST(types_of("IQ3_XXS", of_layers(TensorRole::attn_v, 32), imatrix) == "IQ3_XXS 32");
  BOOST_TEST(types_of("IQ4_XS", down, {}) == "Q5_K 4 IQ4_XS 28");
  BOOST_TEST(types_of("IQ4_XS", down, imatrix) == "IQ4_XS 32");
  BOOST_TEST(types_of("Q4_0", down, {}) == "Q4_0 32");
  BOOST_TEST(types_of("Q4_0", down, imatrix) == "Q4_1 4 Q4_0 28");
  BOOST_TEST(types_of("Q5_0", down, imatrix) == "Q5_1 4 Q5_0 28");
}

BOOST_AUTO_TEST_CASE(small_tensors_stay_f32) {
  for (const TensorRole role :
       {TensorRole::norm, TensorRole::bias, TensorRole::router, TensorRole::convolution, TensorRole::position_table}) {
    BOOST_TEST(types_of("Q4_K_M", of_layers(role, 32), {}) == "F32 32");
    BOOST_TEST(types_of("gguf_f16", of_layers(role, 32), {}) == "F32 32");
  }
  BOOST_TEST(types_of("Q4_K_M", {TensorRole::other, 128, 3, 1, 32, 0, 32}, {}) == "F32 32");
  BOOST_TEST(types_of("Q4_K_M", {TensorRole::other, 2048, 7680}, {}) == "F16 1"); // Gemma's per_layer_model_proj
}

BOOST_AUTO_TEST_CASE(mxfp4_moe) {
  const GgufFacts facts = with_experts(32);
  BOOST_TEST(types_of("MXFP4_MOE", of_layers(TensorRole::expert_up, 24, 2880), facts) == "MXFP4 24");
  BOOST_TEST(types_of("MXFP4_MOE", of_layers(TensorRole::attn_q, 24, 2880), facts) == "Q8_0 24");
  BOOST_TEST(types_of("MXFP4_MOE", of_layers(TensorRole::shared_up, 24, 2880), facts) == "Q8_0 24");
  BOOST_TEST(types_of("MXFP4_MOE", {TensorRole::token_table, 2880, 201088}, facts) == "Q8_0 1");
}

BOOST_AUTO_TEST_CASE(latents_turned_round) { // attn_k_b has rows of nope_dim
  GgufFacts facts;
  facts.nope_dim = 128;
  BOOST_TEST(types_of("Q4_K_M", of_layers(TensorRole::mla_k_up, 61, 512), facts) == "Q5_0 61");
  BOOST_TEST(types_of("Q4_K_M", of_layers(TensorRole::mla_v_up, 61, 512), facts) == "Q4_K 61");
}

BOOST_AUTO_TEST_CASE(every_mix_has_a_name_of_its_own) {
  for (const GgufMix &mix : gguf_mixes()) {
    BOOST_TEST(parse_precision(mix.name).mix == &mix, mix.name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
