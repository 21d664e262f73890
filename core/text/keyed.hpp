// A table of named rows, looked up by what somebody typed.
#pragma once

#include "failure.hpp"
#include "text/name.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace calcvram {

/// The row whose `key` this is, folded as names are. Throws bad_argument, "unknown `what` ...", with the nearest.
template <typename Rows> const auto &row_of_key(const Rows &rows, std::string_view key, std::string_view what) {
  const FoldedName wanted{key};
  const auto found =
      std::ranges::find_if(rows, [&](const auto &row) { return FoldedName{row.key}.view() == wanted.view(); });
  if (found == std::ranges::end(rows)) {
    std::vector<std::string_view> keys;
    std::ranges::transform(rows, std::back_inserter(keys), [](const auto &row) { return row.key; });
    bad_argument("unknown " + std::string{what} + " " + std::string{key} + did_you_mean(key, keys));
  }
  return *found;
}

} // namespace calcvram
