#include "gpu/throughput.hpp"

#include "gpu/sharing.hpp"

#include <algorithm>
#include <cmath>

namespace calcvram {
namespace {

/// The model as one card of a tensor-parallel group caches it: its part of the heads, at least one; what is one row
/// for all heads (an MLA latent, an index) whole.
Model heads_of_a_card(const Model &model, double tp) {
  Model card;
  card.origin = model.origin;
  card.shape = model.shape;
  if (card.shape.heads) {
    card.shape.heads = std::ceil(*card.shape.heads / tp);
  }
  card.caches = model.caches;
  for (LayerGroup &group : card.caches) {
    if (group.kind == CacheKind::full || group.kind == CacheKind::window) {
      group.kv_heads = std::ceil(group.kv_heads / tp);
    }
  }
  return card;
}

/// What one card reads of the caches of so many sequences.
Bytes caches_read(const DecodePlan &plan, double sequences) {
  const auto &[model, precision, workload, cache, options] = plan;
  if (workload.context == 0) {
    return {};
  }
  const Workload read{workload.context, sequences};
  const CacheBytes element = cache_bytes(cache, options);
  const Degrees &degrees = options.degrees;
  if (degrees.tp == 1) {
    return kv_cache(model, read, element, options.mla) / degrees.cp;
  }
  return kv_cache(heads_of_a_card(require_caches(model), degrees.tp), read, element, options.mla) / degrees.cp;
}

/// Read and written back at every step, whatever the context.
Bytes state_traffic(const DecodePlan &plan, double sequences) {
  return plan.model.state ? 2 * recurrent_state(plan.model, sequences) / plan.options.degrees.tp : Bytes{};
}

} // namespace

double decode_rate(const DecodePlan &plan, const Gpu &gpu, int count) {
  const Degrees &degrees = plan.options.degrees;
  const double groups = groups_of(degrees, count);
  const Bytes a_second = Bytes::from_gb(require_figure(gpu, &Gpu::bandwidth_gb_s, "bandwidth_gb_s"));
  const double sequences = plan.workload.sequences;
  const double lanes = degrees.pp * degrees.dp;
  const double in_a_lane = std::max(sequences / lanes, std::min(sequences, 1.0));
  const Bytes read = weights_read_by_a_card(plan.model, plan.precision, plan.options, in_a_lane) +
                     caches_read(plan, in_a_lane) + state_traffic(plan, in_a_lane);
  // while it waits for the link, the card could have read so much more
  const Bytes waited = a_second * all_reduce_s(plan.model, degrees, in_a_lane, gpu);
  return groups * sequences * a_second.count() / (read + waited).count();
}

} // namespace calcvram
