#include "memory/layer_widths.hpp"

#include <algorithm>

namespace calcvram {
namespace {

double known(const std::optional<double> &figure) {
  return figure.value_or(0);
}

/// How many layers have which block: of attention and recurrence one layer may have both.
struct BlockCounts {
  double layers;
  double full;
  double window;
  double state;
  double dense;
  double experts;
};

BlockCounts block_counts(const Shape &shape, double layers) {
  BlockCounts counts{};
  counts.layers = layers;
  counts.state = known(shape.state_layers);
  counts.window = known(shape.window_layers);
  const double others = known(shape.csa_layers) + known(shape.hca_layers) + known(shape.kv_shared_layers);
  const double with_cache =
      shape.kv_layers ? *shape.kv_layers + others : std::max(layers - counts.window - counts.state, 0.0);
  counts.full = shape.attention_layers ? std::max(*shape.attention_layers - counts.window, 0.0) : with_cache;
  const double mlps = shape.mlp_layers.value_or(layers);
  const double dense = shape.ffn ? std::min(known(shape.dense_layers), mlps) : 0;
  counts.dense = known(shape.experts) > 0 ? dense : mlps;
  counts.experts = mlps - counts.dense;
  return counts;
}

constexpr unsigned q_k_v = LoraTargets::q | LoraTargets::k | LoraTargets::v;
constexpr unsigned gate_up = LoraTargets::gate | LoraTargets::up;

/// The norm's input, and its output where a matrix behind it needs it.
double norm_widths(double hidden, bool input_needed) {
  return hidden * (input_needed ? 2 : 1);
}

struct HeadWidths {
  double heads;
  double kv_heads;
  double key_dim;
  double value_dim;
};

BlockWidths attention(const HeadWidths &of, double layers, double hidden, const TrainedInputs &trained, double tp) {
  const double kv_heads = std::max(of.kv_heads, tp);
  const double keys_and_values = kv_heads * (of.key_dim + of.value_dim);
  BlockWidths block;
  block.layers = layers;
  block.inputs = norm_widths(hidden, trained.any_of(q_k_v));
  block.split = of.heads * of.key_dim + keys_and_values + of.heads * of.value_dim;
  block.heads = of.heads;
  return block;
}

BlockWidths full_attention(const Shape &shape, const BlockCounts &counts, double hidden, const TrainedInputs &trained,
                           double tp) {
  const double heads = *shape.heads;
  const double key_dim = shape.head_dim.value_or(hidden / heads);
  if (!shape.kv_lora_rank) {
    const HeadWidths widths{heads, shape.kv_heads.value_or(heads), key_dim, shape.v_head_dim.value_or(key_dim)};
    return attention(widths, counts.full, hidden, trained, tp);
  }
  const double rope = known(shape.rope_dim);
  const double decompressed = shape.nope_dim ? *shape.nope_dim + rope : key_dim;
  const HeadWidths widths{heads, heads, decompressed, shape.v_head_dim.value_or(decompressed)};
  BlockWidths block = attention(widths, counts.full, hidden, trained, tp);
  const double queries = known(shape.q_lora_rank) * (trained.any_of(LoraTargets::q) ? 2 : 1);
  const double latent = *shape.kv_lora_rank * (trained.any_of(LoraTargets::k | LoraTargets::v) ? 2 : 1);
  block.whole = queries + latent + rope;
  return block;
}

BlockWidths window_attention(const Shape &shape, const BlockCounts &counts, double hidden, const TrainedInputs &trained,
                             double tp) {
  const double heads = *shape.heads;
  const double full_key = shape.head_dim.value_or(hidden / heads);
  const double key_dim = shape.window_head_dim.value_or(full_key);
  const double full_value = shape.window_head_dim ? key_dim : shape.v_head_dim.value_or(key_dim);
  const HeadWidths widths{heads, shape.window_kv_heads.value_or(shape.kv_heads.value_or(heads)), key_dim,
                          shape.window_v_head_dim.value_or(full_value)};
  return attention(widths, counts.window, hidden, trained, tp);
}

BlockWidths recurrence(const Shape &shape, const BlockCounts &counts, double hidden, const TrainedInputs &trained) {
  const StateKind kind = shape.state_kind.value_or(StateKind::mamba2);
  const double inner = shape.inner.value_or(hidden);
  const bool inputs_convolved = kind != StateKind::mamba1 && kind != StateKind::shortconv;
  const double convolved = inner + (inputs_convolved ? 2 * shape.groups.value_or(1) * known(shape.state) : 0);
  // where attention stands beside it in the same layer, they share a norm
  const double attention_layers = counts.full + counts.window;
  const double own_norms = std::clamp(counts.layers - attention_layers, 0.0, counts.state);
  const double gated_output = trained.others() ? inner : 0; // the input of the output projection
  BlockWidths block;
  block.layers = counts.state;
  block.inputs = norm_widths(hidden, trained.others()) * own_norms / counts.state;
  block.split = convolved + 2 * inner + gated_output;
  return block;
}

/// gate, up and their product; or what stands before and after the activation function.
double mlp_width(const Shape &shape, double ffn, const TrainedInputs &trained) {
  const double before = shape.mlp_matrices.value_or(3) - 1;
  return ffn * (before + (trained.any_of(LoraTargets::down) ? 1 : 0));
}

BlockWidths dense_mlp(const Shape &shape, const BlockCounts &counts, double hidden, const TrainedInputs &trained) {
  BlockWidths block;
  block.mlp = true;
  block.layers = counts.dense;
  block.inputs = norm_widths(hidden, trained.any_of(gate_up));
  block.split = mlp_width(shape, known(shape.ffn), trained);
  return block;
}

BlockWidths expert_mlp(const Shape &shape, const BlockCounts &counts, double hidden, const TrainedInputs &trained) {
  const double expert_ffn = known(shape.expert_ffn);
  const double used = shape.experts_used.value_or(1);
  const double shared = shape.shared_ffn.value_or(known(shape.shared_experts) * expert_ffn);
  BlockWidths block;
  block.mlp = true;
  block.layers = counts.experts;
  block.inputs = norm_widths(hidden, trained.any_of(gate_up));
  block.split = used * mlp_width(shape, expert_ffn, trained) + mlp_width(shape, shared, trained);
  block.whole = used * shape.expert_hidden.value_or(hidden);
  return block;
}

} // namespace

bool TrainedInputs::any_of(unsigned matrices) const {
  return all ? matrices != 0 : targets.any_of(matrices);
}

std::optional<LayerWidths> layer_widths(const Model &model, const TrainedInputs &trained, double tp) {
  const Shape &shape = model.shape;
  const double hidden = require(model, &Shape::hidden, "hidden");
  const double layers = require(model, &Shape::layers, "layers");
  const bool mlp_known = shape.ffn || (shape.experts && shape.expert_ffn);
  if (!shape.heads || !mlp_known) {
    return std::nullopt;
  }
  const BlockCounts counts = block_counts(shape, layers);
  LayerWidths widths;
  if (counts.full > 0) {
    widths.push_back(full_attention(shape, counts, hidden, trained, tp));
  }
  if (counts.window > 0) {
    widths.push_back(window_attention(shape, counts, hidden, trained, tp));
  }
  if (counts.state > 0) {
    widths.push_back(recurrence(shape, counts, hidden, trained));
  }
  if (counts.dense > 0) {
    widths.push_back(dense_mlp(shape, counts, hidden, trained));
  }
  if (counts.experts > 0) {
    widths.push_back(expert_mlp(shape, counts, hidden, trained));
  }
  return widths;
}

} // namespace calcvram
