// Folded names to positions, looked up without allocating.
#pragma once

#include "text/name.hpp"

#include <cstddef>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace calcvram {

class NameIndex {
public:
  /// False, and nothing changes, if the folded name stands at another position already.
  bool add(std::string_view name, std::size_t position) {
    return positions_.try_emplace(fold(name), position).first->second == position;
  }

  /// Positions of the keys of a table: rows with a `name`.
  template <typename Table> static NameIndex of(const Table &table) {
    NameIndex index;
    for (std::size_t i = 0; i < std::size(table); ++i) {
      index.add(table[i].name, i);
    }
    return index;
  }

  [[nodiscard]] std::optional<std::size_t> find(const FoldedName &name) const { return find_folded(name.view()); }

  /// The same for a name that is folded already.
  [[nodiscard]] std::optional<std::size_t> find_folded(std::string_view folded) const {
    const auto found = positions_.find(folded);
    return found == positions_.end() ? std::nullopt : std::optional{found->second};
  }

private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> positions_;
};

} // namespace calcvram
