// Folded names to positions, looked up without allocating.
#pragma once

#include "text/name.hpp"

#include <cstddef>
#include <functional>
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

  [[nodiscard]] std::optional<std::size_t> find(const FoldedName &name) const {
    const auto found = positions_.find(name.view());
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
