#include "memory/overhead.hpp"

#include "memory/activations.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <cmath>

namespace calcvram {
namespace {

constexpr double mib = 1024.0 * 1024;
constexpr double gib = 1024 * mib;
constexpr double fp32 = 4;
constexpr double fp16 = 2;

constexpr OverheadRange llama_cpp_context{Bytes{150 * mib}, Bytes{320 * mib}};
constexpr OverheadRange vllm_graphs{Bytes{0.1 * gib}, Bytes{1.2 * gib}};
constexpr OverheadRange vllm_context{Bytes{0.25 * gib}, Bytes{1.3 * gib}};
constexpr OverheadRange nccl_of_two{Bytes{342 * mib}, Bytes{2 * gib}};
constexpr OverheadRange nccl_of_more{Bytes{392 * mib}, Bytes{2 * gib}};
constexpr double sampled_sequences = 256; // vLLM's max_num_seqs unless said
/// What vLLM's sampler holds of each logit: 16 bits, fp32, sorted values and their 64-bit places, probabilities,
/// their running sums and the noise. vLLM v1/sample/ops/topk_topp_sampler.py.
constexpr double sampler_bytes = 2 + 4 + 4 + 8 + 4 + 4 + 4;

OverheadRange operator+(const OverheadRange &a, const OverheadRange &b) {
  return {a.low + b.low, a.high + b.high};
}

Workload of_one_card(const Workload &workload, const VramOptions &options) {
  return {workload.context, std::ceil(workload.sequences / options.degrees.dp)};
}

bool has_windows(const Model &model) {
  return std::ranges::any_of(model.caches, [](const LayerGroup &group) { return group.kind == CacheKind::window; });
}

double mlp_width(const Shape &shape) {
  return std::max(shape.ffn.value_or(0), shape.experts_used.value_or(0) * shape.expert_ffn.value_or(0));
}

/// Bytes in llama.cpp's compute buffer while a micro-batch passes, and what attention adds to them.
struct GraphSizes {
  double logits;
  double layer;
  double mask;   ///< of one kind of layers
  double masks;  ///< of all kinds
  double scores; ///< 0 with flash attention
};

GraphSizes graph_sizes(const Model &model, const Workload &workload, const VramOptions &options) {
  const double hidden = require(model, &Shape::hidden, "hidden");
  const double vocab = require(model, &Shape::vocab, "vocab");
  const Workload card = of_one_card(workload, options);
  const bool eager = options.attention == Attention::eager;
  const double micro = options.ubatch;
  // without attention there is nothing to mask or to score
  const bool attends = !model.caches.empty() || !model.cache_gap.empty();
  const double cells = attends ? cache_rows(LayerGroup{}, card, 0, options).rows : 0;
  const double outputs = card.sequences * (1 + options.draft);
  const double copies = options.degrees.pp > 1 ? 4 : 1;
  GraphSizes sizes{};
  sizes.logits = micro * fp32 * (vocab + 2 * hidden);
  sizes.layer = micro * fp32 * 2 * (mlp_width(model.shape) + hidden) + outputs * fp32 * vocab;
  sizes.mask = micro * cells * (eager ? fp32 : fp16);
  sizes.masks = sizes.mask * copies * (has_windows(model) ? 2 : 1);
  sizes.scores = eager && attends ? micro * cells * fp32 * require(model, &Shape::heads, "heads") : 0;
  return sizes;
}

OverheadRange vllm_activations(const Model &model, const Workload &workload, const VramOptions &options) {
  const double tp = options.degrees.tp;
  const double vocab = require(model, &Shape::vocab, "vocab");
  const double sequences = of_one_card(workload, options).sequences;
  const Bytes forward = inference_activations(model, {options.batched_tokens, 1}, Precision{});
  const Bytes few_logits{fp32 * vocab * sequences};
  const Bytes many_logits{sampler_bytes * vocab * std::max(sequences, sampled_sequences)};
  return {forward / tp + few_logits, 2 * forward / std::min(tp, 2.0) + many_logits};
}

OverheadRange vllm_nccl(const VramOptions &options) {
  const double tp = options.degrees.tp;
  if (tp == 1) {
    return {};
  }
  return tp == 2 ? nccl_of_two : nccl_of_more;
}

/// Whether the engine's parts can be told.
bool shape_known(const Model &model) {
  return model.architecture_known() && model.shape.vocab.has_value();
}

std::string explain_range(const OverheadRange &range) {
  return words(range.low.gb(), " to ", range.high.gb(), " GB");
}

std::string explain_llama_cpp(const Model &model, const Workload &workload, const VramOptions &options) {
  const GraphSizes sizes = graph_sizes(model, workload, options);
  const Shape &shape = model.shape;
  const std::string micro = words(counted(options.ubatch, "token"), " x 4 B x ");
  std::string text =
      words("compute buffer ", explain_range(llama_cpp_compute_buffer(model, workload, options)), " (layer ", micro,
            "2 x (", mlp_width(shape), " + ", *shape.hidden, ") + outputs' logits = ", sizes.layer, " B; all logits ",
            micro, "(", *shape.vocab, " + 2 x ", *shape.hidden, ") = ", sizes.logits, " B; masks ", sizes.masks, " B");
  if (sizes.scores > 0) {
    text += words("; scores ", sizes.scores, " B");
  }
  return text + words(") + CUDA context ", explain_range(llama_cpp_context),
                      "; llama.cpp pull request 23861, gguf-parser-go, unsloth");
}

std::string explain_vllm(const Model &model, const Workload &workload, const VramOptions &options) {
  std::string text =
      words("activations of ", counted(options.batched_tokens, "token"), " and the sampler's logits ",
            explain_range(vllm_activations(model, workload, options)), " + CUDA graphs ", explain_range(vllm_graphs),
            " + CUDA context and allocations outside PyTorch ", explain_range(vllm_context));
  if (options.degrees.tp > 1) {
    text += words(" + NCCL ", explain_range(vllm_nccl(options)));
  }
  return text + "; vLLM v1/worker/gpu_worker.py (profile run and its log lines), aiconfigurator";
}

std::string_view name_of(RangeFigure figure) {
  switch (figure) {
  case RangeFigure::low:
    return "the low end";
  case RangeFigure::middle:
    return "the middle";
  case RangeFigure::high:
    return "the high end";
  }
  return {};
}

double cards_that_count(const VramOptions &options) {
  return options.per == Per::card ? 1 : options.degrees.cards();
}

} // namespace

Bytes OverheadRange::at(RangeFigure figure) const {
  switch (figure) {
  case RangeFigure::low:
    return low;
  case RangeFigure::middle:
    break;
  case RangeFigure::high:
    return high;
  }
  return middle();
}

OverheadRange llama_cpp_compute_buffer(const Model &model, const Workload &workload, const VramOptions &options) {
  const GraphSizes sizes = graph_sizes(model, workload, options);
  if (sizes.scores > 0) {
    return {Bytes{std::max(sizes.scores + sizes.mask, sizes.layer)},
            Bytes{sizes.scores + sizes.masks + std::max(sizes.logits, sizes.layer)}};
  }
  return {Bytes{sizes.layer}, Bytes{std::max(sizes.logits, sizes.layer + sizes.masks)}};
}

OverheadRange overhead_range(const Model &model, const Workload &workload, const VramOptions &options) {
  if (options.engine == Engine::ideal || !shape_known(model)) {
    return {default_overhead, default_overhead};
  }
  if (options.engine == Engine::llama_cpp) {
    return llama_cpp_compute_buffer(model, workload, options) + llama_cpp_context;
  }
  return vllm_activations(model, workload, options) + vllm_graphs + vllm_context + vllm_nccl(options);
}

Bytes overhead(const Model &model, const Workload &workload, const VramOptions &options) {
  const Bytes a_card =
      options.overhead ? *options.overhead : overhead_range(model, workload, options).at(options.overhead_figure);
  return a_card * cards_that_count(options);
}

std::string explain_overhead(const VramOptions &options) {
  return options.overhead ? words("overhead=", options.overhead->gb(), " GB a card")
                          : words(default_overhead.gb(),
                                  " GB a card: CUDA context, framework, fragmentation (the GPU rental page's rule)");
}

std::string explain_overhead(const Model &model, const Workload &workload, const VramOptions &options) {
  const double cards = cards_that_count(options);
  const std::string times = cards > 1 ? words(cards, " cards x ") : std::string{};
  if (options.overhead || options.engine == Engine::ideal) {
    return words(times, explain_overhead(options));
  }
  if (!shape_known(model)) {
    return words(times, explain_overhead(options),
                 "; the engine's buffers cannot be told: hidden, layers or vocab is not known");
  }
  const OverheadRange range = overhead_range(model, workload, options);
  const std::string parts = options.engine == Engine::llama_cpp ? explain_llama_cpp(model, workload, options)
                                                                : explain_vllm(model, workload, options);
  return words(times, range.at(options.overhead_figure).gb(), " GB a card, ", name_of(options.overhead_figure), " of ",
               explain_range(range), ": ", parts);
}

} // namespace calcvram
