#include "memory/weights.hpp"

#include "memory/weight_sizes.hpp"

namespace calcvram {

Bytes WeightParts::*part_of(TensorRole role) {
  switch (role) {
  case TensorRole::token_table:
  case TensorRole::position_table:
  case TensorRole::layer_table:
    return &WeightParts::token_table;
  case TensorRole::output:
    return &WeightParts::output;
  case TensorRole::expert_gate:
  case TensorRole::expert_up:
  case TensorRole::expert_down:
    return &WeightParts::experts;
  case TensorRole::norm:
  case TensorRole::bias:
  case TensorRole::router:
  case TensorRole::other:
  case TensorRole::mla_q_down:
  case TensorRole::mla_kv_down:
  case TensorRole::index_projection:
    return &WeightParts::replicated;
  default:
    return &WeightParts::matrices;
  }
}

Bytes WeightParts::*part_of(const Tensor &tensor) {
  return is_of_experts(tensor) ? &WeightParts::experts : part_of(tensor.role);
}

WeightParts weight_parts(const Model &model, const Precision &precision, const VramOptions &options) {
  return sized_weights(model, precision, options).parts;
}

Bytes weights(const Model &model, const Precision &precision, const VramOptions &options) {
  return precision.kind == PrecisionKind::flat ? Bytes{parameters(model) * precision.nominal_bytes()}
                                               : weight_parts(model, precision, options).total();
}

} // namespace calcvram
