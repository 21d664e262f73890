// The weights: parameters times their bytes.
#pragma once

#include "model/model.hpp"
#include "precision/precision.hpp"
#include "units.hpp"

#include <string>

namespace calcvram {

/// Parameters of the token table, and of the output head where it is not tied to it: what formats with scales
/// leave in 16 bits. 0 where vocab or hidden is not known.
double embedding_parameters(const Model &model);

/// Flat formats: params * bytes. nf4 on a known architecture: the linear layers with their scales, the
/// embeddings in 16 bits; on a bare number of parameters or a generic shape the nominal bits.
/// Throws no_answer or bad_argument where params are not known.
Bytes weights(const Model &model, const Precision &precision);

std::string explain_weights(const Model &model, const Precision &precision);

/// The number of parameters. Throws as weights() does.
double parameters(const Model &model);

/// What one token multiplies with: active_params, or all of them where none are set apart.
double active_parameters(const Model &model);

} // namespace calcvram
