#include "memory/breakdown.hpp"

namespace calcvram {

std::string_view name_of(Component component) {
  switch (component) {
  case Component::weights:
    return "weights";
  case Component::kv_cache:
    return "KV cache";
  case Component::recurrent_state:
    return "recurrent state";
  case Component::adapters:
    return "adapters";
  case Component::gradients:
    return "gradients";
  case Component::master_weights:
    return "master weights";
  case Component::optimizer:
    return "optimizer";
  case Component::activations:
    return "activations";
  case Component::logits:
    return "logits";
  case Component::overhead:
    return "overhead";
  }
  return {};
}

Bytes Breakdown::total() const {
  Bytes sum;
  for (const BreakdownLine &line : lines_) {
    sum += line.bytes;
  }
  return sum;
}

Bytes Breakdown::of(Component component) const {
  Bytes sum;
  for (const BreakdownLine &line : lines_) {
    if (line.component == component) {
      sum += line.bytes;
    }
  }
  return sum;
}

} // namespace calcvram
