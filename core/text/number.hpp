// Numbers inside texts, the same in every locale.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace calcvram {

/// Reads "8.03", "2,5", "5 %" (0.05), "1e9". A point and a comma are both decimal marks, so that a text
/// built from cells means the same in every locale; there is no thousands mark: two marks are no number.
/// Nothing but the number may stand there. No infinities, no NaN.
std::optional<double> parse_number(std::string_view text);

/// The same with a suffix K, M, B or T (10^3, 10^6, 10^9, 10^12) in either case: "8.03B" is 8.03e9.
/// `scaled` tells whether a suffix stood there.
struct ScaledNumber {
  double value;
  bool scaled;
};
std::optional<ScaledNumber> parse_scaled_number(std::string_view text);

/// The shortest text that reads back as the same number, with a decimal point: "0.5", "131072", "1e+30".
std::string format_number(double value);
/// With at most `decimals` decimals, trailing zeros left out: 74.684354 at 2 is "74.68".
std::string format_number(double value, int decimals);
/// A whole number with thousands set apart by commas: "2,684,354,560". For the words of a table.
std::string format_grouped(double value);

/// Without spaces and tabs at both ends.
std::string_view trim(std::string_view text);

} // namespace calcvram
