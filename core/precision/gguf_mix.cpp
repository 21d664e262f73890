#include "precision/gguf_mix.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace calcvram {
namespace {

using enum GgmlType;
using enum LayerSet;

constexpr LayerTypes on(LayerSet where, GgmlType apart, GgmlType usual) {
  return {usual, apart, where};
}

/// All matrices of the layers in one type.
constexpr GgufMix uniform(std::string_view name, GgmlType base, GgmlType token_table, GgmlType output) {
  return {name, base, token_table, output, {base}, {base}, base, base, {base}, {base}, base, base};
}

// name, base, token table, output; attn_v with fewer than 4 and with 4 or more query heads a KV head; attn_q and
// attn_k, attn_output; ffn_down, ffn_gate and ffn_up; attn_qkv; attn_output of 8 experts
constexpr std::array mixes{
    // clang-format off
    uniform("gguf_f32", f32, f32, f32),
    uniform("gguf_f16", f16, f16, f16),
    uniform("gguf_bf16", bf16, bf16, bf16),
    uniform("Q1_0", q1_0, q1_0, q6_k),
    uniform("Q2_0", q2_0, q4_k, q6_k),
    uniform("MXFP4_MOE", mxfp4, q8_0, q8_0), // experts in its base, all else in Q8_0: see matrix_types
    uniform("Q4_0", q4_0, q4_0, q6_k),
    uniform("Q4_1", q4_1, q4_1, q6_k),
    uniform("Q5_0", q5_0, q5_0, q6_k),
    uniform("Q5_1", q5_1, q5_1, q6_k),
    uniform("Q8_0", q8_0, q8_0, q8_0),
    GgufMix{"Q2_K", q2_k, q2_k, q6_k, {q3_k}, {q4_k}, q2_k, q3_k, {q3_k}, {q2_k}, q2_k, q5_k},
    GgufMix{"Q2_K_S", q2_k, q2_k, q6_k, {q2_k}, {q4_k}, q2_k, q2_k, on(first_eighth, q4_k, q2_k), {q2_k}, q2_k, q2_k},
    GgufMix{"IQ3_XS", iq3_s, iq3_s, q6_k, {iq3_s}, {q4_k}, iq3_xxs, iq3_s, {iq3_s}, on(middle, iq3_xxs, iq3_s), iq3_s, q5_k},
    GgufMix{"Q3_K_S", q3_k, q3_k, q6_k, {q3_k}, {q3_k}, q3_k, q3_k, {q3_k}, {q3_k}, q3_k, q5_k},
    GgufMix{"Q3_K_M", q3_k, q3_k, q6_k, on(first_2, q5_k, q4_k), on(first_2, q5_k, q4_k), q3_k, q4_k, on(first_sixteenth, q5_k, q4_k), {q3_k}, q4_k, q5_k},
    GgufMix{"Q3_K_L", q3_k, q3_k, q6_k, {q5_k}, {q5_k}, q3_k, q5_k, {q5_k}, {q3_k}, q4_k, q3_k},
    GgufMix{"Q4_K_S", q4_k, q4_k, q6_k, on(first_4, q5_k, q4_k), on(first_4, q5_k, q4_k), q4_k, q4_k, on(first_eighth, q5_k, q4_k), {q4_k}, q4_k, q5_k},
    GgufMix{"Q4_K_M", q4_k, q4_k, q6_k, on(more, q6_k, q4_k), on(more, q6_k, q4_k), q4_k, q4_k, on(more, q6_k, q4_k), {q4_k}, q5_k, q5_k},
    uniform("Q5_K_S", q5_k, q5_k, q6_k),
    GgufMix{"Q5_K_M", q5_k, q5_k, q6_k, on(more, q6_k, q5_k), on(more, q6_k, q5_k), q5_k, q5_k, on(more, q6_k, q5_k), {q5_k}, q6_k, q5_k},
    uniform("Q6_K", q6_k, q6_k, q6_k),
    uniform("TQ1_0", tq1_0, q4_k, q6_k),
    uniform("TQ2_0", tq2_0, q4_k, q6_k),
    GgufMix{"IQ2_XXS", iq2_xxs, q2_k, q5_k, {q2_k}, {q4_k}, iq2_xxs, iq2_xxs, on(first_eighth, q2_k, iq2_xxs), {iq2_xxs}, iq2_xxs, q5_k},
    GgufMix{"IQ2_XS", iq2_xs, q2_k, q5_k, {q2_k}, {q4_k}, iq2_xs, iq2_xs, on(first_eighth, q2_k, iq2_xs), {iq2_xs}, iq2_xs, q5_k},
    GgufMix{"IQ2_S", iq2_xs, iq3_s, q5_k, {iq3_s}, {q4_k}, iq2_xs, iq3_s, on(first_eighth, iq3_s, iq2_xs), {iq2_xs}, iq2_xs, q5_k},
    GgufMix{"IQ2_M", iq2_s, iq3_s, q5_k, {iq3_s}, {q4_k}, iq2_s, iq3_s, on(first_eighth, iq3_s, iq2_s), {iq2_s}, iq2_s, q5_k},
    GgufMix{"IQ3_XXS", iq3_xxs, iq3_s, q5_k, {iq3_s}, {q4_k}, iq2_s, iq3_s, on(first_eighth, q4_k, q3_k), {iq3_xxs}, iq3_xxs, q5_k},
    GgufMix{"IQ1_S", iq1_s, q2_k, q5_k, {q2_k}, {q4_k}, iq1_s, iq2_xxs, on(first_eighth, q2_k, iq1_s), {iq1_s}, iq1_s, q5_k},
    GgufMix{"IQ1_M", iq1_m, q2_k, q5_k, {q2_k}, {q4_k}, iq1_m, iq2_xxs, on(first_eighth, q2_k, iq1_m), {iq1_m}, iq1_m, q5_k},
    GgufMix{"IQ4_NL", iq4_nl, iq4_nl, q6_k, {iq4_nl}, {q5_k}, iq4_nl, iq4_nl, on(first_eighth, q5_k, iq4_nl), {iq4_nl}, iq4_nl, q5_k},
    GgufMix{"IQ4_XS", iq4_xs, iq4_xs, q6_k, {iq4_xs}, {q5_k}, iq4_xs, iq4_xs, on(first_eighth, q5_k, iq4_xs), {iq4_xs}, iq4_xs, q5_k},
    GgufMix{"IQ3_S", iq3_s, iq3_s, q6_k, {iq3_s}, {q4_k}, iq3_s, iq3_s, {iq3_s}, {iq3_s}, iq3_s, q5_k},
    GgufMix{"IQ3_M", iq3_s, iq3_s, q6_k, {q4_k}, {q4_k}, iq3_s, q4_k, on(first_eighth, q4_k, iq3_s), {iq3_s}, q4_k, q5_k},
    // clang-format on
};

/// How many of the first `count` of n tensors are in the set. Whole numbers, divided as llama.cpp divides them.
int before(LayerSet set, int count, int n) {
  const int eighth = n / 8;
  const int in_middle = std::max(0, std::min(count, 7 * n / 8) - eighth);
  switch (set) {
  case none:
    return 0;
  case first_2:
    return std::min(count, 2);
  case first_4:
    return std::min(count, 4);
  case first_sixteenth:
    return std::min(count, n / 16);
  case first_eighth:
    return std::min(count, eighth);
  case middle:
    return in_middle;
  case more:
    return std::min(count, eighth) + in_middle / 3 + std::max(0, count - 7 * n / 8);
  }
  return 0;
}

bool is_quantised(const GgufMix &mix) {
  return mix.base > bf16;
}

/// IQ1 and IQ2, whose rules are apart in llama.cpp.
bool below_3_bits(const GgufMix &mix) {
  return mix.base >= iq1_s && mix.base <= iq2_s;
}

bool eight_experts(const GgufMix &mix, const GgufFacts &facts) {
  return facts.experts == 8 && is_quantised(mix);
}

bool is_mxfp4_moe(const GgufMix &mix) {
  return mix.base == mxfp4;
}

LayerTypes attn_v_types(const GgufMix &mix, const GgufFacts &facts) {
  if (below_3_bits(mix)) {
    return facts.many_share_kv || facts.experts >= 4 ? mix.attn_v_gqa : mix.attn_v;
  }
  if (eight_experts(mix, facts)) {
    return {q8_0};
  }
  if (facts.many_share_kv) {
    const auto with_5_bits = [&](GgmlType type) {
      return facts.seventy_b && (type == q3_k || type == q4_k) ? q5_k : type;
    };
    return {with_5_bits(mix.attn_v_gqa.usual), with_5_bits(mix.attn_v_gqa.apart), mix.attn_v_gqa.where};
  }
  return facts.imatrix && mix.base == iq3_xxs ? LayerTypes{iq3_xxs} : mix.attn_v;
}

GgmlType attn_k_type(const GgufMix &mix, const GgufFacts &facts) {
  if (eight_experts(mix, facts)) {
    return below_3_bits(mix) ? q4_k : q8_0;
  }
  return mix.attn_qk;
}

LayerTypes ffn_down_types(const GgufMix &mix, const GgufFacts &facts) {
  if (facts.imatrix) {
    switch (mix.base) {
    case iq3_xxs:
    case iq4_nl:
    case iq4_xs:
      return {mix.base};
    case q4_0:
      return on(first_eighth, q4_1, q4_0);
    case q5_0:
      return on(first_eighth, q5_1, q5_0);
    default:
      break;
    }
  }
  if (mix.base == iq3_s && mix.ffn_down.apart == q4_k && facts.experts == 8) {
    return on(more, q4_k, iq3_s); // IQ3_M
  }
  return mix.ffn_down;
}

/// `output`, and the tables that stand in for it: their base decides whether it is Q8_0.
GgmlType output_type(const GgufMix &mix, double row_elements) {
  return fitting_type(mix.base, row_elements) == mix.base ? mix.output : q8_0;
}

bool is_attn_qkv(TensorRole role) {
  return role == TensorRole::attn_q || role == TensorRole::attn_k || role == TensorRole::attn_v;
}

/// Matrices that programs multiply with or look rows up in.
LayerTypes matrix_types(const GgufMix &mix, const Tensor &tensor, const GgufFacts &facts) {
  switch (tensor.role) {
  case TensorRole::output:
    return {output_type(mix, tensor.inputs)};
  case TensorRole::token_table:
  case TensorRole::layer_table:
    return {facts.tied ? output_type(mix, tensor.inputs) : mix.token_table};
  default:
    break;
  }
  if (facts.mxfp4_experts && is_expert(tensor.role)) {
    return {mxfp4};
  }
  if (is_mxfp4_moe(mix)) {
    const bool stacked = is_expert(tensor.role) || tensor.role == TensorRole::mla_k_up ||
                         tensor.role == TensorRole::mla_v_up; // of three dimensions
    return {stacked ? mxfp4 : q8_0};
  }
  if (facts.fused_qkv && is_attn_qkv(tensor.role)) {
    return {mix.attn_qkv};
  }
  switch (tensor.role) {
  case TensorRole::attn_q:
    return {mix.attn_qk};
  case TensorRole::attn_k:
    return {attn_k_type(mix, facts)};
  case TensorRole::attn_v:
    return attn_v_types(mix, facts);
  case TensorRole::state_qkv:
    return {mix.attn_qkv};
  case TensorRole::attn_output:
    return {eight_experts(mix, facts) ? mix.eight_experts_output : mix.attn_output};
  case TensorRole::ffn_down:
  case TensorRole::expert_down:
  case TensorRole::shared_down:
    return ffn_down_types(mix, facts);
  case TensorRole::ffn_gate:
  case TensorRole::ffn_up:
  case TensorRole::expert_gate:
  case TensorRole::expert_up:
  case TensorRole::shared_gate:
  case TensorRole::shared_up:
    return mix.ffn_gate_up;
  default:
    return {mix.base};
  }
}

/// What llama.cpp does not quantise: vectors, routers and convolutions are F32; the few matrices among them (Gemma's
/// per_layer_model_proj, AltUp, Laurel) keep the 16 bits of the source.
std::optional<GgmlType> kept_type(const GgufMix &mix, const Tensor &tensor) {
  constexpr double narrow = 32;
  switch (tensor.role) {
  case TensorRole::token_table:
  case TensorRole::layer_table:
  case TensorRole::output:
    return std::nullopt;
  case TensorRole::other:
    return mix.base != f32 && std::min(tensor.inputs, tensor.outputs) >= narrow ? f16 : f32;
  default:
    return is_linear(tensor.role) ? std::nullopt : std::optional{f32};
  }
}

} // namespace

double layers_in(LayerSet set, double first, double count, double n) {
  if (set == none) {
    return 0;
  }
  const int begin = static_cast<int>(first);
  const int of = static_cast<int>(n);
  return before(set, begin + static_cast<int>(count), of) - before(set, begin, of);
}

std::span<const GgufMix> gguf_mixes() {
  return mixes;
}

GgufFacts gguf_facts(const Model &model, bool imatrix) {
  const Shape &shape = model.shape;
  const double heads = shape.heads.value_or(1);
  const double kv_heads = shape.kv_heads.value_or(heads);
  GgufFacts facts;
  facts.tied = is_tied(shape);
  facts.imatrix = imatrix;
  facts.many_share_kv = heads >= 4 * kv_heads;
  facts.seventy_b = shape.layers == 80.0 && heads != kv_heads;
  facts.fused_qkv = shape.fused_qkv.value_or(0) > 0;
  facts.mxfp4_experts = shape.mxfp4_experts == 1.0;
  facts.experts = shape.experts.value_or(0);
  facts.nope_dim = shape.nope_dim.value_or(shape.head_dim.value_or(0) - shape.rope_dim.value_or(0));
  return facts;
}

TypeSplit typed(const GgufMix &mix, const Tensor &tensor, const GgufFacts &facts) {
  const double elements = tensor.elements();
  const double matrices = tensor.matrices * tensor.layers;
  if (const auto kept = kept_type(mix, tensor)) {
    return {TypedTensors{*kept, elements, matrices}};
  }
  const bool turned = tensor.role == TensorRole::mla_k_up && facts.nope_dim > 0;
  const double row_elements = turned ? facts.nope_dim : tensor.inputs;
  const LayerTypes types = matrix_types(mix, tensor, facts);
  const GgmlType usual = fitting_type(types.usual, row_elements);
  const double layers = layers_in(types.where, tensor.first, tensor.layers, tensor.of);
  const GgmlType apart = layers > 0 ? fitting_type(types.apart, row_elements) : usual;
  if (usual == apart) {
    return {TypedTensors{usual, elements, matrices}};
  }
  const double share = layers / tensor.layers;
  return {TypedTensors{apart, elements * share, matrices * share},
          TypedTensors{usual, elements * (1 - share), matrices * (1 - share)}};
}

} // namespace calcvram
