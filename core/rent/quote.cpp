#include "rent/quote.hpp"

#include <algorithm>

namespace calcvram {

bool Quote::usable() const {
  return std::ranges::none_of(findings, [](const Finding &finding) { return finding.severity == Severity::error; });
}

} // namespace calcvram
