// The questions the other way round: what fits on given cards.
#pragma once

#include "gpu/gpu.hpp"
#include "memory/inference.hpp"

namespace calcvram {

/// VRAM_MAX_CONTEXT: the most tokens a sequence, a whole number, at which fit() of inference() is not "no" on so many
/// cards: both of a total, or with per=card in the options both of a card. One token more does not fit. The plan's own
/// context does not matter, and max_context does not limit it. Throws no_answer where not even one token fits, or any
/// number does (only windows, or only recurrent state); bad_argument where the degrees take more cards than there are;
/// and what inference() and fit() throw.
double max_context(const InferencePlan &plan, const Gpu &gpu, int count);

/// VRAM_MAX_BATCH: likewise the most sequences of the plan's context.
double max_batch(const InferencePlan &plan, const Gpu &gpu, int count);

} // namespace calcvram
