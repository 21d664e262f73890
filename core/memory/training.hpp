// Training in all: full fine-tuning, LoRA and QLoRA.
#pragma once

#include "memory/breakdown.hpp"
#include "memory/kv_cache.hpp"
#include "memory/optimizer.hpp"

#include <cstdint>
#include <string_view>

namespace calcvram {

enum class Method : std::uint8_t { full, lora, qlora };

/// full, lora, qlora. Throws bad_argument for an unknown word, with the nearest.
Method parse_method(std::string_view text);

struct TrainingPlan {
  const Model &model;
  Method method = Method::full;
  Precision precision; ///< the compute type; QLoRA's frozen base is nf4 unless base= says otherwise
  Optimizer optimizer;
  Workload workload; ///< context and sequences of one micro-batch
  const VramOptions &options;
};

/// The parts in the order of VRAM_TRAIN_TABLE.
///
/// States: weights, gradients (as the precision unless grad=), an fp32 master copy (16-bit unless master=), the
/// optimizer's: 16 bytes a parameter for mixed-precision AdamW (ZeRO, arXiv 1910.02054, 3.1). LoRA and QLoRA hold
/// them for the adapters only, beside the frozen base.
///
/// Where the architecture is known the activations and logits follow their formulas and a card's overhead is added.
/// Where it is not (a bare number of parameters, a generic shape) the rental page's rules of thumb take over: full
/// fine-tuning has activations of 15 % of the states and no overhead; LoRA and QLoRA max(4, floor(layers / 10)) GB
/// of activations and the overhead. A catalogue row without hidden or layers is no_answer.
Breakdown training(const TrainingPlan &plan, Explain explain);

/// Activations as `training` counts them, for VRAM_ACTIVATIONS; with mode=infer those of inference.
Bytes activations(const TrainingPlan &plan);

} // namespace calcvram
