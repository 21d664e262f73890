// The KV cache: what attention keeps of every token of every sequence.
#pragma once

#include "memory/cache_layout.hpp"
#include "memory/cache_row.hpp"
#include "memory/options.hpp"
#include "memory/recurrent_state.hpp"
#include "model/model.hpp"
#include "units.hpp"

#include <string>

namespace calcvram {

/// The sum over the groups of layers that cache:
///   layers * bytes of a row (cache_row.hpp) * streams * rows of a stream (cache_layout.hpp),
/// on all cards together or with per=card on the fullest one: pp splits layers (the fullest stage has the larger part
/// of each group), tp KV heads, dp sequences, cp tokens. Sources: vLLM v1/kv_cache_interface.py; llama.cpp
/// src/llama-kv-cache.cpp; DeepSeek-V2, arXiv 2405.04434, 2.1. Throws as require_caches() does where the model's caches
/// cannot be told.
Bytes kv_cache(const Model &model, const Workload &workload, const CacheBytes &element, const VramOptions &options);

/// The same in words, with its source.
std::string explain_kv_cache(const Model &model, const Workload &workload, const CacheBytes &element,
                             const VramOptions &options);

} // namespace calcvram
