// The weights: every tensor in its format, and where they stand.
#pragma once

#include "memory/options.hpp"
#include "model/model.hpp"
#include "model/parameters.hpp"
#include "precision/precision.hpp"
#include "units.hpp"

#include <string>

namespace calcvram {

/// One copy of the weights, by how parallelism splits it.
struct WeightParts {
  Bytes matrices;   ///< of the layers, but routed experts
  Bytes experts;    ///< routed
  Bytes replicated; ///< norms, routers and other tensors that every tensor-parallel rank has whole
  Bytes token_table;
  Bytes output; ///< the output head where it is not tied to the token table

  [[nodiscard]] Bytes total() const { return matrices + experts + replicated + token_table + output; }
};

/// Flat formats: params * bytes. nf4 on a known architecture: the linear layers with their scales, the
/// embeddings in 16 bits; on a bare number of parameters or a generic shape the nominal bits.
/// Throws no_answer or bad_argument where params are not known.
WeightParts weight_parts(const Model &model, const Precision &precision, const VramOptions &options);

/// One copy.
Bytes weights(const Model &model, const Precision &precision, const VramOptions &options);

std::string explain_weights(const Model &model, const Precision &precision, const VramOptions &options);

/// Where the weights of inference stand.
struct PlacedWeights {
  Bytes gpu;  ///< on all cards, or on the fullest one
  Bytes host; ///< the token table with embedding=host
};

/// VRAM_WEIGHTS: all copies on all cards (tp, pp, dp, cp, ep), or with per=card those of the fullest card.
PlacedWeights place_weights(const Model &model, const Precision &precision, const VramOptions &options);

/// Every copy of these parts: the sum over all cards, or the fullest card's.
Bytes spread_weights(const Model &model, const WeightParts &parts, const VramOptions &options);

} // namespace calcvram
