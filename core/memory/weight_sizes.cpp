#include "memory/weight_sizes.hpp"

#include "precision/scaled_format.hpp"

namespace calcvram {
namespace {

bool is_lookup_only(TensorRole role) {
  return role == TensorRole::position_table || role == TensorRole::layer_table;
}

/// With tp > kv_heads a card has 1 / kv_heads of K and V, not 1 / tp: the part r of them that every card has whole
/// fulfils (1 - r) / tp + r = 1 / kv_heads. vLLM's QKVParallelLinear repeats heads so.
double repeated_share(const Tensor &tensor, double tp) {
  const double heads = tensor.kv_heads;
  return heads > 0 && tp > heads ? (1 / heads - 1 / tp) / (1 - 1 / tp) : 0;
}

/// Where the shape does not tell its tensors. The tables are told apart where vocab and hidden are known.
SizedWeights sized_by_totals(const Model &model, const Precision &precision, const TensorSizes &sizes) {
  const Shape &shape = model.shape;
  const double all = parameters(model);
  const double each = (model.architecture_known() ? precision.linear_bits : precision.nominal_bits) / 8;
  const double embeddings = embedding_parameters(model);
  if (embeddings == 0 || embeddings > all) {
    return {{Bytes{all * each}, {}, {}, {}, {}}, {}};
  }
  const Tensor table{TensorRole::token_table, *shape.hidden, *shape.vocab};
  const Tensor head{TensorRole::output, *shape.hidden, *shape.vocab};
  const bool told = model.architecture_known();
  const auto bytes = [&](const Tensor &tensor) {
    return Bytes{told ? sizes.bytes(tensor) : tensor.elements() * precision.nominal_bytes()};
  };
  const bool own_head = embeddings > table.elements();
  return {{Bytes{(all - embeddings) * each}, {}, {}, bytes(table), own_head ? bytes(head) : Bytes{}}, {}};
}

SizedWeights sized_by_tensors(const TensorList &list, const TensorSizes &sizes, double tp) {
  SizedWeights sized{{}, {}, true};
  double linear_elements = 0;
  double linear_bytes = 0;
  for (const Tensor &tensor : list.tensors) {
    const double bytes = sizes.bytes(tensor);
    if (is_linear(tensor.role)) {
      linear_elements += tensor.elements();
      linear_bytes += bytes;
    }
    const double repeated = repeated_share(tensor, tp);
    sized.parts.*part_of(tensor) += Bytes{bytes * (1 - repeated)};
    sized.parts.replicated += Bytes{bytes * repeated};
    sized.lookup_only += Bytes{is_lookup_only(tensor.role) ? bytes : 0};
  }
  if (list.unexplained != 0) {
    sized.parts.matrices += Bytes{list.unexplained * (linear_bytes / linear_elements)};
  }
  return sized;
}

} // namespace

double TensorSizes::bytes(const Tensor &tensor) const {
  switch (precision_.kind) {
  case PrecisionKind::flat:
    return tensor.elements() * precision_.nominal_bytes();
  case PrecisionKind::scaled:
    return is_packed(tensor) ? packed_bytes(*precision_.scaled, tensor) : tensor.elements() * kept_bytes_each(tensor);
  case PrecisionKind::gguf:
    break;
  }
  double sum = 0;
  for (const TypedTensors &part : types(tensor)) {
    sum += part.bytes();
  }
  return sum;
}

bool TensorSizes::is_packed(const Tensor &tensor) const {
  return calcvram::is_packed(*precision_.scaled, tensor.role, facts_.experts > 0);
}

double TensorSizes::kept_bytes_each(const Tensor &tensor) const {
  const bool correction = tensor.role == TensorRole::bias && tensor.inputs == facts_.experts;
  return tensor.role == TensorRole::router || correction ? precision_.scaled->router_bytes : kept_bytes;
}

SizedWeights sized_weights(const Model &model, const Precision &precision, const VramOptions &options) {
  const TensorSizes sizes{model, precision, options};
  if (tensors_known(model)) {
    const SizedWeights parts = sized_by_tensors(tensors_of(model), sizes, options.degrees.tp);
    if (parts.parts.matrices.count() >= 0) {
      return parts;
    } // params= is less than the tensors of the model it stands on
  }
  return sized_by_totals(model, precision, sizes);
}

} // namespace calcvram
