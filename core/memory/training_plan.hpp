// What is trained, and how.
#pragma once

#include "memory/kv_cache.hpp"
#include "memory/optimizer.hpp"
#include "memory/options.hpp"
#include "model/model.hpp"
#include "precision/precision.hpp"

#include <cstdint>

namespace calcvram {

enum class Method : std::uint8_t { full, lora, qlora };

struct TrainingPlan {
  const Model &model;
  Method method = Method::full;
  Precision precision; ///< the compute type; QLoRA's frozen base is nf4 unless base= says otherwise
  Optimizer optimizer;
  Workload workload; ///< context and sequences of one micro-batch on one data-parallel rank
  const VramOptions &options;
};

} // namespace calcvram
