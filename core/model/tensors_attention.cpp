#include "model/tensor_builder.hpp"

namespace calcvram {
namespace {

/// Widths of one kind of attention layer, and the layers.
struct Widths {
  double heads;
  double kv_heads;
  double key_dim;
  double value_dim;
  bool key_is_value; ///< one projection gives both

  bool operator==(const Widths &) const = default;
};

Widths full_widths(const TensorBuilder &to) {
  const Shape &shape = to.shape;
  const double heads = known(shape.heads);
  const double key_dim = shape.head_dim.value_or(heads > 0 ? to.hidden / heads : 0);
  return {heads, shape.kv_heads.value_or(heads), key_dim, shape.v_head_dim.value_or(key_dim), yes(shape.k_eq_v)};
}

Widths window_widths(const TensorBuilder &to) {
  const Shape &shape = to.shape;
  const Widths full = full_widths(to);
  const double key_dim = shape.window_head_dim.value_or(full.key_dim);
  const double value_dim = shape.window_head_dim ? key_dim : full.value_dim;
  return {shape.window_heads.value_or(full.heads), shape.window_kv_heads.value_or(full.kv_heads), key_dim,
          shape.window_v_head_dim.value_or(value_dim), false};
}

/// attn_gate: 1 in the query projection (Qwen3-Next), 2 a matrix of its own (AFMoE, Kimi-K3), 3 a number a head
/// (Step-3.5).
constexpr double gate_in_query = 1;
constexpr double gate_of_values = 2;
constexpr double gate_of_heads = 3;

void add_gate(TensorBuilder &to, const Widths &widths, const Place &all) {
  const double gate = known(to.shape.attn_gate);
  if (gate == gate_of_values || gate == gate_of_heads) {
    to.add(TensorRole::attn_gate, to.hidden, widths.heads * (gate == gate_of_heads ? 1 : widths.value_dim), all);
  }
}

void add_biases(TensorBuilder &to, const Widths &widths, const Place &all, const Place &own) {
  if (yes(to.shape.qkv_bias)) {
    to.add(TensorRole::bias, widths.heads * widths.key_dim, 1, all);
    to.add(TensorRole::bias, widths.kv_heads * (widths.key_dim + (widths.key_is_value ? 0 : widths.value_dim)), 1, own);
  }
  to.add(TensorRole::bias, to.hidden, yes(to.shape.attn_bias) ? 1 : 0, all);
}

/// qk_norm: 1 of each head with the same weights (Qwen3), 2 of all heads at once (OLMo 2).
void add_qk_norms(TensorBuilder &to, const Widths &widths, const Place &all, const Place &own) {
  const double norm = known(to.shape.qk_norm);
  if (norm > 0) {
    to.add(TensorRole::norm, widths.key_dim * (norm == 2 ? widths.heads : 1), 1, all);
    to.add(TensorRole::norm, widths.key_dim * (norm == 2 ? widths.kv_heads : 1), 1, own);
  }
}

/// MHA, GQA, MQA.
void add_heads(TensorBuilder &to, const Widths &widths, const Place &all, const Place &own) {
  const double doubled = known(to.shape.attn_gate) == gate_in_query ? 2 : 1;
  to.add(TensorRole::attn_q, to.hidden, widths.heads * widths.key_dim * doubled, all);
  to.add_heads(TensorRole::attn_k, widths.kv_heads, widths.key_dim, own);
  if (!widths.key_is_value) {
    to.add_heads(TensorRole::attn_v, widths.kv_heads, widths.value_dim, own);
  }
  to.add(TensorRole::attn_output, widths.heads * widths.value_dim, to.hidden, all);
  add_gate(to, widths, all);
  add_biases(to, widths, all, own);
  add_qk_norms(to, widths, all, own);
}

/// Queries through a latent of q_lora_rank, or straight.
void add_mla_queries(TensorBuilder &to, double query_width, const Place &place) {
  if (!yes(to.shape.q_lora_rank)) {
    to.add(TensorRole::attn_q, to.hidden, query_width, place);
    return;
  }
  const double rank = *to.shape.q_lora_rank;
  to.add(TensorRole::mla_q_down, to.hidden, rank, place);
  to.add(TensorRole::norm, rank, 1, place);
  to.add(TensorRole::mla_q_up, rank, query_width, place);
}

/// DeepSeek-V2 (arXiv 2405.04434) 2.1.
void add_mla(TensorBuilder &to, const Place &place) {
  const Shape &shape = to.shape;
  const Widths widths = full_widths(to);
  const double rank = *shape.kv_lora_rank;
  const double rope = known(shape.rope_dim);
  const double nope = shape.nope_dim.value_or(widths.key_dim - rope);
  add_mla_queries(to, widths.heads * (nope + rope), place);
  to.add(TensorRole::mla_kv_down, to.hidden, rank + rope, place);
  to.add(TensorRole::norm, rank, 1, place);
  to.add(TensorRole::mla_k_up, rank, widths.heads * nope, place);
  to.add(TensorRole::mla_v_up, rank, widths.heads * widths.value_dim, place);
  to.add(TensorRole::attn_output, widths.heads * widths.value_dim, to.hidden, place);
  add_gate(to, widths, place);
}

/// A sparse indexer: of DeepSeek-V3.2, with queries from their latent, a key norm with bias and a weight for each
/// head; of MiniMax-M3, with queries from hidden and norms of both.
void add_indexer(TensorBuilder &to, const Place &place) {
  const double dim = known(to.shape.index_dim);
  const double heads = known(to.shape.index_heads);
  const bool latent = yes(to.shape.q_lora_rank);
  to.add(TensorRole::index_projection, latent ? *to.shape.q_lora_rank : to.hidden, heads * dim, place);
  to.add(TensorRole::index_projection, to.hidden, dim, place);
  to.add(TensorRole::index_projection, to.hidden, latent ? heads : 0, place);
  to.add(TensorRole::norm, dim, latent ? 1 : 2, place);
  to.add(TensorRole::bias, dim, latent ? 1 : 0, place);
}

constexpr double csa_ratio = 4;
constexpr double hca_ratio = 128;

/// Keys that are values too, in `overlap` halves, each with its gate and a position for every row that one row takes
/// in.
void add_compressor(TensorBuilder &to, double dim, double overlap, double ratio, const Place &place) {
  to.add(TensorRole::kv_compressor, to.hidden, overlap * dim, place);
  to.add(TensorRole::kv_compressor, to.hidden, overlap * dim, place);
  to.add(TensorRole::other, overlap * dim, ratio, place);
  to.add(TensorRole::norm, dim, 1, place);
}

/// DeepSeek-V4: one key of head_dim that is the value too, an output projection in two steps, compressors, and an
/// indexer in the CSA layers. llama.cpp src/models/deepseek4.cpp.
void add_compressed(TensorBuilder &to) {
  const Shape &shape = to.shape;
  const Widths widths = full_widths(to);
  const Place all = all_of(to.kinds.attention());
  const double width = widths.heads * widths.key_dim;
  add_mla_queries(to, width, all);
  to.add_heads(TensorRole::attn_k, widths.kv_heads, widths.key_dim, all);
  to.add(TensorRole::norm, widths.key_dim, 1, all);
  if (yes(shape.o_lora_rank)) {
    const double groups = shape.o_groups.value_or(1);
    to.add(TensorRole::attn_output, width / groups, *shape.o_lora_rank, all, groups);
    to.add(TensorRole::attn_output, groups * *shape.o_lora_rank, to.hidden, all);
  } else {
    to.add(TensorRole::attn_output, width, to.hidden, all);
  }
  const Place csa = all_of(to.kinds.csa);
  add_compressor(to, widths.key_dim, 2, csa_ratio, csa);
  add_compressor(to, widths.key_dim, 1, hca_ratio, all_of(to.kinds.hca));
  const double index_heads = known(shape.index_heads);
  to.add(TensorRole::index_projection, to.hidden, index_heads, csa);
  to.add(TensorRole::index_projection, known(shape.q_lora_rank), index_heads * known(shape.index_dim), csa);
  add_compressor(to, known(shape.index_dim), 2, csa_ratio, csa);
}

/// Full and window layers of one width are one kind of tensor, so that they count on together.
void add_full_and_window(TensorBuilder &to) {
  const LayerKinds &kinds = to.kinds;
  if (to.shape.kv_lora_rank) {
    add_mla(to, all_of(kinds.full));
    add_heads(to, window_widths(to), all_of(kinds.window), all_of(kinds.window_own));
    return;
  }
  const Widths full = full_widths(to);
  const Widths window = window_widths(to);
  if (full == window) {
    add_heads(to, full, all_of(kinds.full + kinds.window), all_of(kinds.full_own + kinds.window_own));
    return;
  }
  add_heads(to, full, all_of(kinds.full), all_of(kinds.full_own));
  add_heads(to, window, all_of(kinds.window), all_of(kinds.window_own));
}

constexpr double sinks_in_window_layers = 2;

} // namespace

void add_attention(TensorBuilder &to) {
  if (to.kinds.csa + to.kinds.hca > 0) {
    add_compressed(to);
  } else {
    add_full_and_window(to);
    add_indexer(to, all_of(known(to.shape.index_layers)));
  }
  if (const double sinks = known(to.shape.sinks); sinks > 0) {
    const double full = sinks == sinks_in_window_layers ? 0 : to.kinds.attention() - to.kinds.window;
    to.add(TensorRole::other, full_widths(to).heads, 1, all_of(full));
    to.add(TensorRole::other, window_widths(to).heads, 1, all_of(to.kinds.window));
  }
}

} // namespace calcvram
