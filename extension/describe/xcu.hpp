#pragma once

#include "description.hpp"

#include <string>

namespace calcvram::describe {

/// CalcAddIns.xcu: what Calc's Function Wizard shows, in every language.
std::string xcu(const Functions &functions);

} // namespace calcvram::describe
