#pragma once

#include "description.hpp"

#include <string_view>

namespace calcvram::describe {

/// Throws Error where the interface, as unoidl-read prints it, has other methods or arguments than the functions, or
/// anything in it is neither an any nor, where the description says so, a cell range. Its order is its own: a ledger,
/// where methods are appended.
void check_idl(std::string_view idl, const Functions &functions);

} // namespace calcvram::describe
