// The options of the VRAM_ functions: "overhead=3 checkpointing=sqrt".
#pragma once

#include "precision/precision.hpp"
#include "text/key_values.hpp"
#include "units.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace calcvram {

enum class Purpose : std::uint8_t { training, inference };
enum class Checkpointing : std::uint8_t { none, selective, full, sqrt };
enum class Attention : std::uint8_t { flash, eager };
enum class Loss : std::uint8_t { full, chunked };
enum class MlaCache : std::uint8_t { latent, expanded };

/// How large the activations are: by formula, a share of the training states, or an amount.
struct ActivationRule {
  enum class Kind : std::uint8_t { formula, share, amount };
  Kind kind = Kind::formula;
  double share = 0; ///< of weights, gradients, master copy and optimizer
  Bytes amount;
};

/// Everything has its documented default; an empty optional means "what follows from the rest".
struct VramOptions {
  std::optional<Bytes> overhead; ///< a card
  Purpose purpose = Purpose::training;
  std::optional<bool> master;       ///< an fp32 copy of trained 16-bit weights; yes for 16-bit unless said
  std::optional<double> grad_bytes; ///< a gradient; as the precision unless said
  Checkpointing checkpointing = Checkpointing::none;
  std::optional<ActivationRule> activations; ///< unless said: the formula, or the pages' rules of thumb
  double adapter_share = 0.005;              ///< LoRA: trained parameters as a share of all
  std::optional<Precision> base;             ///< LoRA, QLoRA: the frozen weights
  Attention attention = Attention::flash;
  Loss loss = Loss::full;
  MlaCache mla = MlaCache::latent;
  std::optional<CachePrecision> kv_k, kv_v;
};

/// Throws bad_argument for an unknown key or word (with the nearest), a value out of range, and an option of
/// the design that this version does not compute: it is never silently ignored.
VramOptions parse_vram_options(const KeyValues &settings);

/// Whether a two-column range with this text in its first cell is one list of options.
bool is_vram_option_key(std::string_view text);

/// Fixed overhead of one process on a card, unless overhead= says otherwise: CUDA context, framework and
/// allocator (the rental page's rule).
inline constexpr Bytes default_overhead = Bytes::from_gb(2);

} // namespace calcvram
