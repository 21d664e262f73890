#include "rent/quote.hpp"

#include <algorithm>
#include <array>

namespace calcvram {

std::string_view name_of(Severity severity) {
  constexpr std::array<std::string_view, 3> names{"note", "warning", "error"};
  return names[static_cast<std::size_t>(severity)];
}

std::string placed(const Finding &finding) {
  return "row " + std::to_string(finding.row) + (finding.column.empty() ? "" : ", column " + finding.column) + ": " +
         finding.words;
}

bool Quote::usable() const {
  return std::ranges::none_of(findings, [](const Finding &finding) { return finding.severity == Severity::error; });
}

} // namespace calcvram
