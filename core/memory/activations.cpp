#include "memory/activations.hpp"

#include "text/words.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace calcvram {
namespace {

constexpr double loss_bytes = 12;
constexpr double logit_gradient_bytes = 2;
constexpr double loss_chunks = 8;
constexpr double log_sum_exp_bytes = 4;

/// Elements a token and layer, by what makes them.
struct LayerWidths {
  double hidden;
  double attention; ///< q, k, v and the attention's output
  double mlp;       ///< mean over the layers where some are dense and some have experts
  double heads;
};

double mean_mlp_width(const Shape &shape, double hidden, double layers) {
  const double dense = 3 * shape.ffn.value_or(0);
  if (shape.experts.value_or(0) == 0) {
    return dense;
  }
  const double expert = 3 * shape.expert_ffn.value_or(0);
  const double routed = shape.experts_used.value_or(1) * (expert + hidden) + shape.shared_experts.value_or(0) * expert;
  const double dense_layers = shape.ffn ? std::min(shape.dense_layers.value_or(0), layers) : 0;
  return (dense_layers * dense + (layers - dense_layers) * routed) / layers;
}

/// The widths, or nothing where ffn or heads are not known.
std::optional<LayerWidths> layer_widths(const Model &model) {
  const Shape &shape = model.shape;
  const double hidden = require(model, &Shape::hidden, "hidden");
  const double layers = require(model, &Shape::layers, "layers");
  const bool mlp_known = shape.ffn || (shape.experts && shape.expert_ffn);
  if (!shape.heads || !mlp_known) {
    return std::nullopt;
  }
  const double heads = *shape.heads;
  const double key_dim = shape.head_dim.value_or(hidden / heads);
  const double value_dim = shape.v_head_dim.value_or(key_dim);
  // in training a latent cache is decompressed: every head has its own K and V
  const double kv_heads = shape.kv_lora_rank ? heads : shape.kv_heads.value_or(heads);
  const double attention = heads * key_dim + kv_heads * (key_dim + value_dim) + heads * value_dim;
  return LayerWidths{hidden, attention, mean_mlp_width(shape, hidden, layers), heads};
}

double compute_bytes(const Precision &compute) {
  return std::max(2.0, compute.nominal_bytes());
}

double score_bytes(const Model &model, const Workload &workload, double element, const VramOptions &options) {
  const bool kept = options.attention == Attention::eager && options.checkpointing != Checkpointing::selective;
  return kept ? 5 * require(model, &Shape::heads, "heads") * workload.context * element / 2 : 0;
}

/// Bytes that one layer keeps for one token.
double layer_token_bytes(const Model &model, const Workload &workload, double element, const VramOptions &options) {
  const auto widths = layer_widths(model);
  const double scores = score_bytes(model, workload, element, options);
  if (!widths) {
    return 17 * element * *model.shape.hidden + scores;
  }
  return element * (4 * widths->hidden + widths->attention + widths->mlp) + log_sum_exp_bytes * widths->heads + scores;
}

double tokens_of(const Workload &workload) {
  return workload.context * workload.sequences;
}

std::string explain_layer(const Model &model, double element) {
  const auto widths = layer_widths(model);
  if (!widths) {
    return words(17 * element, " x ", *model.shape.hidden, " hidden B (ffn or heads not known)");
  }
  return words("(", element, " B x (4 x ", widths->hidden, " hidden + ", widths->attention, " attention + ",
               widths->mlp, " MLP) + 4 B x ", widths->heads, " heads)");
}

} // namespace

double sqrt_checkpointing_divisor(const Model &model) {
  return std::sqrt(require(model, &Shape::layers, "layers"));
}

Bytes training_activations(const Model &model, const Workload &workload, const Precision &compute,
                           const VramOptions &options) {
  const double element = compute_bytes(compute);
  const double hidden = require(model, &Shape::hidden, "hidden");
  const double layers = require(model, &Shape::layers, "layers");
  const double a_layer = layer_token_bytes(model, workload, element, options) * tokens_of(workload);
  switch (options.checkpointing) {
  case Checkpointing::none:
  case Checkpointing::selective:
    break;
  case Checkpointing::full:
    return Bytes{layers * element * hidden * tokens_of(workload) + a_layer};
  case Checkpointing::sqrt:
    return Bytes{layers * a_layer / sqrt_checkpointing_divisor(model)};
  }
  return Bytes{layers * a_layer};
}

std::string explain_training_activations(const Model &model, const Workload &workload, const Precision &compute,
                                         const VramOptions &options) {
  const double element = compute_bytes(compute);
  const double layers = *model.shape.layers;
  const double scores = score_bytes(model, workload, element, options);
  std::string layer = explain_layer(model, element);
  if (scores > 0) {
    layer = words("(", layer, " + ", scores, " B of attention scores)");
  }
  const std::string tokens = words(tokens_of(workload), " tokens");
  switch (options.checkpointing) {
  case Checkpointing::none:
  case Checkpointing::selective:
    break;
  case Checkpointing::full:
    return words(tokens, " x (", layers, " layer inputs x ", element, " B x ", *model.shape.hidden,
                 " + one recomputed layer ", layer, "); arXiv 2205.05198");
  case Checkpointing::sqrt:
    return words(tokens, " x ", layers, " layers x ", layer, " / sqrt(", layers, "); arXiv 2205.05198, 1604.06174");
  }
  return words(tokens, " x ", layers, " layers x ", layer, "; arXiv 2205.05198");
}

Bytes inference_activations(const Model &model, const Workload &workload, const Precision &compute) {
  const double element = compute_bytes(compute);
  const double hidden = require(model, &Shape::hidden, "hidden");
  const auto widths = layer_widths(model);
  // without ffn and heads: the usual proportions, an MLP of three times 8/3 hidden
  const double widest = widths ? std::max(widths->attention, widths->mlp) : 8 * hidden;
  const double live = element * tokens_of(workload) * (2 * hidden + widest);
  return Bytes{live + 4 * model.shape.vocab.value_or(0) * workload.sequences};
}

Bytes logits(const Model &model, const Workload &workload, Loss loss) {
  const double elements = tokens_of(workload) * model.shape.vocab.value_or(0);
  return Bytes{elements * (loss_bytes + logit_gradient_bytes) / (loss == Loss::chunked ? loss_chunks : 1)};
}

std::string explain_logits(const Model &model, const Workload &workload, Loss loss) {
  return words(tokens_of(workload), " tokens x ", model.shape.vocab.value_or(0),
               " vocabulary x (12 B loss + 2 B gradient)", loss == Loss::chunked ? " / 8 chunks" : "",
               "; arXiv 2411.09009");
}

} // namespace calcvram
