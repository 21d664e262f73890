// Training in all: full fine-tuning, LoRA and QLoRA.
#pragma once

#include "memory/breakdown.hpp"
#include "memory/training_plan.hpp"
#include "units.hpp"

namespace calcvram {

/// The parts in the order of VRAM_TRAIN_TABLE: the sum over all cards (tp x pp x dp x cp of them), or with per=card
/// those of the fullest one, which is a card of the first stage (most micro-batches in flight) or of the last one (the
/// logits).
///
/// States: weights, gradients (as the precision unless grad=), an fp32 master copy (16-bit unless master=), the
/// optimizer's: 16 bytes a parameter for mixed-precision AdamW (ZeRO, arXiv 1910.02054, 3.1). LoRA and QLoRA hold
/// them for the adapters only, beside the frozen base. add_states() says what ZeRO and offloading do to them.
///
/// Where the architecture is known the activations and logits follow their formulas and a card's overhead is added.
/// Where it is not (a bare number of parameters, a generic shape) the rental page's rules of thumb take over: full
/// fine-tuning has activations of 15 % of the states and no overhead; LoRA and QLoRA max(4, floor(layers / 10)) GB
/// of activations and the overhead. A catalogue row without hidden or layers is no_answer.
/// Activations by a share or an amount, stated or by rule, are those of one data-parallel rank (a share of one copy of
/// the states): tp x pp x cp cards share them evenly, dp ranks have them each.
Breakdown training(const TrainingPlan &plan, Explain explain);

/// Activations as `training` counts them, for VRAM_ACTIVATIONS; with mode=infer those of inference. per=card is the
/// card that has most of them.
Bytes activations(const TrainingPlan &plan);

} // namespace calcvram
