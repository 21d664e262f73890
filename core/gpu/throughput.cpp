#include "gpu/throughput.hpp"

#include "gpu/sharing.hpp"

#include <algorithm>

namespace calcvram {
namespace {

/// What core/memory says under these options of the fullest card is what one card reads in all pipeline stages: what
/// the formula needs, whatever an engine allocates beside it.
VramOptions read_by_a_card(const VramOptions &options) {
  VramOptions reads = options;
  reads.engine = Engine::ideal;
  reads.swa = WindowCache::window;
  reads.draft = 0;
  reads.per = Per::card;
  reads.degrees.pp = 1;
  reads.degrees.dp = 1; // the sequences are one rank's
  reads.degrees.ep = 1;
  return reads;
}

/// What one card reads of the caches of so many sequences: K and V once, a recurrent state to read and to write,
/// whatever the context.
Bytes caches_read(const DecodePlan &plan, double sequences) {
  if (plan.workload.context == 0 && !plan.model.cache_gap.empty()) {
    return {};
  }
  const VramOptions reads = read_by_a_card(plan.options);
  const CacheBytes element = cache_bytes(plan.cache, reads);
  const Bytes state = 2 * recurrent_state(plan.model, sequences, element, reads);
  if (plan.workload.context == 0) {
    return state;
  }
  return kv_cache(plan.model, {plan.workload.context, sequences}, element, reads) + state;
}

} // namespace

double decode_rate(const DecodePlan &plan, const Gpu &gpu, int count) {
  const Degrees &degrees = plan.options.degrees;
  const double groups = groups_of(degrees, count);
  const Bytes a_second = Bytes::from_gb(require_figure(gpu, &Gpu::bandwidth_gb_s, "bandwidth_gb_s"));
  const double sequences = plan.workload.sequences;
  const double lanes = degrees.pp * degrees.dp;
  const double in_a_lane = std::max(sequences / lanes, std::min(sequences, 1.0));
  const Bytes read =
      weights_read_by_a_card(plan.model, plan.precision, plan.options, in_a_lane) + caches_read(plan, in_a_lane);
  // while it waits for the link, the card could have read so much more
  const Bytes waited = a_second * all_reduce_s(plan.model, degrees, in_a_lane, gpu);
  return groups * sequences * a_second.count() / (read + waited).count();
}

} // namespace calcvram
