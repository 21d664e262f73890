// Whether memory fits on cards, and how many it takes.
#pragma once

#include "gpu/gpu.hpp"
#include "gpu/requirements.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace calcvram {

enum class Verdict : std::uint8_t { fits, tight, no };

/// "fits", "tight" or "no".
std::string_view name_of(Verdict verdict);

struct Fit {
  Verdict verdict = Verdict::no;
  double total_gb = 0;         ///< of all cards, on the basis asked for
  double free_gb = 0;          ///< of all cards; negative where it does not fit
  double free_per_card_gb = 0; ///< the tight mark goes by this one
};

/// GB, more than 0 and at most 1e9. Throws bad_argument.
double checked_required_gb(double gb);

/// GB of one card: nominal, or usable as measured. Nothing where not known.
std::optional<double> known_capacity_gb(const Gpu &gpu, CapacityBasis basis);
/// The same. Throws no_answer where not known.
double capacity_gb(const Gpu &gpu, CapacityBasis basis);

/// Whether so many of these cards are allowed at all: fp8, fabric, max, vendor, min_bandwidth, exclude.
bool meets(const GpuRequirements &requirements, const Gpu &gpu, int count);

/// GPU_FIT. `required_gb` is the total, or with per=card one card's. "tight" is less than 4 GB free a card (the
/// rental page's mark; tight=); cards that do not meet the requirements are "no". Throws bad_argument for a
/// required_gb or count out of range, no_answer where the card's capacity is not known.
Fit fit(double required_gb, const Gpu &gpu, int count, const GpuRequirements &requirements);

/// Counts in which a card is rented, ascending.
struct SoldCounts {
  std::span<const int> counts;
  bool in_nodes = false; ///< whole nodes of 8 are sold too, for nodes=yes
};

/// The smallest sold count not below `count`, or nothing.
std::optional<int> sold_at_least(int count, const SoldCounts &sold, bool nodes);

/// The smallest count that holds it and meets the requirements, or nothing. With `sold` only counts that are
/// sold; without, nodes=yes makes whole nodes of 8 of counts above 8. Nothing where the capacity is not known.
std::optional<int> smallest_count(double required_gb, const Gpu &gpu, const GpuRequirements &requirements,
                                  const std::optional<SoldCounts> &sold = {});

/// GPU_COUNT: the same. `sold` are the card's counts in the list, for sold=yes. Throws no_answer where no count
/// up to 1,000,000 (or max=) will do, the capacity is not known, or sold=yes asks for a card not on the list.
int count_needed(double required_gb, const Gpu &gpu, const GpuRequirements &requirements,
                 const std::optional<SoldCounts> &sold = {});

} // namespace calcvram
