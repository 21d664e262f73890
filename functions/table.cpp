#include "table.hpp"

#include "text/name.hpp"
#include "text/words.hpp"

#include <algorithm>

namespace calcvram::glue {
namespace {

std::size_t column_position(const Table &table, std::string_view column) {
  const std::string wanted = fold(column);
  const auto found = std::ranges::find_if(table.header, [&](std::string_view name) { return fold(name) == wanted; });
  if (found == table.header.end()) {
    bad_argument(words("unknown column ", column, did_you_mean(column, table.header)));
  }
  return static_cast<std::size_t>(found - table.header.begin());
}

} // namespace

css::uno::Any words_as_block(const std::string &words) {
  return to_any(std::vector<ResultCell>{words}, 1);
}

css::uno::Any to_any(const Table &table, std::string_view column) {
  std::vector<ResultCell> cells;
  if (!column.empty()) {
    const std::size_t position = column_position(table, column);
    std::ranges::transform(table.rows, std::back_inserter(cells), [&](const auto &row) { return row[position]; });
    if (cells.empty()) {
      cells.emplace_back(Blank{}); // Calc takes no block without elements
    }
    return to_any(cells, 1);
  }
  for (const std::string_view name : table.header) {
    cells.emplace_back(std::string{name});
  }
  for (const auto &row : table.rows) {
    cells.insert(cells.end(), row.begin(), row.end());
  }
  if (table.rows.empty()) {
    cells.resize(cells.size() + table.header.size(), Blank{}); // Calc repeats a block of one row in every row it fills
  }
  return to_any(cells, table.header.size());
}

} // namespace calcvram::glue
