// CSV as RFC 4180 has it: commas, double quotes, CRLF or LF. Each field knows where it stood.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace calcvram {

/// A fault in a file, said as compilers say it: "models.csv:17:10: layers is not a number".
class CsvError : public std::runtime_error {
public:
  CsvError(std::string_view file, std::size_t line, std::size_t column, std::string_view words);
};

struct CsvField {
  std::string text;
  std::size_t line;   ///< from 1
  std::size_t column; ///< of the field's first character, in bytes, from 1
};

using CsvRow = std::vector<CsvField>;

/// Every row, the header too. Rows of another width than the first are an error, and so is a quote that
/// never closes. Empty lines are passed over.
std::vector<CsvRow> parse_csv(std::string_view text, std::string_view file);

} // namespace calcvram
