// tests/ACCURACY.md.
#pragma once

#include "comparison.hpp"

#include <span>
#include <string>

namespace calcvram::accuracy {

/// The whole file, in Markdown. The same logs and formulas give the same text.
std::string report(std::span<const Comparisons> kinds);

} // namespace calcvram::accuracy
