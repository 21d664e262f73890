#include "memory/inference.hpp"

#include "memory/placed_weights.hpp"

namespace calcvram {

Bytes cache_and_state(const Model &model, const Workload &workload, const CachePrecision &cache,
                      const VramOptions &options) {
  const CacheBytes element = cache_bytes(cache, options);
  return kv_cache(model, workload, element, options) + recurrent_state(model, workload.sequences, element, options);
}

Breakdown inference(const InferencePlan &plan, Explain explain) {
  const Model &model = plan.model;
  const Precision &precision = plan.precision;
  const Workload &workload = plan.workload;
  const VramOptions &options = plan.options;
  const CacheBytes element = cache_bytes(plan.cache, options);
  Breakdown parts{explain};
  const PlacedWeights placed = place_weights(model, precision, options);
  parts.add(Component::weights, placed.gpu, placed.host,
            [&] { return explain_placed_weights(model, precision, options); });
  parts.add(Component::kv_cache, kv_cache(model, workload, element, options),
            [&] { return explain_kv_cache(model, workload, element, options); });
  parts.add(Component::recurrent_state, recurrent_state(model, workload.sequences, element, options),
            [&] { return explain_recurrent_state(model, workload.sequences, element, options); });
  parts.add(Component::overhead, overhead(model, workload, options),
            [&] { return explain_overhead(model, workload, options); });
  return parts;
}

} // namespace calcvram
