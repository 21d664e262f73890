// Formats with scales beside ggml's: FP8, INT8, GPTQ, AWQ, NF4, MXFP4, NVFP4, MLX. What they pack, and what they leave.
#pragma once

#include "model/tensors.hpp"

#include <cstdint>
#include <string_view>

namespace calcvram {

/// Which tensors a format packs. What it does not pack keeps 16 bits.
enum class Packs : std::uint8_t {
  linear,            ///< the matrices of the layers, but routers
  experts,           ///< of a model with routed experts these alone; of a dense model as `linear`
  linear_and_tables, ///< the token table and the output head too
};

/// How matrices are packed: bits an element, and bytes of scales, zeros and indices for each group of a row, row,
/// square block, input channel or matrix.
struct ScaledFormat {
  double element_bits = 16;
  double group = 0; ///< elements of a row that share group_bytes; the last group of a row may be shorter
  double group_bytes = 0;
  double row_bytes = 0; ///< an output row
  double block = 0;     ///< edge of the square blocks that share block_bytes
  double block_bytes = 0;
  double input_bytes = 0; ///< an input channel
  double matrix_bytes = 0;
  Packs packs = Packs::linear;
  double router_bytes = 2; ///< an element of routers and of their correction bias
  std::string_view source; ///< where the layout is written down

  /// A packed element of a large matrix with its part of the scales.
  [[nodiscard]] constexpr double linear_bits() const {
    return element_bits + (group > 0 ? 8 * group_bytes / group : 0) +
           (block > 0 ? 8 * block_bytes / (block * block) : 0);
  }
};

/// Embeddings, norms, biases, convolutions and other small tensors: what published checkpoints leave in 16 bits.
inline constexpr double kept_bytes = 2;

/// Whether the format packs a tensor of this role.
bool is_packed(const ScaledFormat &format, TensorRole role, bool has_experts);

/// All matrices of the tensor, in bytes.
double packed_bytes(const ScaledFormat &format, const Tensor &tensor);

} // namespace calcvram
