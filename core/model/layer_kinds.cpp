#include "model/layer_kinds.hpp"

#include <algorithm>
#include <cmath>

namespace calcvram {
namespace {

void count_attention(LayerKinds &kinds, const Shape &shape) {
  kinds.csa = shape.csa_layers.value_or(0);
  kinds.hca = shape.hca_layers.value_or(0);
  const double compressed = kinds.csa + kinds.hca;
  const double shared = shape.kv_shared_layers.value_or(0);
  const double window = shape.window_layers.value_or(0);
  const double full = shape.kv_layers.value_or(std::max(full_layers_left(shape), 0.0));
  const double cached = full + window;
  const double attention = shape.attention_layers.value_or(cached + compressed + shared) - compressed;
  const double full_share = cached > 0 ? full / cached : 1;
  kinds.full = std::round(attention * full_share);
  kinds.window = attention - kinds.full;
  kinds.full_own = std::round((attention - shared) * full_share);
  kinds.window_own = attention - shared - kinds.full_own;
}

void count_mlps(LayerKinds &kinds, const Shape &shape) {
  const double mlps = shape.mlp_layers.value_or(kinds.layers);
  const double dense = std::min(shape.dense_layers.value_or(0), mlps);
  kinds.dense = shape.experts.value_or(0) > 0 ? dense : mlps;
  kinds.with_experts = mlps - kinds.dense;
  kinds.dense_first = 2 * kinds.dense < mlps;
}

} // namespace

double full_layers_left(const Shape &shape) {
  const double candidates = shape.attention_layers.value_or(shape.layers.value_or(0) - shape.state_layers.value_or(0));
  return candidates - shape.window_layers.value_or(0) - shape.csa_layers.value_or(0) - shape.hca_layers.value_or(0) -
         shape.kv_shared_layers.value_or(0);
}

LayerKinds layer_kinds(const Shape &shape) {
  LayerKinds kinds;
  kinds.layers = shape.layers.value_or(0);
  kinds.state = shape.state_layers.value_or(0);
  count_attention(kinds, shape);
  count_mlps(kinds, shape);
  return kinds;
}

} // namespace calcvram
