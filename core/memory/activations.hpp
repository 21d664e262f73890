// What a forward pass leaves behind for the backward pass, and what inference holds while it runs.
#pragma once

#include "memory/kv_cache.hpp"
#include "memory/layer_widths.hpp"
#include "memory/options.hpp"
#include "memory/stage.hpp"
#include "model/model.hpp"
#include "precision/precision.hpp"
#include "units.hpp"

#include <string>

namespace calcvram {

/// What the backward pass of a training step works back through.
struct ForwardPass {
  const Model &model;
  Workload workload; ///< one micro-batch on one data-parallel rank
  Precision compute;
  const VramOptions &options;
  TrainedInputs trained;
  double adapter_width = 0; ///< LoRA: elements that its adapters keep for a token, in all layers
};

/// Activations of training on a card of this stage, or on all cards. Throws as require() does where hidden or layers
/// are not known.
///
/// A layer keeps, for each token, b * (4 hidden + attention + MLP) + 4 heads bytes, the widths as layer_widths() has
/// them, b = bytes of the compute type, at least 2; the last term is flash attention's fp32 log-sum-exp. Derived from
/// Korthikanti et al., arXiv 2205.05198, 4.1, for RMSNorm, gated MLPs and no dropout. Where ffn or heads are not known
/// it is their 34 hidden, of which 10 are inputs. attention=eager adds 5 heads * context (2205.05198, equation 2).
/// LoRA adds its adapters' rank for each adapted matrix, b bytes each.
///
/// tp divides what is inside of attention and MLP, sp the inputs too (2205.05198, 4.2), cp the tokens; the tokens sent
/// to experts, MLA's latents and adapters stand whole on every tensor-parallel rank. Each stage of a pipeline holds
/// what its micro-batches in flight left.
///
/// checkpointing: none keeps every layer; selective drops the 5 heads * context; full keeps each layer's input
/// (b hidden) and one recomputed layer; sqrt divides by sqrt(layers) (Chen et al., arXiv 1604.06174).
Bytes training_activations(const ForwardPass &pass, const Stage &stage);

/// Of that, with checkpointing=full, the layer that is recomputed on the stage with the output head: it comes to life
/// when the logits are gone. 0 otherwise.
Bytes layer_after_logits(const ForwardPass &pass, const Stage &stage);

std::string explain_training_activations(const ForwardPass &pass, const Stage &stage);

/// The whole prompt of every sequence in one forward pass: b * tokens * (2 hidden + the wider of attention and
/// MLP), one layer at a time, and fp32 logits for one token a sequence. On one card without parallelism.
Bytes inference_activations(const Model &model, const Workload &workload, const Precision &compute);

/// The same on a card of this stage, or on all cards: tp divides attention and MLP, sp hidden, cp the tokens; the
/// logits are gathered on each card of the last stage.
Bytes inference_activations(const Model &model, const Workload &workload, const Precision &compute,
                            const VramOptions &options, const Stage &stage);

/// What checkpointing=sqrt divides by. Throws as require() does where layers are not known.
double sqrt_checkpointing_divisor(const Model &model);

} // namespace calcvram
