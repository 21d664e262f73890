// Arguments as Calc makes them, and results as it reads them.
#pragma once

#include "addin.hpp"

#include <com/sun/star/uno/Any.hxx>
#include <com/sun/star/uno/Reference.hxx>
#include <com/sun/star/uno/Sequence.hxx>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <org/calcvram/XFunctions.hpp>
#include <rtl/ustring.hxx>
#include <stdexcept>
#include <string>
#include <vector>

namespace calcvram::test {

using css::uno::Any;
using Row = std::vector<Any>;

inline css::uno::Reference<org::calcvram::XFunctions> addin() {
  return css::uno::Reference<org::calcvram::XFunctions>{new glue::AddIn};
}

inline const Any omitted{};
inline const Any blank_cell{0.0}; ///< how a single blank cell arrives

inline Any number(double value) {
  return Any{value};
}
inline Any text(const char *value) {
  return Any{rtl::OUString::createFromAscii(value)};
}

/// A range or an array: blanks inside it are empty texts.
inline Any block(std::initializer_list<std::initializer_list<Any>> rows) {
  css::uno::Sequence<css::uno::Sequence<Any>> result(static_cast<sal_Int32>(rows.size()));
  auto *line = result.getArray();
  for (const auto &row : rows) {
    *line++ = css::uno::Sequence<Any>(std::data(row), static_cast<sal_Int32>(row.size()));
  }
  return Any{result};
}

/// Calc's error number of a result, 0 if it is none: 502, or 32767 for #N/A.
inline std::uint64_t error_of(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return (bits & 0x7ff8000000000000) == 0x7ff8000000000000 ? bits & 0xffff : 0;
}
inline std::uint64_t error_of(const Any &result) {
  double value = 0;
  return (result >>= value) ? error_of(value) : 0;
}

inline double number_of(const Any &result) {
  double value = 0;
  if (!(result >>= value)) {
    throw std::runtime_error{"the result is not a number"};
  }
  return value;
}
inline std::string text_of(const Any &result) {
  rtl::OUString value;
  if (!(result >>= value)) {
    throw std::runtime_error{"the result is not a text"};
  }
  return rtl::OUStringToOString(value, RTL_TEXTENCODING_UTF8).getStr();
}

template <typename Element> std::optional<std::vector<std::vector<Element>>> block_of(const Any &result) {
  css::uno::Sequence<css::uno::Sequence<Element>> rows;
  if (!(result >>= rows)) {
    return std::nullopt;
  }
  std::vector<std::vector<Element>> copy;
  for (const auto &row : rows) {
    copy.emplace_back(row.begin(), row.end());
  }
  return copy;
}

constexpr std::uint64_t err_502 = 502;
constexpr std::uint64_t not_available = 0x7fff;

} // namespace calcvram::test
