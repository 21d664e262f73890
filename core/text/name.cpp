#include "text/name.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace calcvram {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Bytes of the separator at the start of `text`, or 0. Web pages and word processors put the no-break
/// space (C2 A0) and Unicode's hyphens (E2 80 90 to E2 80 95) into names that people paste.
std::size_t separator_length(std::string_view text) {
  switch (text.front()) {
  case ' ':
  case '\t':
  case '-':
  case '.':
  case '_':
    return 1;
  default:
    break;
  }
  if (text.starts_with("\xC2\xA0")) {
    return 2;
  }
  const bool unicode_hyphen =
      text.size() >= 3 && text.starts_with("\xE2\x80") && text[2] >= '\x90' && text[2] <= '\x95';
  return unicode_hyphen ? 3 : 0;
}

/// Writes the folded name, which is never longer than the name, and tells where it ends.
char *fold_into(std::string_view name, char *const begin) {
  char *out = begin;
  bool separated = false;
  while (!name.empty()) {
    if (const auto length = separator_length(name); length > 0) {
      separated = true;
      name.remove_prefix(length);
      continue;
    }
    const char c = name.front();
    if (separated && out != begin && is_digit(out[-1]) && is_digit(c)) {
      *out++ = '.';
    }
    *out++ = lower(c);
    separated = false;
    name.remove_prefix(1);
  }
  return out;
}

} // namespace

FoldedName::FoldedName(std::string_view name) : text_(name.size(), boost::container::default_init) {
  text_.resize(static_cast<std::size_t>(fold_into(name, text_.data()) - text_.data()));
}

std::string fold(std::string_view name) {
  std::string folded(name.size(), '\0');
  folded.resize(static_cast<std::size_t>(fold_into(name, folded.data()) - folded.data()));
  return folded;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitution = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({last[j] + 1, current[j - 1] + 1, substitution});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before_last[j - 2] + 1);
      }
    }
    std::swap(before_last, last);
    std::swap(last, current);
  }
  return last[b.size()];
}

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  return difference > limit ? difference : edit_distance(a, b);
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string folded_word = fold(word);
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(2, folded_word.size() / 3) + 1;
  for (const auto candidate : candidates) {
    const std::string folded = fold(candidate);
    const std::size_t distance = edit_distance(folded_word, folded, best_distance);
    // a two-letter word is two edits from every other: half of it must be right
    if (distance < best_distance && distance * 2 <= std::max(folded.size(), folded_word.size())) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
  const auto best = nearest(word, candidates);
  return best.empty() ? std::string{} : "; did you mean " + std::string{best} + "?";
}

} // namespace calcvram
