#include "gpu/csv_record.hpp"

#include "text/number.hpp"

#include <algorithm>

namespace calcvram {

CsvTable::CsvTable(std::string_view csv, std::string_view file) : file_{file}, rows_{parse_csv(csv, file)} {
  if (rows_.empty()) {
    throw CsvError{file, 1, 1, "no header row"};
  }
}

std::size_t CsvTable::column(std::string_view name) const {
  const CsvRow &header = rows_.front();
  const auto found = std::ranges::find(header, name, &CsvField::text);
  if (found == header.end()) {
    throw CsvError{file_, 1, 1, "no column " + std::string{name}};
  }
  return static_cast<std::size_t>(found - header.begin());
}

const CsvField &CsvRecord::field(std::string_view column) const {
  return (*row_)[table_->column(column)];
}

const std::string &CsvRecord::text(std::string_view column) const {
  return field(column).text;
}

const std::string &CsvRecord::required_text(std::string_view column) const {
  const std::string &found = text(column);
  if (trim(found).empty()) {
    fail(column, std::string{column} + " is missing");
  }
  return found;
}

std::optional<double> CsvRecord::positive(std::string_view column) const {
  const std::string &found = text(column);
  if (found.empty()) {
    return std::nullopt;
  }
  const auto number = parse_number(found);
  if (!number) {
    fail(column, std::string{column} + " is not a number");
  }
  if (!(*number > 0)) {
    fail(column, std::string{column} + " must be more than 0");
  }
  return number;
}

std::optional<bool> CsvRecord::flag(std::string_view column) const {
  const std::string &found = text(column);
  if (found.empty()) {
    return std::nullopt;
  }
  if (found != "0" && found != "1") {
    fail(column, std::string{column} + " is neither 0 nor 1");
  }
  return found == "1";
}

void CsvRecord::fail(std::string_view column, std::string_view words) const {
  const CsvField &place = field(column);
  throw CsvError{table_->file(), place.line, place.column, words};
}

} // namespace calcvram
