#include "memory/cache_layout.hpp"

#include <algorithm>

namespace calcvram {
namespace {

bool keeps_window(const LayerGroup &group, const VramOptions &options) {
  return is_window(group.kind) && options.swa == WindowCache::window;
}

bool is_compressed(CacheKind kind) {
  return kind == CacheKind::csa || kind == CacheKind::hca;
}

CacheRows ideal_rows(const LayerGroup &group, const Workload &replica, const VramOptions &options) {
  double rows = replica.context;
  if (keeps_window(group, options)) {
    rows = std::min(rows, group.window);
  } else if (is_compressed(group.kind)) {
    rows = std::ceil(rows / tokens_a_row(group.kind));
  }
  const double cp = options.degrees.cp;
  if (cp > 1) {
    rows = options.per == Per::card ? std::ceil(rows / cp) : rows / cp;
  }
  return {replica.sequences, rows};
}

CacheRows llama_cpp_rows(const LayerGroup &group, const Workload &replica, const VramOptions &options) {
  if (replica.sequences == 0) {
    return {0, 0};
  }
  const double sequences = replica.sequences;
  const bool unified = options.slots == Slots::unified;
  const double all_cells = padded(replica.context / options.degrees.cp * sequences, options.pad);
  const double stream = unified ? all_cells : padded(all_cells / sequences, options.pad);
  if (is_compressed(group.kind)) {
    return {sequences, padded(std::ceil(stream / tokens_a_row(group.kind)), options.pad)};
  }
  const bool shared = unified && group.kind != CacheKind::raw;
  const double streams = shared ? 1 : sequences;
  if (!keeps_window(group, options)) {
    return {streams, stream};
  }
  const double window = group.window * (shared ? sequences : 1) + options.ubatch;
  return {streams, padded(std::min(stream, window), options.pad)};
}

CacheRows vllm_rows(const LayerGroup &group, const Workload &replica, double page, const VramOptions &options) {
  const double tokens = std::ceil(replica.context / options.degrees.cp);
  if (keeps_window(group, options)) {
    const double kept = std::min(group.window - 1 + options.batched_tokens, tokens);
    return {replica.sequences, padded(kept, page) + page};
  }
  // a page holds the rows of its tokens: at least one
  const double ratio = tokens_a_row(group.kind);
  return {replica.sequences, padded(tokens, std::max(page, ratio)) / ratio};
}

} // namespace

double padded(double count, double step) {
  constexpr double rounding = 1e-9; // of a context that is a third of something
  return std::ceil(count / step - rounding) * step;
}

double layers_that_count(double layers, const VramOptions &options) {
  return options.per == Per::card ? std::ceil(layers / options.degrees.pp) : layers;
}

CacheRows cache_rows(const LayerGroup &group, const Workload &replica, double page_tokens, const VramOptions &options) {
  switch (options.engine) {
  case Engine::ideal:
    break;
  case Engine::llama_cpp:
    return llama_cpp_rows(group, replica, options);
  case Engine::vllm:
    return vllm_rows(group, replica, page_tokens, options);
  }
  return ideal_rows(group, replica, options);
}

} // namespace calcvram
