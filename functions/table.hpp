// What a table function gives: a header and rows, or one column of them.
#pragma once

#include "result.hpp"

#include <com/sun/star/uno/Any.hxx>
#include <string_view>
#include <vector>

namespace calcvram::glue {

struct Table {
  std::vector<std::string_view> header; ///< a promise: only append
  std::vector<std::vector<ResultCell>> rows;
};

/// The table with its header, and with a blank row where it has none; with `column` that column alone, by its header's
/// text and without it. Throws bad_argument for a column that is not there, with the nearest.
css::uno::Any to_any(const Table &table, std::string_view column);

/// One cell of words, as a block: INDEX around it shows them and MATCH in it finds nothing, where a plain text would
/// be Err:504.
css::uno::Any words_as_block(const std::string &words);

/// Makes the table and gives it to Calc. A wrong question is one cell of words, a well asked one without an answer
/// #N/A.
template <typename Make> css::uno::Any answer_table(const Make &make) {
  try {
    return make();
  } catch (...) {
    const Failure failure = current_failure();
    return failure.kind() == FailureKind::bad_argument ? words_as_block(failure.words()) : to_any(ResultCell{failure});
  }
}

} // namespace calcvram::glue
