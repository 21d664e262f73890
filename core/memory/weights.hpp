// The weights: every tensor in its format.
#pragma once

#include "memory/options.hpp"
#include "model/model.hpp"
#include "model/parameters.hpp"
#include "model/tensors.hpp"
#include "precision/precision.hpp"
#include "units.hpp"

#include <string>

namespace calcvram {

/// One copy of the weights, by how parallelism splits it.
struct WeightParts {
  Bytes matrices;    ///< of the layers, but routed experts
  Bytes experts;     ///< routed, with their biases
  Bytes replicated;  ///< norms, routers, latents' projections: what every tensor-parallel rank has whole
  Bytes token_table; ///< with the position and per-layer tables: rows are looked up in them
  Bytes output;      ///< the output head where it is not tied to the token table

  [[nodiscard]] Bytes total() const { return matrices + experts + replicated + token_table + output; }
};

/// Which part a tensor of this role belongs to; biases as norms, those of experts apart.
Bytes WeightParts::*part_of(TensorRole role);
/// The same, biases that each expert has among the experts.
Bytes WeightParts::*part_of(const Tensor &tensor);

/// One copy, tensor by tensor.
///
/// - A flat format is params x bytes, exactly; the shape only tells how that divides into parts.
/// - A format with scales packs the matrices of the layers (mxfp4 and int4_g32 routed experts alone, where there are
///   any; MLX the tables too) and leaves 16 bits to embeddings, output head, norms, biases, routers, convolutions, A, D
///   and dt (fp8_block: 32 bits to routers). The layouts and their sources stand in precision.cpp.
/// - A mix of llama.cpp gives each tensor its type by src/llama-quant.cpp: gguf_mix.hpp. imatrix=yes changes some.
/// - Published parameters that the shape does not tell (TensorList::unexplained) count with the linear layers' mean.
/// - Where the shape does not tell its tensors, all but the embeddings take the format's linear bits (a mix's base
///   type); on a bare number of parameters and a generic shape every parameter takes the nominal bits.
///
/// K and V heads never become fewer than one a card: where tp is more than kv_heads, what repeats is in `replicated`.
/// Throws no_answer or bad_argument where params are not known.
WeightParts weight_parts(const Model &model, const Precision &precision, const VramOptions &options);

/// One copy: the sum of weight_parts().
Bytes weights(const Model &model, const Precision &precision, const VramOptions &options);

/// weights() in words: which parameters take how many bits, the mean, what is not told, and the source.
std::string explain_weights(const Model &model, const Precision &precision, const VramOptions &options);

} // namespace calcvram
