// The functions in the words of the manual.
#pragma once

#include "description.hpp"

#include <string>

namespace calcvram::describe {

/// The table of README.md, in Markdown: function with arguments and defaults, what it gives, an example.
std::string function_table(const Functions &functions);

/// A line for each function, tab-separated, with a header: name, stored_name, gives, formula, result. For tests.
std::string example_list(const Functions &functions);

/// `readme` with what stands between its two comments replaced. Throws Error where they are missing.
std::string with_function_table(const std::string &readme, const Functions &functions);

} // namespace calcvram::describe
