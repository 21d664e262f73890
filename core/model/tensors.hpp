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
  attn_q,
  attn_k,
  attn_v,
  attn_output,
  attn_gate,
  mla_q_down, ///< hidden to q_lora_rank
  mla_q_up,
  mla_kv_down, ///< hidden to kv_lora_rank and rope_dim
  mla_k_up,
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
  router,
  norm,
  bias,
  convolution,
  other, ///< A, D, dt, sinks, gates: vectors and small matrices that every format leaves as they are
};

/// One kind of tensor: `matrices` of outputs x inputs elements in each of `layers` layers.
struct Tensor {
  TensorRole role;
  double inputs;       ///< elements of a row: what blocks of a format divide
  double outputs;      ///< rows
  double matrices = 1; ///< in a layer: experts
  double layers = 1;   ///< 1 outside the layers
  double first = 0;    ///< which of its kind the first one is, and of how many: 3 of 61 for experts behind 3 dense
  double of = 1;       ///< layers

  [[nodiscard]] double elements() const { return inputs * outputs * matrices * layers; }
};

/// Whether quantised formats touch it: all matrices of the layers but routers, and what a format says of the ends.
bool is_linear(TensorRole role);
/// Routed experts.
bool is_expert(TensorRole role);

struct TensorList {
  boost::container::static_vector<Tensor, 64> tensors;
  /// Published parameters that the shape does not tell (0 where they agree).
  double unexplained = 0;

  [[nodiscard]] double elements() const;
};

/// Whether the shape tells its tensors: hidden, layers, vocab, and what its attention and MLP need.
bool tensors_known(const Model &model);

/// The tensors. Throws as require() does where a figure is missing.
TensorList tensors_of(const Model &model);

} // namespace calcvram
