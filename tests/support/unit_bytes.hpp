// The units that programs print memory in.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace calcvram::test {

/// Bytes of one MiB, GiB or GB (10^9).
inline double unit_bytes(std::string_view unit) {
  constexpr double mib = 1024.0 * 1024;
  if (unit == "MiB") {
    return mib;
  }
  if (unit == "GiB") {
    return 1024 * mib;
  }
  if (unit == "GB") {
    return 1e9;
  }
  throw std::runtime_error{"unknown unit " + std::string{unit}};
}

} // namespace calcvram::test
