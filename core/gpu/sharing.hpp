// How several cards share one model: as the options say, and perfectly where they say nothing.
#pragma once

#include "gpu/gpu.hpp"
#include "gpu/spec.hpp"
#include "memory/parallel.hpp"
#include "memory/weights.hpp"
#include "model/model.hpp"
#include "units.hpp"

#include <optional>

namespace calcvram {

/// How many cards: before the name or as the argument; where it stands nowhere, what the degrees take
/// (tp x pp x dp x cp). Throws bad_argument where two counts differ or the degrees take more than there are.
int cards_for(const GpuChoice &choice, std::optional<int> argument, const Degrees &degrees);

/// Throws bad_argument where the degrees take more cards than there are.
void require_cards(const Degrees &degrees, int count);

/// How many times the degrees' cards are there, fractions too: 8 cards with tp=4 are 2 groups. Of cards that no
/// degree speaks of each works as if it had its part of everything, which no program quite reaches: an upper bound.
/// Throws as require_cards().
double groups_of(const Degrees &degrees, int count);

/// The figure of a card, or no_answer that says which one nobody published.
double require_figure(const Gpu &gpu, std::optional<double> Gpu::*figure, const char *name);

/// Parameters of tables in which rows are looked up, not multiplied with: the token table where the head has a matrix
/// of its own (tied=0), learned positions, per-layer embeddings (Gemma 3n). 0 where vocab or hidden is not known.
double looked_up_parameters(const Model &model);

/// What of one copy of the weights a step reads in which so many tokens meet it: all but tables that are only looked
/// up; of the routed experts those that the tokens are expected to touch, with routing as even as training makes it:
/// experts x (1 - (1 - used / experts)^tokens). The experts' bytes are those of their tensors, in their own format;
/// where the tensors are not known, what active_params leaves out is theirs.
WeightParts parts_read(const Model &model, const WeightParts &all, const Precision &precision, double tokens);

/// What one card of a pipeline reads of the weights in all stages together, with `tokens` of each of the dp ranks.
Bytes weights_read_by_a_card(const Model &model, const Precision &precision, const VramOptions &options, double tokens);

/// Bytes that tensor parallelism moves through the link of each card for so many tokens: two all-reduces of their
/// 16-bit activations a layer (one behind attention or its like, one behind the MLP), of which a card sends and
/// receives 2 x (tp - 1) / tp each; Megatron-LM, arXiv 1909.08053, 3. Over the sum of the link's directions this
/// bounds a ring as well as a reduction within the switch. Latency is not counted. 0 without tp, or where hidden or
/// layers are not known.
Bytes all_reduce_traffic(const Model &model, const Degrees &degrees, double tokens);

/// Seconds of that on a card's link; 0 where the catalogue has no figure of it (no cost is known).
double all_reduce_s(const Model &model, const Degrees &degrees, double tokens, const Gpu &gpu);

} // namespace calcvram
