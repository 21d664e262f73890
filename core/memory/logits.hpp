// Logits and cross-entropy: what a large vocabulary costs at the end of a forward pass.
#pragma once

#include "memory/kv_cache.hpp"
#include "memory/options.hpp"
#include "memory/stage.hpp"
#include "model/model.hpp"
#include "units.hpp"

#include <string>

namespace calcvram {

/// tokens * vocab * (12 B for the loss: fp32 logits, their softmax and a temporary; 2 B for the 16-bit gradient);
/// loss=chunked works on an eighth at a time, loss=fused never has them in memory. 0 where vocab is not known.
/// Source: Cut Your Losses, arXiv 2411.09009, table 1 (24,000 MiB and 28,000 MiB at 8,192 x 256,000).
Bytes logits(const Model &model, const Workload &workload, Loss loss);

/// On a card of this stage, or all: with the output head, of one micro-batch, split by vocabulary over tp (Megatron-LM,
/// arXiv 1909.08053, 3) and by tokens over cp.
Bytes logits(const Model &model, const Workload &workload, const VramOptions &options, const Stage &stage);

std::string explain_logits(const Model &model, const Workload &workload, const VramOptions &options,
                           const Stage &stage);

} // namespace calcvram
