// Number formats of weights, caches and training: what they are called and how much memory they take.
#pragma once

#include <cstdint>
#include <string_view>

namespace calcvram {

/// How a format lays weights out.
enum class PrecisionKind : std::uint8_t {
  flat,   ///< the same bytes for every parameter, for ever: fp32, tf32, bf16, fp16, fp8, int8, int4, a number
  scaled, ///< the linear layers in few bits with scales, the embeddings in 16 bits: nf4
};

/// A format of weights or of training. A value: it points to nothing but its name.
struct Precision {
  std::string_view name;
  PrecisionKind kind = PrecisionKind::flat;
  double nominal_bits = 16; ///< of every parameter on a bare number of parameters or a generic shape
  double linear_bits = 16;  ///< of a linear layer's parameter, scales included

  [[nodiscard]] double nominal_bytes() const { return nominal_bits / 8; }
  /// Training keeps a 32-bit master copy beside 16-bit weights.
  [[nodiscard]] bool is_16_bit() const { return kind == PrecisionKind::flat && nominal_bits == 16; }
};

/// fp32, tf32, bf16, fp16, fp8, int8, int4, nf4, nf4_dq and their usual other names; folded as names are.
/// Throws bad_argument for an unknown word, with the nearest.
Precision parse_precision(std::string_view text);

/// 0.5, 1, 2 or 4 bytes a parameter. Throws bad_argument for another number.
Precision parse_precision(double bytes);

/// A type of KV cache, scales included.
struct CachePrecision {
  std::string_view name;
  double bytes = 2; ///< an element

  friend bool operator==(const CachePrecision &, const CachePrecision &) = default;
};

/// fp32, bf16, fp16, fp8, int8, int4 and the ggml types that llama.cpp's caches take (q8_0 is 34 bytes for 32
/// elements). Throws bad_argument for an unknown word, with the nearest.
CachePrecision parse_cache_precision(std::string_view text);

/// 0.5, 1, 2 or 4 bytes an element.
CachePrecision parse_cache_precision(double bytes);

} // namespace calcvram
