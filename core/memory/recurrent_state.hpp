// What layers without attention, and compressors, keep of each sequence, however long it is.
#pragma once

#include "memory/cache_row.hpp"
#include "memory/options.hpp"
#include "model/model.hpp"
#include "units.hpp"

#include <string>

namespace calcvram {

/// sequences * (1 + draft) * layers * ( recurrent elements * 4 B + convolution elements * bC ), the recurrence in fp32;
/// bC = 2 (the convolution's history in 16 bits), with engine=llama.cpp 4. draft= copies are kept to roll back to.
/// DeepSeek-V4's compressors: state elements * 4 B.
///
/// tp splits heads (of convolved inputs, a group stays whole on each rank); compressor states and cp repeat; pp splits
/// layers, dp sequences. engine=vllm lengthens the convolution's history by the drafted tokens and pads the state of a
/// layer to a page of the attention layers (vllm_page.hpp). Sources: llama.cpp src/llama-memory-recurrent.cpp,
/// llama-hparams.cpp (n_embd_r, n_embd_s), llama-kv-cache-dsv4.cpp; vLLM v1/kv_cache_interface.py (MambaSpec with
/// mamba_cache_mode=none), layers/mamba/mamba_utils.py. Throws as require_caches() does where the model's caches cannot
/// be told.
Bytes recurrent_state(const Model &model, double sequences, const CacheBytes &element, const VramOptions &options);

/// The same in words, with its source.
std::string explain_recurrent_state(const Model &model, double sequences, const CacheBytes &element,
                                    const VramOptions &options);

/// Bytes of one layer and sequence on one tensor-parallel rank, unpadded.
double state_bytes_of_rank(const StateGroup &group, const VramOptions &options);

} // namespace calcvram
