#pragma once

#include "description.hpp"

namespace calcvram::describe {

/// What every function keeps to. Throws Error, with the place, at the first that does not.
void check(const Functions &functions);

} // namespace calcvram::describe
