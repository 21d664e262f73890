// How fast a card can be at most.
#pragma once

#include "memory/kv_cache.hpp"
#include "precision/precision.hpp"

namespace calcvram {

struct DecodePlan {
  const Model &model;
  Precision precision; ///< of the weights
  Workload workload;   ///< context 0: without reads of the KV cache
  CachePrecision cache;
  const VramOptions &options;
};

/// Bytes of weights that one decoding step reads for all sequences together: every weight once, without the token
/// table (one row of it) where the output head has its own, and of the experts those that the step's tokens are
/// expected to touch, experts * (1 - (1 - used / experts)^sequences).
Bytes weights_read(const Model &model, const Precision &precision, const VramOptions &options, double sequences);

/// Tokens a second of all sequences together, at most: sequences * bandwidth / (weights read + sequences' caches +
/// recurrent state read and written). An upper bound from memory bandwidth (roofline), never a promise.
/// `bandwidth_gb_s` is of all cards together. Throws what weights() and kv_cache() throw.
double decode_rate(const DecodePlan &plan, double bandwidth_gb_s);

} // namespace calcvram
