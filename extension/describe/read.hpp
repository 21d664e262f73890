#pragma once

#include "description.hpp"

#include <string>
#include <vector>

namespace calcvram::describe {

/// The functions of the files, in order. Throws Error with file, line and column at the first thing that is wrong.
Functions read_functions(const std::vector<std::string> &paths);

} // namespace calcvram::describe
