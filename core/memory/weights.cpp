#include "memory/weights.hpp"

#include "model/tensors.hpp"
#include "text/words.hpp"

#include <algorithm>

namespace calcvram {
namespace {

/// Whether scales and 16-bit embeddings can be told apart.
bool scales_known(const Model &model, const Precision &precision) {
  return precision.kind == PrecisionKind::scaled && model.architecture_known();
}

constexpr double embedding_bytes = 2;

} // namespace

WeightParts weight_parts(const Model &model, const Precision &precision, const VramOptions & /*options*/) {
  const double all = parameters(model);
  if (!scales_known(model, precision)) {
    return {Bytes{all * precision.nominal_bytes()}, {}, {}, {}, {}};
  }
  const double embeddings = embedding_parameters(model);
  return {Bytes{(all - embeddings) * precision.linear_bits / 8}, {}, {}, Bytes{embeddings * embedding_bytes}, {}};
}

Bytes weights(const Model &model, const Precision &precision, const VramOptions &options) {
  return weight_parts(model, precision, options).total();
}

std::string explain_weights(const Model &model, const Precision &precision, const VramOptions & /*options*/) {
  const double all = parameters(model);
  if (!scales_known(model, precision)) {
    return words(all, " parameters x ", precision.nominal_bytes(), " B (", precision.name, ")");
  }
  const double embeddings = embedding_parameters(model);
  return words(all - embeddings, " parameters x ", precision.linear_bits, " bits (", precision.name,
               ", scales included) + ", embeddings, " in the embeddings x 2 B");
}

Bytes spread_weights(const Model &model, const WeightParts &parts, const VramOptions &options) {
  const Degrees &degrees = options.degrees;
  const double layers = model.shape.layers.value_or(0);
  const bool tied = model.shape.tied.value_or(0) == 1;
  const Bytes layers_bytes = spread_over(parts.matrices, of_matrices(degrees, layers), options.per) +
                             spread_over(parts.experts, of_experts(degrees, layers), options.per) +
                             spread_over(parts.replicated, of_replicated(degrees, layers), options.per);
  const Bytes table = spread_over(parts.token_table, of_ends(degrees, tied), options.per);
  const Bytes head = spread_over(parts.output, of_ends(degrees, false), options.per);
  const bool apart = options.per == Per::card && degrees.pp > 1; // the first stage has the table, the last the head
  return layers_bytes + (apart ? std::max(table, head) : table + head);
}

PlacedWeights place_weights(const Model &model, const Precision &precision, const VramOptions &options) {
  return {spread_weights(model, weight_parts(model, precision, options), options), {}};
}

} // namespace calcvram
