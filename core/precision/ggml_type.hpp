// The tensor types of ggml: blocks of elements with their scales.
#pragma once

#include <cstdint>
#include <string_view>

namespace calcvram {

enum class GgmlType : std::uint8_t {
  f32,
  f16,
  bf16,
  q1_0,
  q2_0,
  q4_0,
  q4_1,
  q5_0,
  q5_1,
  q8_0,
  q2_k,
  q3_k,
  q4_k,
  q5_k,
  q6_k,
  iq1_s,
  iq1_m,
  iq2_xxs,
  iq2_xs,
  iq2_s,
  iq3_xxs,
  iq3_s,
  iq4_nl,
  iq4_xs,
  tq1_0,
  tq2_0,
  mxfp4,
  nvfp4,
};

inline constexpr std::size_t ggml_type_count = static_cast<std::size_t>(GgmlType::nvfp4) + 1;

/// A block: so many elements of a row in so many bytes. Sizes of the structs in ggml/src/ggml-common.h.
struct GgmlBlock {
  std::string_view name;
  double elements;
  double bytes;

  [[nodiscard]] constexpr double bits() const { return bytes * 8 / elements; }
};

const GgmlBlock &block_of(GgmlType type);

/// The type that rows of so many elements take where blocks of `wanted` do not divide them: llama.cpp
/// src/llama-quant.cpp, tensor_type_fallback. A 256-element type gives way to one of 32 elements, and that one to F16.
GgmlType fitting_type(GgmlType wanted, double row_elements);

} // namespace calcvram
