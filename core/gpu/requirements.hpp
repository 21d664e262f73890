// The requirements and options of the GPU_ functions: "fp8 max=8 prefer=single".
#pragma once

#include "cell.hpp"
#include "gpu/gpu.hpp"
#include "rent/period.hpp"
#include "text/key_values.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace calcvram {

enum class Prefer : std::uint8_t {
  price,  ///< the lowest price
  single, ///< one card that holds it beats several, then the price: the rental page's rule
};
enum class CapacityBasis : std::uint8_t { nominal, usable };
enum class RequiredPer : std::uint8_t { total, card };
enum class TierRule : std::uint8_t {
  order,    ///< the discount of the count on every card
  marginal, ///< each card at the discount of its own place
};

/// Everything has its documented default.
struct GpuRequirements {
  bool fp8 = false;                      ///< only cards with FP8 in hardware
  bool fabric = false;                   ///< several cards only with NVLink or a like fabric
  std::optional<int> count;              ///< exactly so many
  std::optional<int> max;                ///< at most so many
  std::string vendor;                    ///< as the catalogue spells it; empty = any
  double min_bandwidth = 0;              ///< GB/s of one card; cards without a known figure do not have it
  std::vector<std::string_view> exclude; ///< ids, which live as long as the catalogue
  double tight_gb = 4;                   ///< less free on a card is tight (the rental page's mark)
  bool tight_allowed = true;             ///< tight=no: what would be tight does not hold it
  bool nodes = false;                    ///< whole nodes of 8 above 8
  bool sold = false;                     ///< only counts that are sold
  Prefer prefer = Prefer::price;
  CapacityBasis basis = CapacityBasis::nominal;
  RequiredPer per = RequiredPer::total;
  std::optional<Period> period;
  double hours_per_month = default_hours_per_month;
  std::string currency;                           ///< ISO 4217, upper case; empty = the list's own
  std::vector<std::pair<std::string, double>> fx; ///< code and report currency for 1 of it
  std::string provider;                           ///< folded; empty = any
  std::string region;                             ///< as typed
  TierRule tiers = TierRule::order;
  double utilisation = 1; ///< of what is billed by use
  bool spot = false;
  bool tax_gross = false;
};

/// Throws bad_argument for an unknown key or word and for a value out of range, with the nearest known one. Keys
/// that do not matter to the asked figure are read all the same.
GpuRequirements parse_requirements(const KeyValues &settings, const GpuCatalogue &catalogue);
GpuRequirements parse_requirements(std::string_view text, const GpuCatalogue &catalogue);
GpuRequirements parse_requirements(const CellBlock &rows, const GpuCatalogue &catalogue);

/// One setting of them, for lists that know further keys; whether it is a requirement at all. Throws as above.
bool read_requirement(GpuRequirements &requirements, const Setting &setting, const GpuCatalogue &catalogue);
/// Throws bad_argument: "unknown `what` curency; did you mean currency?", of all `known` keys.
[[noreturn]] void unknown_requirement(const Setting &setting, std::string_view what,
                                      std::span<const std::string_view> known, const GpuCatalogue &catalogue);

/// The keys, as the manual writes them; fx_eur= and its like are not among them.
std::vector<std::string_view> requirement_names();

/// Whether a two-column range with this text in its first cell is one list of requirements.
bool is_requirement_key(std::string_view text);

/// The rate that fx_ of this currency gives, or nothing.
std::optional<double> fx_rate(const GpuRequirements &requirements, std::string_view currency);

/// "fx_eur": the option that gives the rate of EUR.
std::string fx_key(std::string_view currency);

} // namespace calcvram
