#include "memory/parallel.hpp"

#include "failure.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <cmath>

namespace calcvram {
namespace {

bool divides(double part, double whole) {
  return std::fmod(whole, part) == 0;
}

/// Cards of a stage that share one copy of the experts.
double expert_shards(const Degrees &degrees) {
  return divides(degrees.ep, degrees.dp * degrees.cp) ? degrees.tp * degrees.ep : std::max(degrees.tp, degrees.ep);
}

} // namespace

Bytes spread_over(Bytes one_copy, const Spread &spread, Per per) {
  return one_copy * (per == Per::card ? spread.share : spread.copies);
}

void check_degrees(const Degrees &degrees) {
  if (degrees.sp != 1 && degrees.sp != degrees.tp) {
    bad_argument(words("sp=", degrees.sp, " is neither 1 nor tp=", degrees.tp,
                       ": sequence parallelism is within the tensor-parallel group"));
  }
  if (degrees.ep == 1) {
    return;
  }
  const double stage = degrees.tp * degrees.dp * degrees.cp;
  if (!divides(degrees.ep, stage)) {
    bad_argument(words("ep=", degrees.ep, " does not divide tp x dp x cp = ", stage));
  }
}

double stage_share(double layers, double pp) {
  return layers > 0 ? std::ceil(layers / pp) / layers : 1 / pp;
}

Spread of_matrices(const Degrees &degrees, double layers) {
  return {degrees.dp * degrees.cp, stage_share(layers, degrees.pp) / degrees.tp};
}

Spread of_replicated(const Degrees &degrees, double layers) {
  return {degrees.tp * degrees.dp * degrees.cp, stage_share(layers, degrees.pp)};
}

Spread of_experts(const Degrees &degrees, double layers) {
  const double shards = expert_shards(degrees);
  return {degrees.tp * degrees.dp * degrees.cp / shards, stage_share(layers, degrees.pp) / shards};
}

Spread of_ends(const Degrees &degrees, bool tied) {
  const double stages = tied && degrees.pp > 1 ? 2 : 1;
  return {stages * degrees.dp * degrees.cp, 1 / degrees.tp};
}

} // namespace calcvram
