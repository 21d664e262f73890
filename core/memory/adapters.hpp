// LoRA and DoRA by rank: which matrices get an adapter, and how large it is.
#pragma once

#include "memory/options.hpp"
#include "model/model.hpp"
#include "model/tensors.hpp"

#include <optional>

namespace calcvram {

/// A tensor with its two adapter matrices, rank x inputs and outputs x rank.
struct AdaptedTensor {
  TensorRole role;
  double inputs;
  double outputs;
  double count;      ///< matrices in all layers
  double used;       ///< of them, those that a token meets: experts_used of the experts
  bool output_split; ///< tensor parallelism splits the outputs and with them B; otherwise the inputs and A
};

/// The tensor's adapter under these targets, or nothing.
///
/// Names are PEFT's: q, k, v and o are attention's projections; in MLA q takes q_a_proj and q_b_proj, k or v take
/// kv_a_proj and kv_b_proj (one matrix there). gate, up and down are those of dense MLPs, of shared experts, and of
/// every expert for itself. All seven together are PEFT's "all-linear": the projections of recurrent layers, indexers
/// and gates too, but no router, embedding or output head.
std::optional<AdaptedTensor> adapted(const Tensor &tensor, const Model &model, LoraTargets targets);

/// Elements that the adapters keep for a token in all layers: rank of each matrix that it meets, what A gives to B.
double adapter_width(const Model &model, double rank, LoraTargets targets);

} // namespace calcvram
