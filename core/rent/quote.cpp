#include "rent/quote.hpp"

#include <algorithm>
#include <array>

namespace calcvram {

std::string_view name_of(Severity severity) {
  constexpr std::array<std::string_view, 3> names{"note", "warning", "error"};
  return names[static_cast<std::size_t>(severity)];
}

std::string placed(const Finding &finding) {
  return "row " + std::to_string(finding.row) + (finding.column.empty() ? ": " : ", ") + in_column(finding);
}

std::string in_column(const Finding &finding) {
  return finding.column.empty() ? finding.words : "column " + finding.column + ": " + finding.words;
}

std::string listed(std::span<const std::string_view> words, std::string_view last) {
  constexpr std::size_t most = 8;
  const std::size_t shown = words.size() > most + 1 ? most : words.size();
  std::string list;
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) {
      list += i + 1 == words.size() ? " " + std::string{last} + " " : ", ";
    }
    list += words[i];
  }
  return shown == words.size() ? list
                               : list + " " + std::string{last} + " " + std::to_string(words.size() - shown) + " more";
}

std::string labels_of(std::span<const Gpu *const> cards) {
  std::vector<std::string_view> labels(cards.size());
  std::ranges::transform(cards, labels.begin(), [](const Gpu *card) { return std::string_view{card->label}; });
  return listed(labels, "or");
}

std::string may_be(const Quote &quote) {
  return quote.gpu_text + " may be ";
}

std::string ambiguous_card(const Quote &quote) {
  return may_be(quote) + labels_of(quote.candidates);
}

bool Quote::usable() const {
  return std::ranges::none_of(findings, [](const Finding &finding) { return finding.severity == Severity::error; });
}

} // namespace calcvram
