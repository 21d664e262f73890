// A CSV file with a header row, read by column name; every fault says where it stands.
#pragma once

#include "text/csv.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace calcvram {

class CsvTable;

/// One row of a CsvTable, which must outlive it. All readers throw CsvError.
class CsvRecord {
public:
  CsvRecord(const CsvTable &table, const CsvRow &row) : table_{&table}, row_{&row} {}

  [[nodiscard]] const std::string &text(std::string_view column) const;
  /// "vendor is missing" where empty.
  [[nodiscard]] const std::string &required_text(std::string_view column) const;
  /// nullopt where empty; "vram_gb is not a number", "vram_gb must be more than 0".
  [[nodiscard]] std::optional<double> positive(std::string_view column) const;
  /// 1, 0 or empty.
  [[nodiscard]] std::optional<bool> flag(std::string_view column) const;
  /// A fault of this column in this row, in words.
  [[noreturn]] void fail(std::string_view column, std::string_view words) const;

private:
  [[nodiscard]] const CsvField &field(std::string_view column) const;

  const CsvTable *table_;
  const CsvRow *row_;
};

/// Throws CsvError where the text is no CSV or has no header.
class CsvTable {
public:
  CsvTable(std::string_view csv, std::string_view file);

  [[nodiscard]] std::size_t size() const { return rows_.size() - 1; }
  [[nodiscard]] CsvRecord operator[](std::size_t row) const { return {*this, rows_[row + 1]}; }
  [[nodiscard]] const std::string &file() const { return file_; }
  /// Throws CsvError where the header has no such column.
  [[nodiscard]] std::size_t column(std::string_view name) const;

private:
  std::string file_;
  std::vector<CsvRow> rows_;
};

} // namespace calcvram
