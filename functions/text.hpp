// UTF-16 as LibreOffice has it, UTF-8 as the core has it.
#pragma once

#include <boost/container/small_vector.hpp>
#include <rtl/ustring.hxx>
#include <string_view>

namespace calcvram::glue {

/// The text in UTF-8, on the stack for any name of ordinary length: a look-up by name costs no allocation.
class Utf8 {
public:
  explicit Utf8(const rtl::OUString &text);
  [[nodiscard]] std::string_view view() const { return {bytes_.data(), bytes_.size()}; }

private:
  boost::container::small_vector<char, 128> bytes_;
};

rtl::OUString to_ustring(std::string_view utf8);

} // namespace calcvram::glue
