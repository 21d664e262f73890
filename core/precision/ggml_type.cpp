#include "precision/ggml_type.hpp"

#include <array>
#include <cmath>

namespace calcvram {
namespace {

// in the order of GgmlType
constexpr std::array<GgmlBlock, ggml_type_count> blocks{{
    {"F32", 1, 4},        {"F16", 1, 2},       {"BF16", 1, 2},       {"Q1_0", 128, 18},    {"Q2_0", 64, 18},
    {"Q4_0", 32, 18},     {"Q4_1", 32, 20},    {"Q5_0", 32, 22},     {"Q5_1", 32, 24},     {"Q8_0", 32, 34},
    {"Q2_K", 256, 84},    {"Q3_K", 256, 110},  {"Q4_K", 256, 144},   {"Q5_K", 256, 176},   {"Q6_K", 256, 210},
    {"IQ1_S", 256, 50},   {"IQ1_M", 256, 56},  {"IQ2_XXS", 256, 66}, {"IQ2_XS", 256, 74},  {"IQ2_S", 256, 82},
    {"IQ3_XXS", 256, 98}, {"IQ3_S", 256, 110}, {"IQ4_NL", 32, 18},   {"IQ4_XS", 256, 136}, {"TQ1_0", 256, 54},
    {"TQ2_0", 256, 66},   {"MXFP4", 32, 17},   {"NVFP4", 64, 36},
}};

/// Blocks are powers of two, so the quotient is exact; std::fmod would cost more than all the rest.
bool divides(GgmlType type, double row_elements) {
  const double in_blocks = row_elements / block_of(type).elements;
  return std::floor(in_blocks) == in_blocks;
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

const GgmlBlock &block_of(GgmlType type) {
  return blocks[static_cast<std::size_t>(type)];
}

GgmlType fitting_type(GgmlType wanted, double row_elements) {
  if (divides(wanted, row_elements)) {
    return wanted;
  }
  const GgmlType narrower = narrower_block(wanted);
  return divides(narrower, row_elements) ? narrower : GgmlType::f16;
}

} // namespace calcvram
