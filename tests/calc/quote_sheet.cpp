#include "quote_sheet.hpp"

#include <vector>

namespace calcvram::calc {

namespace {

constexpr int not_available_code = not_available.code;

std::string column_name(std::size_t column) {
  std::string name;
  for (++column; column > 0; column = (column - 1) / 26)
    name.insert(name.begin(), static_cast<char>('A' + (column - 1) % 26));
  return name;
}

Value value_of(const Cell &cell) {
  if (const auto *number = std::get_if<double>(&cell))
    return *number;
  if (const auto *text = std::get_if<std::string_view>(&cell))
    return std::string{*text};
  return Empty{};
}

} // namespace

std::string cell_at(std::size_t row, std::size_t column) {
  return column_name(column) + std::to_string(row + 1);
}

std::string put_table(Sheet &sheet, const CellBlock &table, std::size_t row, std::size_t column) {
  std::vector<std::vector<Value>> values(table.rows());
  for (std::size_t i = 0; i < table.rows(); ++i)
    for (std::size_t j = 0; j < table.columns(); ++j)
      values[i].push_back(value_of(table.at(i, j)));
  std::string range = cell_at(row, column) + ':' + cell_at(row + table.rows() - 1, column + table.columns() - 1);
  sheet.set_values(range, values);
  for (std::size_t i = 0; i < table.rows(); ++i)
    for (std::size_t j = 0; j < table.columns(); ++j)
      if (const auto *error = std::get_if<ErrorCell>(&table.at(i, j)))
        sheet.set_formula(cell_at(row + i, column + j), error->code == not_available_code ? "=NA()" : "=1/0");
  return range;
}

Sheet add_quotes(Document &document) {
  Sheet sheet = document.add_sheet("Quotes");
  const test::CsvCells quotes{"provider,offer,gpu,price,currency,period,billed,setup,min_term,as_of\n"
                              "Alpha,Flex,A100 SXM 80GB,1.35,USD,hour,used,,,\n"
                              "Beta,Fixed,A100 SXM 80GB,990,USD,month,reserved,,,\n"
                              "Gamma,Small,A40,240,USD,month,reserved,100,3,2026-01-15\n"};
  put_table(sheet, quotes.block());
  return sheet;
}

Sheet add_quotes(Document &document, const std::string &file) {
  Sheet sheet = document.add_sheet("Quotes");
  put_table(sheet, test::CsvCells::of_file("quotes/" + file).block());
  return sheet;
}

} // namespace calcvram::calc
