#include "memory/weights.hpp"

#include "text/words.hpp"

namespace calcvram {
namespace {

/// Whether scales and 16-bit embeddings can be told apart.
bool scales_known(const Model &model, const Precision &precision) {
  return precision.kind == PrecisionKind::scaled && model.architecture_known();
}

constexpr double embedding_bytes = 2;

} // namespace

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

Bytes weights(const Model &model, const Precision &precision) {
  const double all = parameters(model);
  if (!scales_known(model, precision)) {
    return Bytes{all * precision.nominal_bytes()};
  }
  const double embeddings = embedding_parameters(model);
  return Bytes{(all - embeddings) * precision.linear_bits / 8 + embeddings * embedding_bytes};
}

std::string explain_weights(const Model &model, const Precision &precision) {
  const double all = parameters(model);
  if (!scales_known(model, precision)) {
    return words(all, " parameters x ", precision.nominal_bytes(), " B (", precision.name, ")");
  }
  const double embeddings = embedding_parameters(model);
  return words(all - embeddings, " parameters x ", precision.linear_bits, " bits (", precision.name,
               ", scales included) + ", embeddings, " in the embeddings x 2 B");
}

} // namespace calcvram
