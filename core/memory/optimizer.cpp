#include "memory/optimizer.hpp"

#include "failure.hpp"
#include "text/name.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <array>
#include <iterator>
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

constexpr std::string_view two_moments = "two fp32 moments; arXiv 1910.02054, 3.1";
constexpr std::string_view two_8_bit_moments = "two 8-bit moments, an fp32 scale for 256; arXiv 2110.02861";
constexpr std::string_view lion_momentum = "an fp32 momentum; arXiv 2302.06675";
constexpr std::string_view lion_8_bit_momentum =
    "an 8-bit momentum, an fp32 scale for 256; arXiv 2302.06675, 2110.02861";

constexpr Optimizer adamw{"adamw", adamw_state_bytes, two_moments};
constexpr Optimizer paged_adamw{"paged-adamw", adamw_state_bytes, two_moments};
constexpr Optimizer adamw_bf16{"adamw-bf16", 4, "two bf16 moments"};
constexpr Optimizer adamw_8bit{"adamw-8bit", 2 * per_value(1, 256), two_8_bit_moments};
constexpr Optimizer paged_adamw_8bit{"paged-adamw-8bit", 2 * per_value(1, 256), two_8_bit_moments};
constexpr Optimizer adamw_4bit{"adamw-4bit", 2 * per_value(0.5, 128),
                               "two 4-bit moments, an fp32 scale for 128; TorchAO torchao/optim"};
constexpr Optimizer ademamix{"ademamix", 12, "three fp32 moments; arXiv 2409.03137"};
constexpr Optimizer lion{"lion", 4, lion_momentum};
constexpr Optimizer paged_lion{"paged-lion", 4, lion_momentum};
constexpr Optimizer lion_8bit{"lion-8bit", per_value(1, 256), lion_8_bit_momentum};
constexpr Optimizer paged_lion_8bit{"paged-lion-8bit", per_value(1, 256), lion_8_bit_momentum};
constexpr Optimizer sgd_momentum{"sgd-momentum", 4, "an fp32 momentum; PyTorch torch.optim.SGD"};
constexpr Optimizer sgd{"sgd", 0, {}};
constexpr Optimizer rmsprop{"rmsprop", 4, "an fp32 mean of squares; PyTorch torch.optim.RMSprop"};
constexpr Optimizer adagrad{"adagrad", 4, "an fp32 sum of squares; PyTorch torch.optim.Adagrad"};
constexpr Optimizer adafactor{"adafactor", 0, {}, StateRule::factored};
constexpr Optimizer adafactor_momentum{"adafactor-momentum", 4, {}, StateRule::factored};
constexpr Optimizer muon{"muon", 4, "a momentum; arXiv 2502.16982", StateRule::muon};

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
