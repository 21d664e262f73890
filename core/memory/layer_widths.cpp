#include "memory/layer_widths.hpp"

#include "model/layer_kinds.hpp"

#include <algorithm>

namespace calcvram {
namespace {

double known(const std::optional<double> &figure) {
  return figure.value_or(0);
}

constexpr unsigned q_k_v = LoraTargets::q | LoraTargets::k | LoraTargets::v;
constexpr unsigned gate_up = LoraTargets::gate | LoraTargets::up;

/// The norm's input, and its output where a matrix behind it needs it.
double norm_widths(double hidden, bool output_needed, const Keeping &keeping) {
  const double output = output_needed ? 1 : 0;
  if (keeping.kernels == Kernels::fused) {
    return hidden * (1 + output);
  }
  constexpr double fp32_bytes = 4;
  const double before_weight = keeping.trained.all ? 1 : 0; // a frozen weight needs no gradient
  return hidden * (fp32_bytes / keeping.element_bytes + before_weight + output);
}

struct HeadWidths {
  double heads;
  double kv_heads;
  double key_dim;
  double value_dim;
};

BlockWidths attention(const HeadWidths &of, double layers, double hidden, const Keeping &keeping, double tp) {
  const double kv_heads = std::max(of.kv_heads, tp);
  const double keys_and_values = kv_heads * (of.key_dim + of.value_dim);
  BlockWidths block;
  block.layers = layers;
  block.inputs = norm_widths(hidden, keeping.trained.any_of(q_k_v), keeping);
  block.split = of.heads * of.key_dim + keys_and_values + of.heads * of.value_dim;
  block.heads = of.heads;
  return block;
}

/// A compressed cache changes nothing in training.
double full_layers(const LayerKinds &kinds) {
  return kinds.full + kinds.csa + kinds.hca;
}

BlockWidths full_attention(const Shape &shape, const LayerKinds &kinds, double hidden, const Keeping &keeping,
                           double tp) {
  const double heads = *shape.heads;
  const double key_dim = shape.head_dim.value_or(hidden / heads);
  if (!shape.kv_lora_rank) {
    const HeadWidths widths{heads, shape.kv_heads.value_or(heads), key_dim, shape.v_head_dim.value_or(key_dim)};
    return attention(widths, full_layers(kinds), hidden, keeping, tp);
  }
  const double rope = known(shape.rope_dim);
  const double decompressed = shape.nope_dim ? *shape.nope_dim + rope : key_dim;
  const HeadWidths widths{heads, heads, decompressed, shape.v_head_dim.value_or(decompressed)};
  BlockWidths block = attention(widths, full_layers(kinds), hidden, keeping, tp);
  const double queries = known(shape.q_lora_rank) * (keeping.trained.any_of(LoraTargets::q) ? 2 : 1);
  const double latent = *shape.kv_lora_rank * (keeping.trained.any_of(LoraTargets::k | LoraTargets::v) ? 2 : 1);
  block.whole = queries + latent + rope;
  return block;
}

BlockWidths window_attention(const Shape &shape, const LayerKinds &kinds, double hidden, const Keeping &keeping,
                             double tp) {
  const double heads = shape.window_heads.value_or(*shape.heads);
  const double full_key = shape.head_dim.value_or(hidden / *shape.heads);
  const double key_dim = shape.window_head_dim.value_or(full_key);
  const double full_value = shape.window_head_dim ? key_dim : shape.v_head_dim.value_or(key_dim);
  const HeadWidths widths{heads, shape.window_kv_heads.value_or(shape.kv_heads.value_or(*shape.heads)), key_dim,
                          shape.window_v_head_dim.value_or(full_value)};
  return attention(widths, kinds.window, hidden, keeping, tp);
}

BlockWidths recurrence(const Shape &shape, const LayerKinds &kinds, double hidden, const Keeping &keeping) {
  const StateKind kind = shape.state_kind.value_or(StateKind::mamba2);
  const double inner = shape.inner.value_or(hidden);
  const bool inputs_convolved = kind != StateKind::mamba1 && kind != StateKind::shortconv;
  const double convolved = inner + (inputs_convolved ? 2 * shape.groups.value_or(1) * known(shape.state) : 0);
  // where attention stands beside it in the same layer, they share a norm
  const double attention_layers = kinds.attention();
  const double own_norms = std::clamp(kinds.layers - attention_layers, 0.0, kinds.state);
  const double gated_output = keeping.trained.others() ? inner : 0; // the input of the output projection
  BlockWidths block;
  block.layers = kinds.state;
  block.inputs = norm_widths(hidden, keeping.trained.others(), keeping) * own_norms / kinds.state;
  block.split = convolved + 2 * inner + gated_output;
  return block;
}

/// gate, up and their product; or what stands before and after the activation function.
double mlp_width(const Shape &shape, double ffn, const Keeping &keeping) {
  const double gated = shape.mlp_matrices.value_or(3) - 2;
  const double before = 1 + gated + (keeping.kernels == Kernels::eager ? gated : 0);
  return ffn * (before + (keeping.trained.any_of(LoraTargets::down) ? 1 : 0));
}

BlockWidths dense_mlp(const Shape &shape, const LayerKinds &kinds, double hidden, const Keeping &keeping) {
  BlockWidths block;
  block.mlp = true;
  block.layers = kinds.dense;
  block.inputs = norm_widths(hidden, keeping.trained.any_of(gate_up), keeping);
  const double ffn = shape.ffn_total ? *shape.ffn_total / kinds.dense : known(shape.ffn); // of the mean layer
  block.split = mlp_width(shape, ffn, keeping);
  return block;
}

BlockWidths expert_mlp(const Shape &shape, const LayerKinds &kinds, double hidden, const Keeping &keeping) {
  const double expert_ffn = known(shape.expert_ffn);
  const double used = shape.experts_used.value_or(1);
  const double shared = shape.shared_ffn.value_or(known(shape.shared_experts) * expert_ffn);
  BlockWidths block;
  block.mlp = true;
  block.layers = kinds.with_experts;
  block.inputs = norm_widths(hidden, keeping.trained.any_of(gate_up), keeping);
  block.split = used * mlp_width(shape, expert_ffn, keeping) + mlp_width(shape, shared, keeping);
  block.whole = used * shape.expert_hidden.value_or(hidden);
  return block;
}

/// A layer without attention needs no heads (Mamba), one without an MLP no ffn.
bool widths_known(const Shape &shape, const LayerKinds &kinds) {
  return (kinds.attention() == 0 || shape.heads) && (kinds.dense == 0 || shape.ffn || shape.ffn_total) &&
         (kinds.with_experts == 0 || shape.expert_ffn);
}

} // namespace

bool TrainedInputs::any_of(unsigned matrices) const {
  return all ? matrices != 0 : targets.any_of(matrices);
}

std::optional<LayerWidths> layer_widths(const Model &model, const Keeping &keeping, double tp) {
  const Shape &shape = model.shape;
  const double hidden = require(model, &Shape::hidden, "hidden");
  require(model, &Shape::layers, "layers");
  const LayerKinds kinds = layer_kinds(shape);
  if (!widths_known(shape, kinds)) {
    return std::nullopt;
  }
  LayerWidths widths;
  if (full_layers(kinds) > 0) {
    widths.push_back(full_attention(shape, kinds, hidden, keeping, tp));
  }
  if (kinds.window > 0) {
    widths.push_back(window_attention(shape, kinds, hidden, keeping, tp));
  }
  if (kinds.state > 0) {
    widths.push_back(recurrence(shape, kinds, hidden, keeping));
  }
  if (kinds.dense > 0) {
    widths.push_back(dense_mlp(shape, kinds, hidden, keeping));
  }
  if (kinds.with_experts > 0) {
    widths.push_back(expert_mlp(shape, kinds, hidden, keeping));
  }
  return widths;
}

} // namespace calcvram
