#include "model/parameters.hpp"

#include "model/tensors.hpp"

#include <algorithm>

namespace calcvram {

std::optional<DerivedParameters> derived_parameters(const Model &model) {
  if (!tensors_known(model)) {
    return std::nullopt;
  }
  const Shape &shape = model.shape;
  const double experts = shape.experts.value_or(0);
  const double met = experts > 0 ? shape.experts_used.value_or(experts) / experts : 1;
  DerivedParameters sum;
  for (const Tensor &tensor : tensors_of(model).tensors) {
    const double elements = tensor.elements();
    sum.total += elements;
    sum.active += is_of_experts(tensor) ? elements * met : elements;
  }
  return sum;
}

std::optional<double> total_disagreement(const Model &model) {
  const auto derived = model.shape.params ? derived_parameters(model) : std::nullopt;
  return derived ? std::optional{(*model.shape.params - derived->total) / derived->total} : std::nullopt;
}

double parameters(const Model &model) {
  if (!model.shape.params) {
    if (const auto derived = derived_parameters(model)) {
      return derived->total;
    }
  }
  return require(model, &Shape::params, "params");
}

double active_parameters(const Model &model) {
  const Shape &shape = model.shape;
  if (shape.active_params) {
    return *shape.active_params;
  }
  if (shape.experts_used) {
    if (const auto derived = derived_parameters(model)) {
      return std::min(derived->active, parameters(model)); // params= may be less than its shape has
    }
  }
  return parameters(model);
}

double embedding_parameters(const Model &model) {
  const Shape &shape = model.shape;
  const double tables = is_tied(shape) ? 1 : 2;
  return shape.vocab && shape.hidden ? *shape.vocab * *shape.hidden * tables : 0;
}

} // namespace calcvram
