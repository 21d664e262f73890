#include "model/parameters.hpp"

namespace calcvram {

double parameters(const Model &model) {
  return require(model, &Shape::params, "params");
}

double active_parameters(const Model &model) {
  return model.shape.active_params ? *model.shape.active_params : parameters(model);
}

double embedding_parameters(const Model &model) {
  const Shape &shape = model.shape;
  const double tables = shape.tied.value_or(0) == 1 ? 1 : 2;
  return shape.vocab && shape.hidden ? *shape.vocab * *shape.hidden * tables : 0;
}

} // namespace calcvram
