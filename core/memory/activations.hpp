// What a forward pass leaves behind for the backward pass, and what inference holds while it runs.
#pragma once

#include "memory/kv_cache.hpp"
#include "memory/options.hpp"
#include "model/model.hpp"
#include "precision/precision.hpp"
#include "units.hpp"

#include <string>

namespace calcvram {

/// Activations of training, by formula. Throws as require() does where hidden or layers are not known.
///
/// A layer keeps, for each token, b * (4 hidden + q + kv + attention out + MLP) + 4 heads bytes, where q = heads *
/// head_dim, kv = kv_heads * (head_dim + v_head_dim), attention out = heads * v_head_dim, MLP = 3 ffn (gate, up
/// and their product), or for experts experts_used * (3 expert_ffn + hidden) + shared_experts * 3 expert_ffn, and
/// b = bytes of the compute type, at least 2; the last term is flash attention's fp32 log-sum-exp. Derived from
/// Korthikanti et al., arXiv 2205.05198, 4.1, for RMSNorm, gated MLPs and no dropout. Where ffn or heads are not
/// known it is their 34 hidden. attention=eager adds 5 heads * context (2205.05198, equation 2).
///
/// checkpointing: none keeps every layer; selective drops the 5 heads * context; full keeps each layer's input
/// (b hidden) and one recomputed layer; sqrt divides by sqrt(layers) (Chen et al., arXiv 1604.06174).
Bytes training_activations(const Model &model, const Workload &workload, const Precision &compute,
                           const VramOptions &options);

std::string explain_training_activations(const Model &model, const Workload &workload, const Precision &compute,
                                         const VramOptions &options);

/// The whole prompt of every sequence in one forward pass: b * tokens * (2 hidden + the wider of attention and
/// MLP), one layer at a time, and fp32 logits for one token a sequence.
Bytes inference_activations(const Model &model, const Workload &workload, const Precision &compute);

/// Logits and cross-entropy: tokens * vocab * (12 B for the loss: fp32 logits, their softmax and a temporary; 2 B
/// for the 16-bit gradient); loss=chunked works on an eighth at a time. 0 where vocab is not known.
/// Source: Cut Your Losses, arXiv 2411.09009, table 1 (24,000 MiB and 28,000 MiB at 8,192 x 256,000).
Bytes logits(const Model &model, const Workload &workload, Loss loss);

std::string explain_logits(const Model &model, const Workload &workload, Loss loss);

/// What checkpointing=sqrt divides by. Throws as require() does where layers are not known.
double sqrt_checkpointing_divisor(const Model &model);

} // namespace calcvram
