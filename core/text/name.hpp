// Names as people type them: how they fold together, and which known name a misspelt one meant.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace calcvram {

/// A name without case and separators, on the stack for any name of ordinary length.
///
/// ASCII letters are lower-cased; spaces (also no-break), hyphens, dots and underscores vanish, except
/// between two digits, where any run of them becomes one dot: "Llama-3.1_8B" and "llama 3 1 8b" are one
/// name, "Gemma 31B" and "Gemma 3 1B" are two. Other characters stay as they are.
class FoldedName {
public:
  explicit FoldedName(std::string_view name);
  [[nodiscard]] std::string_view view() const { return {text_.data(), text_.size()}; }

private:
  boost::container::small_vector<char, 64> text_;
};

/// The same on the heap, for keys that are kept.
std::string fold(std::string_view name);

/// Edits between two texts: insertions, deletions, substitutions and swaps of neighbours
/// (optimal string alignment distance).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The same where it is at most `limit`, else some number above it: texts whose lengths alone differ by more are
/// not compared, so that a cell full of prose costs nothing.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

/// The candidate nearest to `word` by edit distance of the folded names, or "" where none is near enough
/// (at most a third of its length away, at least two edits) to be what somebody meant.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

/// `; did you mean X?` where a candidate is near, else nothing. For the end of an error's words.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

} // namespace calcvram
