// How many cards share a model, and what of it stands on each.
#pragma once

#include "units.hpp"

#include <cstdint>

namespace calcvram {

/// Degrees of parallelism, 1 where nothing is split.
struct Degrees {
  double tp = 1; ///< tensor parallel: matrices and heads
  double pp = 1; ///< pipeline parallel: layers
  double dp = 1; ///< data parallel: sequences; replicas of the model
  double sp = 1; ///< sequence parallel within the tensor-parallel group: 1 or tp, takes no cards of its own
  double cp = 1; ///< context parallel: tokens
  double ep = 1; ///< expert parallel, within tp x dp x cp: takes no cards of its own

  [[nodiscard]] double cards() const { return tp * pp * dp * cp; }
};

/// Whether a figure is the sum over all cards or that of the fullest one.
enum class Per : std::uint8_t { total, card };

/// What becomes of one copy of something on the cards.
struct Spread {
  double copies = 1; ///< how often it stands on all cards together
  double share = 1;  ///< the part of one copy that the fullest card has
};

Bytes spread_over(Bytes one_copy, const Spread &spread, Per per);

/// Throws bad_argument where sp is neither 1 nor tp, or ep does not divide tp x dp x cp.
void check_degrees(const Degrees &degrees);

/// The fullest pipeline stage's share of so many equal layers: ceil(layers / pp) / layers.
double stage_share(double layers, double pp);

/// Matrices of the layers: tensor parallelism splits them, data and context parallelism repeat them.
Spread of_matrices(const Degrees &degrees, double layers);
/// What every tensor-parallel rank has whole: norms, routers, an MLA latent's projections.
Spread of_replicated(const Degrees &degrees, double layers);
/// Routed experts. Each of ep ranks has its own; where ep divides dp x cp (Megatron) tensor parallelism splits them
/// once more, otherwise (vLLM: expert parallelism instead of tensor parallelism) max(tp, ep) cards share one copy.
Spread of_experts(const Degrees &degrees, double layers);
/// The token table, the output head: on one stage, split by vocabulary. A tied table stands on the first and on the
/// last stage.
Spread of_ends(const Degrees &degrees, bool tied);

} // namespace calcvram
