#include "memory/training_plan.hpp"

#include "failure.hpp"
#include "text/name.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <array>

namespace calcvram {
namespace {

/// In the order of Method.
constexpr std::array<std::string_view, 3> methods{"full", "lora", "qlora"};

} // namespace

Method parse_method(std::string_view text) {
  const FoldedName wanted{text};
  const auto found = std::ranges::find(methods, wanted.view());
  if (found == methods.end()) {
    bad_argument(words("unknown method ", text, did_you_mean(text, methods)));
  }
  return static_cast<Method>(found - methods.begin());
}

bool has_rank(const TrainingPlan &plan) {
  return plan.method != Method::full && plan.options.rank.has_value();
}

Precision base_precision(const TrainingPlan &plan) {
  if (plan.method == Method::full) {
    return plan.precision;
  }
  if (plan.options.base) {
    return *plan.options.base;
  }
  return plan.method == Method::qlora ? parse_precision("nf4") : plan.precision;
}

} // namespace calcvram
