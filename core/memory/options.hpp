// The options of the VRAM_ functions: "overhead=3 checkpointing=sqrt".
#pragma once

#include "memory/lora.hpp"
#include "memory/parallel.hpp"
#include "precision/precision.hpp"
#include "text/key_values.hpp"
#include "units.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace calcvram {

enum class Purpose : std::uint8_t { training, inference };
enum class Checkpointing : std::uint8_t { none, selective, full, sqrt };
enum class Attention : std::uint8_t { flash, eager };
/// How the loss holds its logits: all at once, an eighth at a time, or never (Liger, Cut Your Losses).
enum class Loss : std::uint8_t { full, chunked, fused };
/// Whether norms and activation functions are single kernels, or run operation by operation as in plain PyTorch.
enum class Kernels : std::uint8_t { fused, eager };
enum class MlaCache : std::uint8_t { latent, expanded };
/// Whose allocation: what the formula needs, or what a program lays out.
enum class Engine : std::uint8_t { ideal, llama_cpp, vllm };
enum class Slots : std::uint8_t { unified, separate };
/// How much a window layer keeps: its window, or as much as a full layer (llama.cpp --swa-full).
enum class WindowCache : std::uint8_t { window, full };
enum class Offload : std::uint8_t { none, optimizer, params };
enum class EmbeddingPlace : std::uint8_t { gpu, host };
/// Which figure of a range is taken where no closed form exists.
enum class RangeFigure : std::uint8_t { low, middle, high };

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
  Kernels kernels = Kernels::fused;
  MlaCache mla = MlaCache::latent;
  std::optional<CachePrecision> kv_k, kv_v;

  Per per = Per::total;
  Degrees degrees;
  RangeFigure overhead_figure = RangeFigure::middle; ///< overhead=low or high

  Engine engine = Engine::ideal;
  double ubatch = 512;          ///< llama.cpp: tokens of one micro-batch
  Slots slots = Slots::unified; ///< llama.cpp: one cache for all sequences, or one each
  double pad = 256;             ///< llama.cpp: cells are a multiple of it
  WindowCache swa = WindowCache::window;
  double draft = 0;             ///< tokens drafted ahead: a recurrent state is kept for each as well
  double block = 16;            ///< vLLM: tokens of a page
  double batched_tokens = 2048; ///< vLLM: tokens of one step
  bool imatrix = false;         ///< GGUF: quantised with an importance matrix
  EmbeddingPlace embedding = EmbeddingPlace::gpu;

  int zero = 0;               ///< ZeRO stage; 3 is FSDP
  std::optional<double> rank; ///< LoRA: of each adapter; unless said, adapter_share
  LoraTargets targets;
  bool dora = false;                  ///< a magnitude for each output of an adapted matrix
  std::optional<double> accumulation; ///< micro-batches of a step; pp unless said
  Offload offload = Offload::none;
  double mfu = 1; ///< share of the peak TFLOPS that a prefill reaches
};

/// Throws bad_argument for an unknown key or word (with the nearest), a value out of range, and an option of
/// the design that this version does not compute: it is never silently ignored.
VramOptions parse_vram_options(const KeyValues &settings);

/// Every key, in the order of REFERENCE.md.
std::vector<std::string_view> vram_option_names();

/// Whether a two-column range with this text in its first cell is one list of options.
bool is_vram_option_key(std::string_view text);

/// Fixed overhead of one process on a card, unless overhead= says otherwise: CUDA context, framework and
/// allocator (the rental page's rule).
inline constexpr Bytes default_overhead = Bytes::from_gb(2);

} // namespace calcvram
