// How many parameters a model has, and how many a token meets.
#pragma once

#include "model/model.hpp"

namespace calcvram {

/// The number of parameters. Throws as require() does where it is not known.
double parameters(const Model &model);

/// What one token multiplies with: active_params, or all of them where none are set apart.
double active_parameters(const Model &model);

/// Parameters of the token table, and of the output head where it is not tied to it. 0 where vocab or hidden is not
/// known.
double embedding_parameters(const Model &model);

} // namespace calcvram
