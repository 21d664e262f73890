// llama.cpp's named mixes (Q4_K_M ...): which ggml type each tensor of a model takes.
#pragma once

#include "model/model.hpp"
#include "model/tensors.hpp"
#include "precision/ggml_type.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace calcvram {

/// Layers whose tensor takes more bits than the others'; n is how many tensors of the kind there are.
enum class LayerSet : std::uint8_t {
  none,
  first_2,
  first_4,
  first_sixteenth, ///< i < n/16 (whole numbers are divided)
  first_eighth,    ///< i < n/8
  middle,          ///< n/8 <= i < 7n/8
  more,            ///< i < n/8, i >= 7n/8, and every third between: use_more_bits of llama-quant.cpp
};

/// How many of the tensors first, first + 1, ... first + count - 1 of n are in the set.
double layers_in(LayerSet set, double first, double count, double n);

/// The type of a kind of tensor, and that of the layers that are set apart.
struct LayerTypes {
  GgmlType usual = GgmlType::f32;
  GgmlType apart = usual;
  LayerSet where = LayerSet::none;
};

/// A row of the rules: llama.cpp src/llama-quant.cpp, llama_tensor_get_type_impl.
struct GgufMix {
  std::string_view name;
  GgmlType base; ///< of every tensor that no rule names, and the format's nominal bits
  GgmlType token_table;
  GgmlType output;       ///< and of a tied token table
  LayerTypes attn_v;     ///< fewer than 4 query heads share a KV head
  LayerTypes attn_v_gqa; ///< 4 or more
  GgmlType attn_qk;
  GgmlType attn_output;
  LayerTypes ffn_down;
  LayerTypes ffn_gate_up;
  GgmlType attn_qkv;             ///< where a checkpoint has Q, K and V in one matrix
  GgmlType eight_experts_output; ///< attn_output in a model of 8 experts
};

/// Every mix, F16, BF16 and F32 files too.
std::span<const GgufMix> gguf_mixes();

/// Tensors of one type within a tensor of a list: a MORE rule makes two.
struct TypedTensors {
  GgmlType type = GgmlType::f32;
  double elements = 0;
  double matrices = 0;
  [[nodiscard]] double bytes() const { return elements * block_of(type).bytes_each(); }
};

/// A tensor takes one type, or two where some layers are set apart; the second has no elements where there is none.
using TypeSplit = std::array<TypedTensors, 2>;

/// What of the model the rules ask for.
struct GgufFacts {
  bool tied = false;
  bool imatrix = false;
  bool many_share_kv = false; ///< 4 or more query heads a KV head
  bool seventy_b = false;     ///< llama.cpp's "70B": 80 layers with grouped queries
  bool fused_qkv = false;     ///< Q, K and V are one matrix, attn_qkv
  bool mxfp4_experts = false; ///< the checkpoint's own type, which conversion/gpt_oss.py repacks and mixes leave
  double experts = 0;
  double nope_dim = 0; ///< elements of a row of attn_k_b, which GGUF turns round
};

GgufFacts gguf_facts(const Model &model, bool imatrix);

/// The types that the mix gives this tensor: one or two. Norms, biases, routers, convolutions and other small tensors
/// stay F32. A row that the type's blocks do not divide takes the type that fits.
TypeSplit typed(const GgufMix &mix, const Tensor &tensor, const GgufFacts &facts);

} // namespace calcvram
