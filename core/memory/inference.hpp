// Inference in all: weights, KV cache, recurrent state, overhead.
#pragma once

#include "memory/breakdown.hpp"
#include "memory/kv_cache.hpp"
#include "memory/overhead.hpp"

namespace calcvram {

struct InferencePlan {
  const Model &model;
  Precision precision; ///< of the weights
  Workload workload;
  CachePrecision cache;
  const VramOptions &options;
};

/// The parts in the order of VRAM_INFER_TABLE, on all cards together or with per=card on the fullest one.
/// Throws what weights(), kv_cache() and, with an engine, overhead() throw.
Breakdown inference(const InferencePlan &plan, Explain explain);

/// KV cache and recurrent state together: VRAM_KVCACHE.
Bytes cache_and_state(const Model &model, const Workload &workload, const CachePrecision &cache,
                      const VramOptions &options);

} // namespace calcvram
