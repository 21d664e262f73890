#include "gpu/throughput.hpp"

#include "memory/weights.hpp"

#include <algorithm>
#include <cmath>

namespace calcvram {
namespace {

/// Parameters that a step of `sequences` tokens touches.
double touched_parameters(const Model &model, double sequences) {
  const double all = parameters(model);
  const double active = active_parameters(model);
  const double experts = model.shape.experts.value_or(0);
  const double used = model.shape.experts_used.value_or(0);
  if (!(experts > used && used > 0) || active >= all) {
    return all;
  }
  const double an_expert = (all - active) / (experts - used);
  const double expected = experts * (1 - std::pow(1 - used / experts, std::max(1.0, sequences)));
  return std::min(all, active + (expected - used) * an_expert);
}

/// The token table, if it is not the output head as well.
double token_table_parameters(const Model &model) {
  const Shape &shape = model.shape;
  const bool own_head = shape.tied && *shape.tied == 0;
  return own_head && shape.vocab && shape.hidden ? *shape.vocab * *shape.hidden : 0;
}

double token_table_bytes_each(const Precision &precision) {
  return precision.kind == PrecisionKind::scaled ? 2 : precision.nominal_bytes();
}

Bytes caches_read(const DecodePlan &plan) {
  const auto &[model, precision, workload, cache, options] = plan;
  if (workload.context == 0) {
    return {};
  }
  return kv_cache(model, workload, cache_bytes(cache, options), options);
}

/// Read and written back at every step, whatever the context.
Bytes state_traffic(const DecodePlan &plan) {
  return plan.model.state ? 2 * recurrent_state(plan.model, plan.workload.sequences,
                                                cache_bytes(plan.cache, plan.options), plan.options)
                          : Bytes{};
}

} // namespace

Bytes weights_read(const Model &model, const Precision &precision, const VramOptions &options, double sequences) {
  const Bytes touched = weights(model, precision, options) * (touched_parameters(model, sequences) / parameters(model));
  return touched - Bytes{token_table_parameters(model) * token_table_bytes_each(precision)};
}

double decode_rate(const DecodePlan &plan, double bandwidth_gb_s) {
  const double sequences = plan.workload.sequences;
  const Bytes step =
      weights_read(plan.model, plan.precision, plan.options, sequences) + caches_read(plan) + state_traffic(plan);
  return sequences * Bytes::from_gb(bandwidth_gb_s).count() / step.count();
}

} // namespace calcvram
