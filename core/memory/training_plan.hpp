// What is trained, and how.
#pragma once

#include "memory/kv_cache.hpp"
#include "memory/optimizer.hpp"
#include "memory/options.hpp"
#include "model/model.hpp"
#include "precision/precision.hpp"

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
  Workload workload; ///< context and sequences of one micro-batch on one data-parallel rank
  const VramOptions &options;
};

/// Whether there are adapters of a stated rank; without rank= adapters are a share of all parameters.
bool has_rank(const TrainingPlan &plan);

/// What the model's weights are held in: the plan's precision, or base= of LoRA and QLoRA.
Precision base_precision(const TrainingPlan &plan);

} // namespace calcvram
