#include "memory/inference.hpp"

#include "memory/weights.hpp"
#include "text/words.hpp"

namespace calcvram {

Bytes cache_and_state(const Model &model, const Workload &workload, const CachePrecision &cache,
                      const VramOptions &options) {
  return kv_cache(model, workload, cache_bytes(cache, options), options.mla) +
         recurrent_state(model, workload.sequences);
}

std::string explain_overhead(const VramOptions &options) {
  return options.overhead ? words("overhead=", options.overhead->gb(), " GB a card")
                          : words(default_overhead.gb(), " GB a card: CUDA context, framework, fragmentation");
}

Breakdown inference(const InferencePlan &plan, Explain explain) {
  const Model &model = plan.model;
  const Precision &precision = plan.precision;
  const Workload &workload = plan.workload;
  const VramOptions &options = plan.options;
  const CacheBytes element = cache_bytes(plan.cache, options);
  Breakdown parts{explain};
  parts.add(Component::weights, place_weights(model, precision, options).gpu,
            [&] { return explain_placed_weights(model, precision, options); });
  parts.add(Component::kv_cache, kv_cache(model, workload, element, options.mla),
            [&] { return explain_kv_cache(model, workload, element, options.mla); });
  parts.add(Component::recurrent_state, recurrent_state(model, workload.sequences),
            [&] { return explain_recurrent_state(model, workload.sequences); });
  parts.add(Component::overhead, options.overhead.value_or(default_overhead),
            [&] { return explain_overhead(options); });
  return parts;
}

} // namespace calcvram
