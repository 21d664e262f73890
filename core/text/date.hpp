// Dates as Calc counts them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace calcvram {

/// "2026-12-01" (a time of day behind a "T" or a space is passed over) as Calc's serial number: days since
/// 1899-12-30. Nothing for any other text: 01/12/2026 is two dates.
std::optional<double> parse_date(std::string_view text);

/// "2026-12-01" of 46357, time of day left out.
std::string format_date(double serial);

} // namespace calcvram
