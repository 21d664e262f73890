#include "precision/scaled_format.hpp"

#include <cmath>

namespace calcvram {

bool is_packed(const ScaledFormat &format, TensorRole role, bool has_experts) {
  switch (format.packs) {
  case Packs::experts:
    return has_experts ? is_expert(role) : is_linear(role);
  case Packs::linear_and_tables:
    return is_linear(role) || role == TensorRole::token_table || role == TensorRole::layer_table ||
           role == TensorRole::output;
  case Packs::linear:
    break;
  }
  return is_linear(role);
}

double packed_bytes(const ScaledFormat &format, const Tensor &tensor) {
  double of_matrix = tensor.inputs * tensor.outputs * format.element_bits / 8 + tensor.outputs * format.row_bytes +
                     tensor.inputs * format.input_bytes + format.matrix_bytes;
  if (format.group > 0) {
    of_matrix += tensor.outputs * std::ceil(tensor.inputs / format.group) * format.group_bytes;
  }
  if (format.block > 0) {
    of_matrix +=
        std::ceil(tensor.outputs / format.block) * std::ceil(tensor.inputs / format.block) * format.block_bytes;
  }
  return of_matrix * tensor.matrices * tensor.layers;
}

} // namespace calcvram
