#include "memory/optimizer.hpp"

#include "failure.hpp"
#include "text/name.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <vector>

namespace calcvram {
namespace {

struct NamedOptimizer {
  std::string_view folded;
  Optimizer optimizer;
};

constexpr Optimizer adamw{"adamw", 8};
constexpr Optimizer sgd_momentum{"sgd-momentum", 4};
constexpr Optimizer sgd{"sgd", 0};
constexpr Optimizer lion{"lion", 4};
// bitsandbytes: blocks of 256 values, each with an fp32 scale
constexpr Optimizer adamw_8bit{"adamw-8bit", 2 * (1 + 4.0 / 256)};

constexpr std::array optimizers{
    NamedOptimizer{"adamw", adamw},
    NamedOptimizer{"adam", adamw},
    NamedOptimizer{"adam/adamw", adamw},
    NamedOptimizer{"sgdmomentum", sgd_momentum},
    NamedOptimizer{"sgdwithmomentum", sgd_momentum},
    NamedOptimizer{"sgd+momentum", sgd_momentum},
    NamedOptimizer{"sgd", sgd},
    NamedOptimizer{"plainsgd", sgd},
    NamedOptimizer{"lion", lion},
    NamedOptimizer{"adamw8bit", adamw_8bit},
    NamedOptimizer{"adam8bit", adamw_8bit},
};

} // namespace

Optimizer parse_optimizer(std::string_view text) {
  const FoldedName wanted{text};
  const auto found = std::ranges::find(optimizers, wanted.view(), &NamedOptimizer::folded);
  if (found == optimizers.end()) {
    std::vector<std::string_view> names;
    std::ranges::transform(optimizers, std::back_inserter(names), [](const auto &row) { return row.optimizer.name; });
    bad_argument(words("unknown optimizer ", text, did_you_mean(text, names)));
  }
  return found->optimizer;
}

} // namespace calcvram
