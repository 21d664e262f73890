// The lists of a catalogue, of models and of cards alike.
#pragma once

#include "result.hpp"
#include "table.hpp"

#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace calcvram::glue {

/// A fact of a catalogue, with a text of its own: the catalogue's facts are views.
using NumberOrText = std::variant<double, std::string>;

inline NumberOrText owned(const std::variant<double, std::string_view> &fact) {
  const auto *text = std::get_if<std::string_view>(&fact);
  return text != nullptr ? NumberOrText{std::string{*text}} : NumberOrText{std::get<double>(fact)};
}

/// A column of a list and the field it shows.
struct ListColumn {
  std::string_view header;
  std::string_view field;
};

/// A row for each entry; `cell(entry, field)` makes its cells.
template <typename Entries, typename Cell>
Table list_table(std::span<const ListColumn> columns, const Entries &entries, const Cell &cell) {
  Table table;
  for (const ListColumn &column : columns) {
    table.header.push_back(column.header);
  }
  for (const auto &entry : entries) {
    auto &row = table.rows.emplace_back();
    for (const ListColumn &column : columns) {
      row.push_back(cell(entry, column.field));
    }
  }
  return table;
}

} // namespace calcvram::glue
