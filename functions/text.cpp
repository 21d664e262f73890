#include "text.hpp"

#include <rtl/string.hxx>
#include <rtl/textenc.h>

namespace calcvram::glue {

Utf8::Utf8(const rtl::OUString &text) {
  const sal_Unicode *units = text.getStr();
  const sal_Int32 length = text.getLength();
  bytes_.resize(static_cast<std::size_t>(length), boost::container::default_init);
  char *bytes = bytes_.data();
  for (sal_Int32 i = 0; i < length; ++i) {
    if (units[i] >= 0x80) {
      const rtl::OString all = rtl::OUStringToOString(text, RTL_TEXTENCODING_UTF8);
      bytes_.assign(all.getStr(), all.getStr() + all.getLength());
      return;
    }
    bytes[i] = static_cast<char>(units[i]);
  }
}

rtl::OUString to_ustring(std::string_view utf8) {
  return {utf8.data(), static_cast<sal_Int32>(utf8.size()), RTL_TEXTENCODING_UTF8};
}

} // namespace calcvram::glue
