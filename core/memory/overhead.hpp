// What a process takes on each card besides weights and caches: compute buffers, graphs, CUDA context.
#pragma once

#include "memory/cache_layout.hpp"
#include "memory/options.hpp"
#include "model/model.hpp"
#include "units.hpp"

#include <string>

namespace calcvram {

/// A figure where no closed form exists, of one card. The middle is the mean of the ends: no better evidence is known.
struct OverheadRange {
  Bytes low;
  Bytes high;

  [[nodiscard]] Bytes middle() const { return (low + high) / 2; }
  [[nodiscard]] Bytes at(RangeFigure figure) const;
};

/// llama.cpp's compute buffer on one card. ubatch tokens pass at once (fp32):
///   logits: ubatch * 4 B * (vocab + 2 hidden): what bench and fit tools, and all builds before mid 2026, reserve;
///   layer:  ubatch * 4 B * (2 MLP + 2 hidden) + 4 B * vocab * outputs: where only the outputs' rows are reserved;
///   masks:  ubatch * cells * 2 B (flash attention), or 4 B for each kind of layer (eager); 4 of them with pp=.
/// Flash attention: low = layer, high = the largest of logits, layer and layer + masks.
/// attention=eager, scores = ubatch * cells * heads * 4 B: low = max(scores + a mask, layer), high = scores + masks +
/// logits, as if all lived at once. A floor and a ceiling: the graph allocator's reuse has no closed form.
/// Sources: llama.cpp src/llama-context.cpp (graph_reserve), pull request 23861, ggml-backend.cpp
/// (GGML_SCHED_MAX_COPIES). Throws as require() does where hidden, vocab or (eager) heads are not known.
OverheadRange llama_cpp_compute_buffer(const Model &model, const Workload &workload, const VramOptions &options);

/// The overhead of inference on one card. engine=ideal: 2 GB.
///
/// engine=llama.cpp: the compute buffer + a CUDA context of 150 MiB (gguf-parser-go's footprint) to 320 MiB (unsloth).
///
/// engine=vllm: activations of the profile run at batched_tokens (activations.hpp; low: split over tp, high: twice that
/// of a tp of at most 2, after aiconfigurator's coefficients of 10, 6, 5, 5 for tp = 1, 2, 4, 8) with the sampler's
/// logits (low: fp32 of the sequences, high: all that the sampler holds of 256); CUDA graphs of 0.1 to 1.2 GiB; CUDA
/// context and what is allocated outside PyTorch 0.25 to 1.3 GiB; NCCL with tp, 342 MiB for 2 ranks, 392 for more
/// (aiconfigurator), to 2 GiB. The last three are read off a dozen of vLLM's start-up logs ("Graph capturing finished":
/// 0.09 to 1.12 GiB, with 1.68 and 2.37 of several cards; "non-torch memory": 0.02 to 0.5, with tp 0.9 to 2.15; "Free
/// memory on device" less the whole: 0.23 to 0.83), not derived.
///
/// A model without hidden, layers or vocab: 2 GB as well.
OverheadRange overhead_range(const Model &model, const Workload &workload, const VramOptions &options);

/// On all cards together or on one: overhead= GB a card, else the range's low, middle or high figure.
Bytes overhead(const Model &model, const Workload &workload, const VramOptions &options);

/// The same in words: the range in numbers, and its sources.
std::string explain_overhead(const Model &model, const Workload &workload, const VramOptions &options);

/// The overhead of one card where no engine is asked for, in words.
std::string explain_overhead(const VramOptions &options);

} // namespace calcvram
