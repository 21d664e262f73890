// Tables of one row an entry: models, cards, offers.
#pragma once

#include "result.hpp"
#include "table.hpp"

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

/// A row for each entry under the columns' `header` (a member of them); `cell(entry, column)` makes its cells.
template <typename Columns, typename Header, typename Entries, typename Cell>
Table list_table(const Columns &columns, Header header, const Entries &entries, const Cell &cell) {
  Table table;
  for (const auto &column : columns) {
    table.header.push_back(column.*header);
  }
  for (const auto &entry : entries) {
    auto &row = table.rows.emplace_back();
    for (const auto &column : columns) {
      row.push_back(cell(entry, column));
    }
  }
  return table;
}

} // namespace calcvram::glue
