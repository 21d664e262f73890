// A CSV file as a spreadsheet opens it: cells of numbers, texts and blanks.
#pragma once

#include "cell.hpp"
#include "text/csv.hpp"

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace calcvram::test {

/// What Calc makes of a field in an English locale: plain numbers become numbers, "#N/A" an error cell, the rest stays
/// a text (dates as well: a text in ISO 8601 must do).
inline Cell cell_of(std::string_view field) {
  if (field.empty()) {
    return Blank{};
  }
  if (field == "#N/A") {
    return ErrorCell{32767};
  }
  if (field == "#DIV/0!") {
    return ErrorCell{532};
  }
  double number = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
  return error == std::errc{} && end == field.data() + field.size() ? Cell{number} : Cell{field};
}

/// Owns what the cells point to.
class CsvCells {
public:
  explicit CsvCells(std::string_view csv) : rows_{parse_csv(csv, "csv")} {
    columns_ = rows_.empty() ? 0 : rows_.front().size();
    for (const auto &row : rows_) {
      for (const auto &field : row) {
        cells_.push_back(cell_of(field.text));
      }
    }
  }
  CsvCells(const CsvCells &) = delete; // the cells point into it
  CsvCells &operator=(const CsvCells &) = delete;
  CsvCells(CsvCells &&) = default;
  CsvCells &operator=(CsvCells &&) = default;
  ~CsvCells() = default;

  /// `file` is relative to tests/data, or absolute.
  static CsvCells of_file(const std::filesystem::path &file) {
    std::ifstream stream{std::filesystem::path{CALCVRAM_TEST_DATA} / file, std::ios::binary};
    if (!stream) {
      throw std::runtime_error{"cannot read " + file.string()};
    }
    std::ostringstream text;
    text << stream.rdbuf();
    return CsvCells{text.str()};
  }

  [[nodiscard]] CellBlock block() const { return {cells_, columns_}; }

private:
  std::vector<CsvRow> rows_;
  std::vector<Cell> cells_;
  std::size_t columns_ = 0;
};

} // namespace calcvram::test
