// The options of RENT_COST, RENT_COMPARE and RENT_CASHFLOW: those of the GPU_ functions and a few more.
#pragma once

#include "cell.hpp"
#include "gpu/gpu.hpp"
#include "gpu/requirements.hpp"
#include "rent/freshness.hpp"
#include "rent/money.hpp"
#include "text/key_values.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace calcvram {

/// Everything has its documented default.
struct RentOptions {
  GpuRequirements common; ///< hours_per_month=, currency=, fx_eur=, utilisation=, spot=, tax=, tiers=, fp8, ...
  std::optional<double> required_gb;           ///< memory the workload needs, of all cards or with per=card of one
  std::optional<Money> storage_gb;             ///< GB the workload holds, in place of every row's own
  std::optional<Money> egress_gb;              ///< GB a month it sends out, in place of every row's own
  std::optional<double> today;                 ///< Calc's serial number; no clock is read
  double max_age_days = default_max_age_days;  ///< of a price
  std::optional<Money> round;                  ///< every line half-up to a multiple of it: round=0.01
  std::string_view rate_field = "bf16_tflops"; ///< GPU_SPEC's field that precision= names
};

/// `required_gb=`, `storage_gb=` (GB held) and `egress_gb=` (GB a month) of the workload, the same for all quotes;
/// `today=` (or `as_of=`; a date like 2026-12-01 or Calc's number of it), `max_age=` (days), `round=`, `precision=`
/// (bf16, fp16, fp8, int8 or fp4: of per_pflop_hour), and every key of parse_requirements. Throws bad_argument for an
/// unknown key (with the nearest of them all) or word and for a value out of range.
RentOptions parse_rent_options(const KeyValues &settings, const GpuCatalogue &catalogue);
RentOptions parse_rent_options(std::string_view text, const GpuCatalogue &catalogue);
RentOptions parse_rent_options(const CellBlock &rows, const GpuCatalogue &catalogue);

/// Whether a two-column range with this text in its first cell is one list of options.
bool is_rent_option_key(std::string_view text);

/// The keys beyond requirement_names(), as the manual writes them.
std::vector<std::string_view> rent_option_names();

} // namespace calcvram
