// One row of a cache: what one token, or a few compressed ones, take in one layer.
#pragma once

#include "memory/options.hpp"
#include "model/model.hpp"

#include <string>

namespace calcvram {

/// Bytes an element of K and of V.
struct CacheBytes {
  double key = 2;
  double value = 2;
  bool key_fp8 = false; ///< vLLM lays K-only rows out with scales of their own then
};

/// kv_precision for both, unless kv_k= or kv_v= say otherwise.
CacheBytes cache_bytes(const CachePrecision &precision, const VramOptions &options);

/// The group as it is stored: with mla=expanded a latent one keeps the decompressed heads, heads * (key + value).
/// Throws as require() does where heads or their width are not known.
LayerGroup stored_group(const LayerGroup &group, const Model &model, MlaCache mla);

/// KV heads of the fullest tensor-parallel rank, ceil(n / tp) and never below one, or of all ranks together: a rank
/// has at least one, so they stand several times where tp > n. Latent rows, index keys and compressed rows are one
/// head: every rank has them. Source: vLLM config/model.py, get_num_kv_heads.
double heads_on_cards(const LayerGroup &group, double tp, Per per);

/// Bytes of a row of one layer: heads * (key_dim * bK + value_dim * bV) + index_dim * bK.
///
/// With engine=vllm and fp8 K-only rows carry scales: the latent of sparse attention 1 B an element, 4 B for each 128
/// of them and the rotary part in 16 bits (656 B for 512 + 64); an index key 1 B an element and 4 B for each 128 (132
/// B); a row of DeepSeek-V4 1 B an element, the rotary part in 16 bits and 1 B for each 64, in eights (584 B). Sources:
/// vLLM v1/kv_cache_interface.py (MLAAttentionSpec, fp8_ds_mla), v1/attention/backends/mla/indexer.py.
double row_bytes(const LayerGroup &group, const Model &model, const CacheBytes &element, const VramOptions &options,
                 Per per);

/// The same in words.
std::string explain_row(const LayerGroup &group, const Model &model, const CacheBytes &element,
                        const VramOptions &options);

} // namespace calcvram
