// How many layers of each kind a shape has.
#pragma once

#include "model/model.hpp"

namespace calcvram {

/// Layers by what stands in them. One layer may count several times: attention, recurrence and an MLP side by side.
struct LayerKinds {
  double layers = 0;
  double full = 0;       ///< attention over the whole context, those without K and V of their own included
  double full_own = 0;   ///< with K and V weights of their own
  double window = 0;     ///< attention over a window, likewise
  double window_own = 0; ///< with K and V weights of their own
  double csa = 0, hca = 0;
  double state = 0;
  double dense = 0;         ///< with one MLP
  double with_experts = 0;  ///< with routed experts
  bool dense_first = false; ///< the dense ones stand before those with experts; otherwise they alternate

  [[nodiscard]] double attention() const { return full + window + csa + hca; }
  [[nodiscard]] double mlp() const { return dense + with_experts; }
};

/// Layers with attention over the whole context that keep a cache, where kv_layers does not say: what is left of
/// attention_layers or of all layers. Less than 0 where the shape contradicts itself.
double full_layers_left(const Shape &shape);

/// Needs `layers`. What tensors_of() says of it.
LayerKinds layer_kinds(const Shape &shape);

} // namespace calcvram
