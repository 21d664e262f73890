// How many rows a cache allocates: the tokens it has to hold, in the steps of the program that lays it out.
#pragma once

#include "memory/options.hpp"
#include "model/model.hpp"
#include "units.hpp"

#include <cmath>

namespace calcvram {

/// Sequences held at once, and how long each is.
struct Workload {
  double context = 0;   ///< tokens a sequence
  double sequences = 1; ///< the batch
};

/// Rows of one layer on one context-parallel rank of one data-parallel replica.
struct CacheRows {
  double streams = 1; ///< caches side by side: one for all sequences, or one each
  double rows = 0;    ///< of each stream

  [[nodiscard]] double all() const { return streams * rows; }
};

/// The rows that a group of layers allocates for the sequences of one replica.
///
/// engine=ideal: what attention reads: every token; the last `window` ones; a row for 4 or 128 tokens. With cp=
/// a rank has its share of them, unrounded in a sum over all ranks.
///
/// engine=llama.cpp: cells in multiples of pad=. slots=unified: one stream of pad(context * sequences) cells, a window
/// layer min(that, window * sequences + ubatch) of them; slots=separate: a stream of pad(cells / sequences) for each
/// sequence, a window layer min(that, window + ubatch). DeepSeek-V4 has a stream for each sequence in any case.
/// Sources: llama.cpp src/llama-context.cpp (n_ctx_seq), llama-kv-cache-iswa.cpp, llama-kv-cache-dsv4.cpp.
///
/// engine=vllm: whole pages of `page_tokens` a sequence; a window layer ceil(min(window - 1 + batched_tokens, context)
/// / page) + 1 of them (chunked attention within one page of that). Pages that vLLM's grouping of unequal numbers of
/// layers leaves empty are not counted. Source: vLLM v1/kv_cache_interface.py, max_memory_usage_bytes.
///
/// swa=full, with any engine: a window layer allocates what a full layer does (llama.cpp --swa-full, vLLM without its
/// hybrid cache manager, programs that know no windows).
CacheRows cache_rows(const LayerGroup &group, const Workload &replica, double page_tokens, const VramOptions &options);

/// The figure of one replica's sequences, over all dp replicas or on the fullest one: they share the batch, and
/// differ by one sequence where dp does not divide it.
template <typename Figure>
Bytes over_replicas(double sequences, const Degrees &degrees, Per per, const Figure &of_replica) {
  if (degrees.dp == 1) {
    return of_replica(sequences);
  }
  const double least = std::floor(sequences / degrees.dp);
  const double with_more = sequences - least * degrees.dp;
  if (per == Per::card) {
    return of_replica(with_more > 0 ? least + 1 : least);
  }
  return of_replica(least + 1) * with_more + of_replica(least) * (degrees.dp - with_more);
}

/// Layers of so many that count: all of them, or those of the fullest pipeline stage.
double layers_that_count(double layers, const VramOptions &options);

/// The next multiple of `step`.
double padded(double count, double step);

} // namespace calcvram
