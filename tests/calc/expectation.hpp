// What a formula must come to: read from a table of rows or made from one, and checked in a sheet.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sheet.hpp"

namespace calcvram::calc {

/// How the result is compared.
enum class Match {
  equal,    ///< the very number (within the tolerance), text or error
  contains, ///< a text with these words somewhere in it
};

struct Expectation {
  std::string where; ///< "file.csv:17" or what a generated row is made from
  std::string formula;
  std::vector<std::pair<std::string, Value>> setup; ///< cells filled first; a text that begins "=" is a formula
  Value expected;
  double tolerance = 0; ///< absolute; 0: twelve digits
  Match match = Match::equal;
};

/// A table with the columns formula, kind, expected, tolerance, source and setup. kind is number, text, error, empty
/// or contains; setup is "A1=80|B1=H100".
std::vector<Expectation> read_expectations(const std::filesystem::path &file);

/// Evaluates each in the sheet and reports each that fails, with its place.
void check(Sheet &sheet, std::span<const Expectation> expectations);
bool meets(const Value &got, const Expectation &expectation);

} // namespace calcvram::calc
