// The tensor types of ggml: blocks of elements with their scales.
#pragma once

#include <array>
#include <cstddef>
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

  [[nodiscard]] constexpr double bits() const { return bytes_each() * 8; }
  /// Exact: blocks are powers of two.
  [[nodiscard]] constexpr double bytes_each() const { return bytes / elements; }
};

namespace detail {
/// In the order of GgmlType.
inline constexpr std::array<GgmlBlock, ggml_type_count> ggml_blocks{{
    {"F32", 1, 4},        {"F16", 1, 2},       {"BF16", 1, 2},       {"Q1_0", 128, 18},    {"Q2_0", 64, 18},
    {"Q4_0", 32, 18},     {"Q4_1", 32, 20},    {"Q5_0", 32, 22},     {"Q5_1", 32, 24},     {"Q8_0", 32, 34},
    {"Q2_K", 256, 84},    {"Q3_K", 256, 110},  {"Q4_K", 256, 144},   {"Q5_K", 256, 176},   {"Q6_K", 256, 210},
    {"IQ1_S", 256, 50},   {"IQ1_M", 256, 56},  {"IQ2_XXS", 256, 66}, {"IQ2_XS", 256, 74},  {"IQ2_S", 256, 82},
    {"IQ3_XXS", 256, 98}, {"IQ3_S", 256, 110}, {"IQ4_NL", 32, 18},   {"IQ4_XS", 256, 136}, {"TQ1_0", 256, 54},
    {"TQ2_0", 256, 66},   {"MXFP4", 32, 17},   {"NVFP4", 64, 36},
}};
} // namespace detail

constexpr const GgmlBlock &block_of(GgmlType type) {
  return detail::ggml_blocks[static_cast<std::size_t>(type)];
}

/// The type that rows of so many elements take where blocks of `wanted` do not divide them: llama.cpp
/// src/llama-quant.cpp, tensor_type_fallback. A 256-element type gives way to one of 32 elements, and that one to F16.
GgmlType fitting_type(GgmlType wanted, double row_elements);

} // namespace calcvram
