// Tables of quotes on sheets, as a colleague pastes them.
#pragma once

#include <string>
#include <string_view>

#include "csv_cells.hpp"
#include "office.hpp"

namespace calcvram::calc {

/// "B3", both counted from 0.
std::string cell_at(std::size_t row, std::size_t column);

/// Puts a table there, its first cell at `row` and `column` (counted from 0): numbers, texts kept as texts, blanks,
/// error cells. Returns the range it fills, "A1:D5".
std::string put_table(Sheet &sheet, const CellBlock &table, std::size_t row = 0, std::size_t column = 0);

/// Adds the sheet Quotes with three suppliers in unlike terms: what the calls of signatures.hpp ask.
Sheet add_quotes(Document &document);
/// Adds it with a table of tests/data.
Sheet add_quotes(Document &document, const std::string &file);

} // namespace calcvram::calc
