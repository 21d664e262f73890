#include "memory/activations.hpp"

#include "text/words.hpp"

#include <algorithm>
#include <cmath>

namespace calcvram {
namespace {

constexpr double log_sum_exp_bytes = 4;

/// The mean layer: elements a token.
struct MeanLayer {
  double inputs = 0;
  double attention = 0; ///< and recurrence
  double mlp = 0;
  double whole = 0;  ///< of attention and MLP, what tensor parallelism does not divide
  double heads = 0;  ///< that keep a log-sum-exp
  double scored = 0; ///< heads whose scores attention=eager keeps
  bool known = true;
};

// arXiv 2205.05198, 4.1: of 34 hidden bytes (two norms, the inputs of attention and MLP, two dropout masks) 10 are
// not split by tensor parallelism
constexpr double unknown_inputs = 5;
constexpr double unknown_split = 12;

MeanLayer mean_layer(const ForwardPass &pass) {
  const Shape &shape = pass.model.shape;
  const Keeping keeping{pass.trained, pass.options.kernels, pass.compute.compute_bytes()};
  const auto widths = layer_widths(pass.model, keeping, pass.options.degrees.tp);
  MeanLayer mean;
  if (!widths) {
    mean.known = false;
    mean.inputs = unknown_inputs * *shape.hidden;
    mean.mlp = unknown_split * *shape.hidden;
    mean.scored = shape.heads.value_or(0);
  } else {
    for (const BlockWidths &block : *widths) {
      mean.inputs += block.inputs * block.layers;
      (block.mlp ? mean.mlp : mean.attention) += block.split * block.layers;
      mean.whole += block.whole * block.layers;
      mean.heads += block.heads * block.layers;
    }
    for (double *sum : {&mean.inputs, &mean.attention, &mean.mlp, &mean.whole, &mean.heads}) {
      *sum /= *shape.layers;
    }
    mean.scored = mean.heads;
  }
  mean.whole += pass.adapter_width / *shape.layers;
  return mean;
}

/// Bytes a token and layer of attention scores, of all heads.
double score_bytes(const ForwardPass &pass, const MeanLayer &layer) {
  const VramOptions &options = pass.options;
  if (options.attention != Attention::eager || options.checkpointing == Checkpointing::selective) {
    return 0;
  }
  if (!layer.known && layer.scored == 0) {
    require(pass.model, &Shape::heads, "heads");
  }
  return 5 * layer.scored * pass.workload.context * pass.compute.compute_bytes() / 2;
}

/// Bytes that one layer keeps for one token, on one card.
double layer_token_bytes(const ForwardPass &pass, const MeanLayer &layer) {
  const Degrees &degrees = pass.options.degrees;
  const double split = layer.attention + layer.mlp;
  return pass.compute.compute_bytes() * (layer.inputs / degrees.sp + split / degrees.tp + layer.whole) +
         (log_sum_exp_bytes * layer.heads + score_bytes(pass, layer)) / degrees.tp;
}

double tokens_of(const Workload &workload) {
  return workload.context * workload.sequences;
}

std::string divided(double by, std::string_view name) {
  return by == 1 ? "" : words(" / ", name, " ", by);
}

std::string explain_layer(const ForwardPass &pass, const MeanLayer &layer) {
  const Degrees &degrees = pass.options.degrees;
  const double element = pass.compute.compute_bytes();
  const std::string by_tp = divided(degrees.tp, "tp");
  const std::string by_sp = divided(degrees.sp, "sp");
  const double scores = score_bytes(pass, layer);
  const std::string added = words(layer.whole == 0 ? "" : words(" + ", layer.whole, " whole on each card"), ")",
                                  layer.heads == 0 ? "" : words(" + 4 B x ", layer.heads, " heads", by_tp),
                                  scores == 0 ? "" : words(" + ", scores, " B of attention scores", by_tp), ")");
  if (!layer.known) {
    return words("(", element, " B x (5 x ", *pass.model.shape.hidden, " hidden", by_sp, " + 12 x ",
                 *pass.model.shape.hidden, " hidden", by_tp, added, " (ffn or heads not known)");
  }
  return words("(", element, " B x (", layer.inputs, " inputs", by_sp, " + ", layer.attention, " attention", by_tp,
               " + ", layer.mlp, " MLP", by_tp, added);
}

/// "384 layers x micro-batches in flight" or "32 layers".
std::string explain_in_flight(const ForwardPass &pass, const Stage &stage) {
  return words(stage.in_flight, pass.options.degrees.pp == 1 ? " layers" : " layers x micro-batches in flight");
}

std::string explain_kept(const ForwardPass &pass, const Stage &stage, const MeanLayer &layer) {
  const double layers = *pass.model.shape.layers;
  const std::string one = explain_layer(pass, layer);
  const std::string held = explain_in_flight(pass, stage);
  switch (pass.options.checkpointing) {
  case Checkpointing::none:
  case Checkpointing::selective:
    break;
  case Checkpointing::full:
    return words("(", held, ", of each the input, x ", pass.compute.compute_bytes(), " B x ", *pass.model.shape.hidden,
                 divided(pass.options.degrees.sp, "sp"), " + ", stage.stages, " recomputed layer",
                 stage.stages == 1 ? " " : "s ", one, ")");
  case Checkpointing::sqrt:
    return words(held, " x ", one, " / sqrt(", layers, ")");
  }
  return words(held, " x ", one);
}

} // namespace

double sqrt_checkpointing_divisor(const Model &model) {
  return std::sqrt(require(model, &Shape::layers, "layers"));
}

Bytes training_activations(const ForwardPass &pass, const Stage &stage) {
  const Degrees &degrees = pass.options.degrees;
  const MeanLayer layer = mean_layer(pass);
  const double tokens = tokens_of(pass.workload) / degrees.cp * stage.cards;
  const double a_layer = layer_token_bytes(pass, layer) * tokens;
  switch (pass.options.checkpointing) {
  case Checkpointing::none:
  case Checkpointing::selective:
    break;
  case Checkpointing::full: {
    const double input = pass.compute.compute_bytes() * *pass.model.shape.hidden / degrees.sp * tokens;
    return Bytes{stage.in_flight * input + stage.stages * a_layer};
  }
  case Checkpointing::sqrt:
    return Bytes{stage.in_flight * a_layer / sqrt_checkpointing_divisor(pass.model)};
  }
  return Bytes{stage.in_flight * a_layer};
}

Bytes layer_after_logits(const ForwardPass &pass, const Stage &stage) {
  if (pass.options.checkpointing != Checkpointing::full) {
    return {};
  }
  const double tokens = tokens_of(pass.workload) / pass.options.degrees.cp * stage.cards;
  return Bytes{stage.outputs * layer_token_bytes(pass, mean_layer(pass)) * tokens};
}

std::string explain_training_activations(const ForwardPass &pass, const Stage &stage) {
  const Degrees &degrees = pass.options.degrees;
  const MeanLayer layer = mean_layer(pass);
  return words(tokens_of(pass.workload), " tokens", divided(degrees.cp, "cp"), " x ", explain_kept(pass, stage, layer),
               explain_cards(stage),
               pass.options.kernels == Kernels::eager ? "; operation by operation (transformers modeling_llama.py)"
                                                      : "",
               pass.trained.all ? "" : "; frozen matrices keep no input, those with an adapter do",
               "; arXiv 2205.05198", pass.options.checkpointing == Checkpointing::sqrt ? ", 1604.06174" : "");
}

Bytes inference_activations(const Model &model, const Workload &workload, const Precision &compute,
                            const VramOptions &options, const Stage &stage) {
  const Degrees &degrees = options.degrees;
  const double hidden = require(model, &Shape::hidden, "hidden");
  const auto widths = layer_widths(model, {}, degrees.tp);
  // without ffn and heads: the usual proportions, an MLP of three times 8/3 hidden
  double widest = widths ? 0 : 8 * hidden / degrees.tp;
  if (widths) {
    for (const BlockWidths &block : *widths) {
      widest = std::max(widest, block.split / degrees.tp + block.whole);
    }
  }
  const double tokens = tokens_of(workload) / degrees.cp;
  const double live = compute.compute_bytes() * tokens * (2 * hidden / degrees.sp + widest);
  const double last_logits = 4 * model.shape.vocab.value_or(0) * workload.sequences;
  return Bytes{(stage.stages * live + stage.outputs * last_logits) * stage.cards};
}

Bytes inference_activations(const Model &model, const Workload &workload, const Precision &compute) {
  const VramOptions one_card;
  return inference_activations(model, workload, compute, one_card, first_stage(model, one_card));
}

} // namespace calcvram
