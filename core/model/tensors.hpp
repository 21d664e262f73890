// The tensors of a model, by what they do: what formats with scales, adapters and optimizers are worked out on.
#pragma once

#include "model/model.hpp"

#include <boost/container/static_vector.hpp>
#include <cstdint>

namespace calcvram {

enum class TensorRole : std::uint8_t {
  token_table,
  position_table,
  layer_table, ///< per-layer embeddings (Gemma 3n, Gemma 4 E)
  output,
  attn_q, ///< with the output gate in it where attn_gate=1 (Qwen3-Next): twice as many rows
  attn_k,
  attn_v,
  attn_output,
  attn_gate,
  mla_q_down, ///< hidden to q_lora_rank
  mla_q_up,
  mla_kv_down, ///< hidden to kv_lora_rank and rope_dim
  mla_k_up,    ///< rows of kv_lora_rank, as checkpoints have it; GGUF turns it round: rows of nope_dim
  mla_v_up,
  index_projection, ///< of a sparse-attention indexer
  ffn_gate,
  ffn_up,
  ffn_down,
  expert_gate,
  expert_up,
  expert_down,
  shared_gate, ///< the shared experts' MLP
  shared_up,
  shared_down,
  expert_projection, ///< hidden to expert_hidden and back
  state_in,          ///< inputs of a recurrent layer
  state_out,
  state_qkv,        ///< q, k and v of a linear-attention layer (GGUF's attn_qkv)
  kv_compressor,    ///< hidden to compressed rows (DeepSeek-V4)
  layer_projection, ///< hidden to a per-layer embedding and back
  router,
  norm,
  bias,
  convolution,
  other, ///< A, D, dt, sinks, gates: vectors and small matrices that every format leaves as they are
};

/// One kind of tensor: `matrices` of outputs x inputs elements in each of `layers` layers.
struct Tensor {
  TensorRole role = TensorRole::other;
  double inputs = 0;   ///< elements of a row: what blocks of a format divide
  double outputs = 0;  ///< rows
  double matrices = 1; ///< in a layer: experts
  double layers = 1;   ///< 1 outside the layers
  double first = 0;    ///< which of its kind the first one is, and of how many: 3 of 61 for experts behind 3 dense
  double of = 1;       ///< layers. Kinds that alternate (window and full, state and attention) count by themselves
  double kv_heads = 0; ///< of a K or V matrix of attention

  [[nodiscard]] double elements() const { return inputs * outputs * matrices * layers; }
};

/// Whether quantised formats touch it: all matrices of the layers but routers, and what a format says of the ends.
bool is_linear(TensorRole role);
/// Matrices of routed experts.
bool is_expert(TensorRole role);
/// Routed experts: their matrices, and biases that each of them has.
bool is_of_experts(const Tensor &tensor);

struct TensorList {
  boost::container::static_vector<Tensor, 96> tensors;
  /// Published parameters that the shape does not tell (0 where they agree).
  double unexplained = 0;

  [[nodiscard]] double elements() const;
};

/// Whether the shape tells its tensors: hidden, layers, vocab, and what its attention, recurrence and MLP need.
bool tensors_known(const Model &model);

/// The tensors, in some 200 to 600 ns and without the heap. Throws as require() does where a figure is missing.
///
/// What a block holds is read off its programs: transformers' modeling files, and the tensors that llama.cpp creates
/// (src/models/*.cpp). What no key tells is as most models have it: head_dim is hidden / heads, MLPs have a gate
/// (mlp_matrices=3), every block (attention or recurrence, MLP) has one norm, nothing has a bias, and `tied` is 0. A
/// layer without attention is one that kv_layers, window_layers, csa_layers, hca_layers and kv_shared_layers do not
/// count; attention_layers says it outright. Layers without K and V of their own (kv_shared_layers) are full and window
/// layers in the proportion of the others. dense_layers come first, but where they are half of the layers or more,
/// they alternate with the experts' layers. Vision and audio towers and layers for drafting (MTP) are not counted.
TensorList tensors_of(const Model &model);

} // namespace calcvram
