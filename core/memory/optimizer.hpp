// Optimizers and what they remember of every trained parameter.
#pragma once

#include <string_view>

namespace calcvram {

struct Optimizer {
  std::string_view name;
  double state_bytes; ///< a trained parameter, beside a master copy of the weights
};

/// adamw 8 (two fp32 moments), sgd-momentum 4, sgd 0, lion 4, adamw-8bit 2.03 (two 8-bit moments with an fp32 scale
/// for each 256 values). Throws bad_argument for an unknown word, with the nearest.
Optimizer parse_optimizer(std::string_view text);

} // namespace calcvram
