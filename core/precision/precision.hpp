// Number formats of weights, caches and training: what they are called and how much memory they take.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace calcvram {

struct GgufMix;
struct ScaledFormat;

/// How a format lays weights out.
enum class PrecisionKind : std::uint8_t {
  flat,   ///< the same bytes for every parameter, for ever: fp32, tf32, bf16, fp16, fp8, int8, int4, a number
  scaled, ///< the linear layers in few bits with scales, the rest in 16 bits: nf4, gptq, fp8_block
  gguf,   ///< a type for each tensor: llama.cpp's mixes
};

/// A format of weights or of training. A value: it points to nothing but constants.
struct Precision {
  std::string_view name;
  PrecisionKind kind = PrecisionKind::flat;
  /// Of every parameter on a bare number of parameters or a generic shape: what the name says (nf4 and gptq 4 bits,
  /// mxfp4 4), and for a mix of llama.cpp its base type with its scales (Q4_K_M 4.5).
  double nominal_bits = 16;
  /// Of a linear layer's parameter, scales included; of a mix its base type.
  double linear_bits = 16;
  const ScaledFormat *scaled = nullptr; ///< of a scaled format, else null
  const GgufMix *mix = nullptr;         ///< of a mix, else null

  [[nodiscard]] double nominal_bytes() const { return nominal_bits / 8; }
  /// Of an activation or a trained adapter: programs compute in 16 bits at least.
  [[nodiscard]] double compute_bytes() const { return nominal_bits > 16 ? nominal_bytes() : 2; }
  /// Training keeps a 32-bit master copy beside 16-bit weights.
  [[nodiscard]] bool is_16_bit() const { return nominal_bits == 16; }
};

/// The flat formats; formats with scales; llama.cpp's mixes. Folded as names are, usual other spellings too:
///
/// - fp32, tf32, bf16, fp16, fp8, int8, int4: flat. F16 and BF16 are these; gguf_f16, gguf_bf16 and gguf_f32 are files
///   of llama.cpp, whose norms stay in 32 bits.
/// - fp8_tensor, fp8_channel, fp8_block, mxfp8, int8_channel, llm_int8, gptq and awq (with _g32, _g64, _g128; gptq_act
///   with act-order, gptq_int8), int4_sym and int4_g32, nf4, nf4_dq, mxfp4, nvfp4, mlx_2bit to mlx_8bit, hqq.
/// - Q4_K_M and every other mix of llama-quantize; Q3_K, Q4_K and Q5_K are its names for their M mixes.
///
/// Throws bad_argument for an unknown word, with the nearest.
Precision parse_precision(std::string_view text);

/// Every name, without its other spellings: REFERENCE.md lists them.
std::vector<std::string_view> precision_list();

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
