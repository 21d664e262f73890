#include "gpu/fit.hpp"

#include "failure.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace calcvram {
namespace {

constexpr int node_size = 8;
constexpr int most_gpus = 1'000'000;
constexpr double largest_gb = 1e9;

int whole_nodes(int count) {
  return (count + node_size - 1) / node_size * node_size;
}

bool reaches(std::optional<double> figure, double least) {
  return least <= 0 || (figure && *figure >= least);
}

Fit fit_capacity(double required_gb, double card_gb, int count, const GpuRequirements &requirements) {
  const double cards = count;
  const bool per_card = requirements.per == RequiredPer::card;
  Fit result;
  result.total_gb = card_gb * cards;
  result.free_gb = result.total_gb - (per_card ? required_gb * cards : required_gb);
  result.free_per_card_gb = per_card ? card_gb - required_gb : result.free_gb / cards;
  const bool holds = per_card ? required_gb <= card_gb : required_gb <= result.total_gb;
  const bool is_tight = result.free_per_card_gb < requirements.tight_gb;
  if (holds && !is_tight) {
    result.verdict = Verdict::fits;
  } else if (holds && requirements.tight_allowed) {
    result.verdict = Verdict::tight;
  }
  return result;
}

/// The smallest count of cards that holds a total, any requirement apart; 0 where more than a million would.
int smallest_holding(double required_gb, double card_gb, const GpuRequirements &requirements) {
  const auto holds = [&](int count) {
    return fit_capacity(required_gb, card_gb, count, requirements).verdict != Verdict::no;
  };
  if (requirements.per == RequiredPer::card) {
    return holds(1) ? 1 : 0;
  }
  const double room = requirements.tight_allowed ? card_gb : card_gb - requirements.tight_gb;
  const double guess = std::ceil(required_gb / room);
  if (!(room > 0 && guess <= most_gpus)) {
    return 0;
  }
  // the division may be off by the last bit; fit() has the last word
  int count = std::max(1, static_cast<int>(guess) - 1);
  while (count < most_gpus && !holds(count)) {
    ++count;
  }
  return holds(count) ? count : 0;
}

std::string needs(double required_gb) {
  return format_number(required_gb, 1) + " GB";
}

} // namespace

std::string_view name_of(Verdict verdict) {
  constexpr std::array<std::string_view, 3> names{"fits", "tight", "no"};
  return names[static_cast<std::size_t>(verdict)];
}

double checked_required_gb(double gb) {
  if (!(gb > 0 && gb <= largest_gb)) {
    bad_argument("required_gb must be more than 0 and at most 1e9, not " + format_number(gb));
  }
  return gb;
}

std::optional<double> known_capacity_gb(const Gpu &gpu, CapacityBasis basis) {
  return basis == CapacityBasis::nominal ? gpu.vram_gb : gpu.usable_gb();
}

double capacity_gb(const Gpu &gpu, CapacityBasis basis) {
  const auto capacity = known_capacity_gb(gpu, basis);
  if (!capacity) {
    no_answer(basis == CapacityBasis::nominal ? "the memory of " + gpu.label + " is not known"
                                              : "the usable memory of " + gpu.label + " has not been measured");
  }
  return *capacity;
}

bool meets(const GpuRequirements &requirements, const Gpu &gpu, int count) {
  return (!requirements.fp8 || gpu.fp8.value_or(false)) &&
         (!requirements.fabric || count == 1 || gpu.fabric.value_or(false)) &&
         (!requirements.max || count <= *requirements.max) &&
         (requirements.vendor.empty() || gpu.vendor == requirements.vendor) &&
         reaches(gpu.bandwidth_gb_s, requirements.min_bandwidth) &&
         (gpu.id.empty() || std::ranges::find(requirements.exclude, gpu.id) == requirements.exclude.end());
}

Fit fit(double required_gb, const Gpu &gpu, int count, const GpuRequirements &requirements) {
  checked_required_gb(required_gb);
  checked_count(count, "count");
  Fit result = fit_capacity(required_gb, capacity_gb(gpu, requirements.basis), count, requirements);
  if (!meets(requirements, gpu, count)) {
    result.verdict = Verdict::no;
  }
  return result;
}

std::optional<int> sold_at_least(int count, const SoldCounts &sold, bool nodes) {
  const auto found = std::ranges::lower_bound(sold.counts, count);
  if (found != sold.counts.end()) {
    return *found;
  }
  const int whole = whole_nodes(count);
  return nodes && sold.in_nodes && whole <= most_gpus ? std::optional{whole} : std::nullopt;
}

std::optional<int> smallest_count(double required_gb, const Gpu &gpu, const GpuRequirements &requirements,
                                  const std::optional<SoldCounts> &sold) {
  checked_required_gb(required_gb);
  const auto card_gb = known_capacity_gb(gpu, requirements.basis);
  const int holding = card_gb ? smallest_holding(required_gb, *card_gb, requirements) : 0;
  if (holding == 0) {
    return std::nullopt;
  }
  std::optional<int> count = holding;
  if (sold) {
    count = sold_at_least(holding, *sold, requirements.nodes);
  } else if (requirements.nodes && holding > node_size) {
    count = whole_nodes(holding);
  }
  return count && meets(requirements, gpu, *count) ? count : std::nullopt;
}

int count_needed(double required_gb, const Gpu &gpu, const GpuRequirements &requirements,
                 const std::optional<SoldCounts> &sold) {
  checked_required_gb(required_gb);
  capacity_gb(gpu, requirements.basis);
  if (requirements.sold && !sold) {
    no_answer(gpu.label + " is not on the list of prices");
  }
  const auto count = smallest_count(required_gb, gpu, requirements, requirements.sold ? sold : std::nullopt);
  if (!count) {
    no_answer("no allowed number of " + gpu.label + " holds " + needs(required_gb));
  }
  return *count;
}

} // namespace calcvram
