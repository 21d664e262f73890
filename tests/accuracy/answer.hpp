// What CalcVRAM says to the arguments of a log, through the public API of the core.
#pragma once

#include "log.hpp"

#include <optional>
#include <string>

namespace calcvram::accuracy {

/// Where no closed form exists.
struct Range {
  double low;
  double high;
};

/// A figure in the unit that the log is printed in, or the words of the failure.
struct Answer {
  std::optional<double> value; ///< of a range the middle
  std::string failure = {};
  std::optional<Range> range = {};
};

Answer answer_to(Kind kind, const Log &log);

/// Bytes of a MiB, GiB or GB; 1 for tokens/s. Throws std::invalid_argument for another word.
double size_of_unit(std::string_view unit);

} // namespace calcvram::accuracy
