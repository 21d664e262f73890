// Tables of tests/data by their headers.
#pragma once

#include "text/csv.hpp"
#include "text/number.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace calcvram::test {

/// A CSV file of tests/data; the columns are found by name.
class TestTable {
public:
  /// `file` is relative to tests/data, or absolute.
  explicit TestTable(const std::filesystem::path &file) : file_{file.filename().string()} {
    std::ifstream stream{std::filesystem::path{CALCVRAM_TEST_DATA} / file, std::ios::binary};
    if (!stream) {
      throw std::runtime_error{"cannot read " + file.string()};
    }
    std::ostringstream text;
    text << stream.rdbuf();
    rows_ = parse_csv(text.str(), file_);
  }

  [[nodiscard]] std::size_t size() const { return rows_.size() - 1; }

  [[nodiscard]] const std::string &text(std::size_t row, std::string_view column) const {
    for (std::size_t i = 0; i < rows_.front().size(); ++i) {
      if (rows_.front()[i].text == column) {
        return rows_[row + 1][i].text;
      }
    }
    throw std::runtime_error{file_ + " has no column " + std::string{column}};
  }

  [[nodiscard]] double number(std::size_t row, std::string_view column) const {
    const auto value = parse_number(text(row, column));
    if (!value) {
      throw std::runtime_error{place(row) + ": " + std::string{column} + " is not a number"};
    }
    return *value;
  }

  /// "file:line", for the message of a failing row.
  [[nodiscard]] std::string place(std::size_t row) const {
    return file_ + ":" + std::to_string(rows_[row + 1].front().line);
  }

private:
  std::string file_;
  std::vector<CsvRow> rows_;
};

} // namespace calcvram::test
