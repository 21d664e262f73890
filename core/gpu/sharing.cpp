#include "gpu/sharing.hpp"

#include "memory/placed_weights.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <cmath>

namespace calcvram {
namespace {

constexpr double activation_bytes = 2;

/// Of so many experts, how many the tokens are expected to touch.
double touched_experts(double experts, double used, double tokens) {
  return experts * (1 - std::pow(1 - used / experts, std::max(1.0, tokens)));
}

/// Bytes of one parameter of the tables.
double table_bytes_each(const Model &model, const Precision &precision) {
  const bool kept_in_16_bits = precision.kind != PrecisionKind::flat && model.architecture_known();
  return kept_in_16_bits ? 2 : precision.nominal_bytes();
}

/// The part of all parameters that the tokens touch, by active_params.
double touched_share(const Model &model, double experts, double used, double tokens) {
  const double all = parameters(model);
  const double active = active_parameters(model);
  if (active >= all) {
    return 1;
  }
  const double an_expert = (all - active) / (experts - used);
  return std::min(all, active + (touched_experts(experts, used, tokens) - used) * an_expert) / all;
}

/// Reductions of one pass: a layer has one behind its mixer and one behind its MLP, or only one of the two.
double all_reduces(const Shape &shape) {
  const double layers = *shape.layers;
  const double mixers = shape.attention_layers ? *shape.attention_layers + shape.state_layers.value_or(0) : layers;
  return std::min(mixers, layers) + std::min(shape.mlp_layers.value_or(layers), layers);
}

} // namespace

void require_cards(const Degrees &degrees, int count) {
  if (degrees.cards() > count) {
    bad_argument(words("tp x pp x dp x cp = ", degrees.cards(), " cards, but the count is ", count));
  }
}

int cards_for(const GpuChoice &choice, std::optional<int> argument, const Degrees &degrees) {
  if (!choice.count && !argument) {
    return checked_count(degrees.cards(), "tp x pp x dp x cp");
  }
  const int count = agreed_count(choice, argument);
  require_cards(degrees, count);
  return count;
}

double groups_of(const Degrees &degrees, int count) {
  require_cards(degrees, count);
  return count / degrees.cards();
}

double require_figure(const Gpu &gpu, std::optional<double> Gpu::*figure, const char *name) {
  const auto &value = gpu.*figure;
  if (!value) {
    no_answer(words("no ", name, " is known for ", gpu.label));
  }
  return *value;
}

double looked_up_parameters(const Model &model) {
  const Shape &shape = model.shape;
  if (!shape.hidden) {
    return 0;
  }
  const bool own_head = shape.tied && *shape.tied == 0;
  const double vocab = shape.vocab.value_or(0);
  const double tokens = own_head ? vocab * *shape.hidden : 0;
  const double positions = shape.positions.value_or(0) * *shape.hidden;
  const double tables = tokens + positions + shape.layers.value_or(0) * shape.ple_dim.value_or(0) * vocab;
  return tables < shape.params.value_or(tables + 1) ? tables
                                                    : 0; // a spec may contradict itself: params= less than its tables
}

WeightParts parts_read(const Model &model, const WeightParts &all, const Precision &precision, double tokens) {
  WeightParts read = all;
  const double experts = model.shape.experts.value_or(0);
  const double used = model.shape.experts_used.value_or(0);
  const bool routed = experts > used && used > 0;
  if (routed && all.experts.count() > 0) {
    read.experts = all.experts * (touched_experts(experts, used, tokens) / experts);
  } else if (routed) {
    read = {all.total() * touched_share(model, experts, used, tokens), {}, {}, {}, {}};
  }
  if (read.output.count() > 0) {
    read.token_table = {};
    return read;
  }
  const double looked_up = looked_up_parameters(model);
  if (read.token_table.count() > 0 && looked_up > 0) {
    const double head = model.shape.vocab.value_or(0) * *model.shape.hidden;
    read.token_table = read.token_table * (head / (head + looked_up));
  } else {
    const double tables = looked_up * table_bytes_each(model, precision);
    read.matrices = Bytes{std::max(read.matrices.count() - tables, 0.0)};
  }
  return read;
}

Bytes weights_read_by_a_card(const Model &model, const Precision &precision, const VramOptions &options,
                             double tokens) {
  VramOptions card = options;
  card.per = Per::card;
  card.degrees.pp = 1; // a token passes all stages, one after the other
  const double copies = of_experts(card.degrees, 0).copies;
  const double at_a_copy = tokens * card.degrees.dp / copies;
  const WeightParts read = parts_read(model, weight_parts(model, precision, options), precision, at_a_copy);
  return spread_weights(model, read, card);
}

Bytes all_reduce_traffic(const Model &model, const Degrees &degrees, double tokens) {
  const Shape &shape = model.shape;
  if (degrees.tp == 1 || !shape.hidden || !shape.layers) {
    return {};
  }
  const double moved = 2 * (degrees.tp - 1) / degrees.tp;
  return Bytes{all_reduces(shape) * moved * tokens / degrees.cp * *shape.hidden * activation_bytes};
}

double all_reduce_s(const Model &model, const Degrees &degrees, double tokens, const Gpu &gpu) {
  return gpu.link_gb_s ? all_reduce_traffic(model, degrees, tokens).gb() / *gpu.link_gb_s : 0;
}

} // namespace calcvram
