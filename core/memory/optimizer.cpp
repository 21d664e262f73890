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

// a scale in fp32 for each block of values
constexpr double per_value(double bytes, double block) {
  return bytes + 4 / block;
}

constexpr Optimizer adamw{"adamw", adamw_state_bytes};
constexpr Optimizer paged_adamw{"paged-adamw", adamw_state_bytes};
constexpr Optimizer adamw_bf16{"adamw-bf16", 4};
constexpr Optimizer adamw_8bit{"adamw-8bit", 2 * per_value(1, 256)};
constexpr Optimizer paged_adamw_8bit{"paged-adamw-8bit", 2 * per_value(1, 256)};
constexpr Optimizer adamw_4bit{"adamw-4bit", 2 * per_value(0.5, 128)};
constexpr Optimizer ademamix{"ademamix", 12};
constexpr Optimizer lion{"lion", 4};
constexpr Optimizer paged_lion{"paged-lion", 4};
constexpr Optimizer lion_8bit{"lion-8bit", per_value(1, 256)};
constexpr Optimizer paged_lion_8bit{"paged-lion-8bit", per_value(1, 256)};
constexpr Optimizer sgd_momentum{"sgd-momentum", 4};
constexpr Optimizer sgd{"sgd", 0};
constexpr Optimizer rmsprop{"rmsprop", 4};
constexpr Optimizer adagrad{"adagrad", 4};
constexpr Optimizer adafactor{"adafactor", 0, StateRule::factored};
constexpr Optimizer adafactor_momentum{"adafactor-momentum", 4, StateRule::factored};
constexpr Optimizer muon{"muon", 4, StateRule::muon};

constexpr std::array optimizers{
    NamedOptimizer{"adamw", adamw},
    NamedOptimizer{"adam", adamw},
    NamedOptimizer{"adam/adamw", adamw},
    NamedOptimizer{"adamwtorch", adamw},
    NamedOptimizer{"adamwtorchfused", adamw},
    NamedOptimizer{"adamwfused", adamw},
    NamedOptimizer{"adamw32bit", adamw},
    NamedOptimizer{"pagedadamw", paged_adamw},
    NamedOptimizer{"pagedadamw32bit", paged_adamw},
    NamedOptimizer{"adamwbf16", adamw_bf16},
    NamedOptimizer{"adambf16", adamw_bf16},
    NamedOptimizer{"adamw16bit", adamw_bf16},
    NamedOptimizer{"adamw8bit", adamw_8bit},
    NamedOptimizer{"adam8bit", adamw_8bit},
    NamedOptimizer{"adamwbnb8bit", adamw_8bit},
    NamedOptimizer{"pagedadamw8bit", paged_adamw_8bit},
    NamedOptimizer{"adamw4bit", adamw_4bit},
    NamedOptimizer{"adam4bit", adamw_4bit},
    NamedOptimizer{"adamwtorch4bit", adamw_4bit},
    NamedOptimizer{"ademamix", ademamix},
    NamedOptimizer{"lion", lion},
    NamedOptimizer{"lion32bit", lion},
    NamedOptimizer{"pagedlion", paged_lion},
    NamedOptimizer{"pagedlion32bit", paged_lion},
    NamedOptimizer{"lion8bit", lion_8bit},
    NamedOptimizer{"pagedlion8bit", paged_lion_8bit},
    NamedOptimizer{"sgdmomentum", sgd_momentum},
    NamedOptimizer{"sgdwithmomentum", sgd_momentum},
    NamedOptimizer{"sgd+momentum", sgd_momentum},
    NamedOptimizer{"sgd", sgd},
    NamedOptimizer{"plainsgd", sgd},
    NamedOptimizer{"rmsprop", rmsprop},
    NamedOptimizer{"adagrad", adagrad},
    NamedOptimizer{"adafactor", adafactor},
    NamedOptimizer{"adafactormomentum", adafactor_momentum},
    NamedOptimizer{"adafactorwithmomentum", adafactor_momentum},
    NamedOptimizer{"muon", muon},
};

} // namespace

Optimizer parse_optimizer(std::string_view text) {
  const FoldedName wanted{text};
  const auto found = std::ranges::find(optimizers, wanted.view(), &NamedOptimizer::folded);
  if (found == optimizers.end()) {
    bad_argument(words("unknown optimizer ", text, did_you_mean(text, optimizer_names())));
  }
  return found->optimizer;
}

std::vector<std::string_view> optimizer_names() {
  std::vector<std::string_view> names;
  for (const NamedOptimizer &row : optimizers) {
    if (std::ranges::find(names, row.optimizer.name) == names.end()) {
      names.push_back(row.optimizer.name);
    }
  }
  return names;
}

} // namespace calcvram
