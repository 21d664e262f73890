// Where the weights stand: which card has which part of them, and the host.
#pragma once

#include "memory/weights.hpp"

namespace calcvram {

/// Where the weights of inference stand.
struct PlacedWeights {
  Bytes gpu;  ///< on all cards, or on the fullest one
  Bytes host; ///< tables that are looked up, with embedding=host
};

/// VRAM_WEIGHTS: all copies on all cards (tp, pp, dp, cp, ep), or with per=card those of the fullest card.
///
/// embedding=host takes the tables that rows are looked up in off the cards, as llama.cpp does when every layer is
/// offloaded (src/llama-model.cpp: the input layer stays on the CPU); a tied token table stands on the host and, as the
/// output head, on the card too. Throws as weight_parts(), and as require() where embedding=host and the table's size
/// (vocab, hidden) is not known.
PlacedWeights place_weights(const Model &model, const Precision &precision, const VramOptions &options);

/// explain_weights(), and what the cards and the host have of it; the same text where there is one card and no host.
std::string explain_placed_weights(const Model &model, const Precision &precision, const VramOptions &options);

/// Every copy of these parts: the sum over all cards, or the fullest card's. Tensor parallelism as Megatron-LM
/// (arXiv 1909.08053) and vLLM do it: memory/parallel.hpp.
Bytes spread_weights(const Model &model, const WeightParts &parts, const VramOptions &options);

} // namespace calcvram
