#include "uno_text.hpp"

#include <stdexcept>

#include <osl/file.hxx>
#include <rtl/string.hxx>

namespace calcvram::calc {

rtl::OUString to_uno(std::string_view text) {
  return rtl::OUString{text.data(), static_cast<sal_Int32>(text.size()), RTL_TEXTENCODING_UTF8};
}

std::string from_uno(const rtl::OUString &text) {
  const rtl::OString utf8 = rtl::OUStringToOString(text, RTL_TEXTENCODING_UTF8);
  return {utf8.getStr(), static_cast<std::size_t>(utf8.getLength())};
}

rtl::OUString to_url(const std::filesystem::path &path) {
  rtl::OUString url;
  const std::string absolute = std::filesystem::absolute(path).string();
  if (osl::FileBase::getFileURLFromSystemPath(to_uno(absolute), url) != osl::FileBase::E_None)
    throw std::runtime_error{"no URL for " + absolute};
  return url;
}

} // namespace calcvram::calc
