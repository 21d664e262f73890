// vLLM's page: how many tokens one holds.
#pragma once

#include "memory/cache_row.hpp"

namespace calcvram {

/// Tokens of one page of the attention layers, on one tensor-parallel rank.
///
/// block=, but in a hybrid model all layers draw from one pool of equal pages: the page is raised to the first multiple
/// of block= (with a latent cache of 128 at least) whose bytes hold the recurrent state of one layer. vLLM says
/// "Setting attention block size to 784 tokens to ensure that attention page size is >= mamba page size" of Qwen3.5
/// 27B. Source: vLLM platforms/interface.py, _align_hybrid_block_size; pull request 50486. DeepSeek-V4's pages are 256
/// tokens at least, so that one holds two rows of 128 tokens.
double page_tokens(const Model &model, const CacheBytes &element, const VramOptions &options);

/// Bytes of one page of one layer on one rank: what vLLM pads a recurrent state to. 0 without attention layers.
double page_bytes(const Model &model, const CacheBytes &element, const VramOptions &options);

} // namespace calcvram
