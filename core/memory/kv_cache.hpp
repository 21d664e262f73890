// The KV cache: what attention keeps of every token of every sequence.
#pragma once

#include "memory/options.hpp"
#include "model/model.hpp"
#include "units.hpp"

#include <string>

namespace calcvram {

/// Sequences held at once, and how long each is.
struct Workload {
  double context = 0;   ///< tokens a sequence
  double sequences = 1; ///< the batch
};

/// Bytes an element of K and of V.
struct CacheBytes {
  double key = 2;
  double value = 2;
};

/// kv_precision for both, unless kv_k= or kv_v= say otherwise.
CacheBytes cache_bytes(const CachePrecision &precision, const VramOptions &options);

/// The sum over the groups of layers that cache:
///   sequences * sum( layers * kv_heads * (key_dim * bK + value_dim * bV) * tokens kept ),
/// where a window keeps min(context, window) tokens and a latent or index row has no V. With mla=expanded a
/// latent group stores the decompressed heads instead: heads * (head_dim * bK + v_head_dim * bV).
/// Sources: vLLM v1/kv_cache_interface.py (FullAttentionSpec, MLAAttentionSpec, SlidingWindowSpec);
/// DeepSeek-V2, arXiv 2405.04434, 2.1.
/// Throws as require_caches() does where the model's caches cannot be told.
Bytes kv_cache(const Model &model, const Workload &workload, const CacheBytes &element, MlaCache mla);

/// The same in words.
std::string explain_kv_cache(const Model &model, const Workload &workload, const CacheBytes &element, MlaCache mla);

/// What layers without attention keep of each sequence, however long it is:
///   sequences * layers * ( recurrent elements * 4 B + convolution elements * 2 B ),
/// the recurrence in fp32 and the convolution's history in 16 bits. Sources: vLLM MambaSpec with its usual
/// types; the shapes of llama.cpp llama-hparams.cpp n_embd_s and n_embd_r.
Bytes recurrent_state(const Model &model, double sequences);

std::string explain_recurrent_state(const Model &model, double sequences);

} // namespace calcvram
