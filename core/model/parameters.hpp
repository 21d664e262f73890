// How many parameters a model has, and how many a token meets.
#pragma once

#include "model/model.hpp"

#include <optional>

namespace calcvram {

/// Sums over the tensors that a shape tells.
struct DerivedParameters {
  double total = 0;
  double active = 0; ///< all but the routed experts that a token is not sent to
};

/// Nothing where the shape does not tell its tensors.
std::optional<DerivedParameters> derived_parameters(const Model &model);

/// How far the published total is from what the tensors add up to, as a part of the latter: 0.01 where it is 1 % more.
/// Nothing where either is not known.
std::optional<double> total_disagreement(const Model &model);

/// A catalogue row whose total and shape are further apart than this carries a total_reason.
constexpr double most_disagreement = 0.005;

/// The number of parameters: the published one, or what the tensors add up to. Throws as require() does where neither
/// is known.
double parameters(const Model &model);

/// What one token multiplies with: active_params, or what the tensors without the experts it is not sent to add up to,
/// or all parameters where no experts are set apart.
double active_parameters(const Model &model);

/// Parameters of the token table, and of the output head where it is not tied to it. 0 where vocab or hidden is not
/// known.
double embedding_parameters(const Model &model);

} // namespace calcvram
