#include "precision/ggml_type.hpp"

#include <cstdint>

namespace calcvram {
namespace {

/// Blocks are powers of two; a division would cost more than all the rest.
bool divides(GgmlType type, double row_elements) {
  const auto below_a_block = static_cast<std::uint64_t>(block_of(type).elements) - 1;
  return (static_cast<std::uint64_t>(row_elements) & below_a_block) == 0;
}

GgmlType narrower_block(GgmlType type) {
  switch (type) {
  case GgmlType::iq1_s:
  case GgmlType::iq1_m:
  case GgmlType::iq2_xxs:
  case GgmlType::iq2_xs:
  case GgmlType::iq2_s:
  case GgmlType::iq3_xxs:
  case GgmlType::iq3_s:
  case GgmlType::iq4_xs:
    return GgmlType::iq4_nl;
  case GgmlType::q2_0:
  case GgmlType::q2_k:
  case GgmlType::q3_k:
  case GgmlType::tq1_0:
  case GgmlType::tq2_0:
    return GgmlType::q4_0;
  case GgmlType::q4_k:
    return GgmlType::q5_0;
  case GgmlType::q5_k:
    return GgmlType::q5_1;
  case GgmlType::q6_k:
    return GgmlType::q8_0;
  default:
    return GgmlType::f16;
  }
}

} // namespace

GgmlType fitting_type(GgmlType wanted, double row_elements) {
  if (divides(wanted, row_elements)) {
    return wanted;
  }
  const GgmlType narrower = narrower_block(wanted);
  return divides(narrower, row_elements) ? narrower : GgmlType::f16;
}

} // namespace calcvram
