// UTF-8 on our side of the bridge, UTF-16 on the office's.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <rtl/ustring.hxx>

namespace calcvram::calc {

rtl::OUString to_uno(std::string_view text);
std::string from_uno(const rtl::OUString &text);
/// file:///... of a path.
rtl::OUString to_url(const std::filesystem::path &path);

} // namespace calcvram::calc
