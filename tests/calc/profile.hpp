// A fresh user profile, in the language a test asks for.
#pragma once

#include <filesystem>
#include <string_view>

namespace calcvram::calc {

/// locale ("de-DE") is that of new documents, ui_language ("es") that of texts; either may be empty.
void write_profile(const std::filesystem::path &profile, std::string_view locale, std::string_view ui_language);

} // namespace calcvram::calc
