// What every version has to reach.
#pragma once

#include "comparison.hpp"

#include <string>
#include <vector>

namespace calcvram::accuracy {

/// What is promised of a kind, in words.
std::string promise_of(Kind kind);

/// Which promises are broken, and by which rows, in words; nothing where all are kept. A row without an answer
/// breaks one, and so does a row that is out and has no note.
std::vector<std::string> broken_promises(const Comparisons &kind);

} // namespace calcvram::accuracy
