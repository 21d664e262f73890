// Sentences with numbers in them, for the `how` column of the tables and for errors.
#pragma once

#include "text/number.hpp"

#include <concepts>
#include <string>
#include <string_view>

namespace calcvram {

namespace detail {
inline void append_word(std::string &sentence, std::string_view word) {
  sentence += word;
}
/// Whole numbers are grouped by thousands, others have six decimals at most (of a GB, the kilobyte), unless that would
/// make them 0 or whole: what somebody typed must not look like another number.
inline void append_word(std::string &sentence, double number) {
  constexpr double smallest = 0.001;
  constexpr int decimals = 6;
  const bool whole = number == static_cast<double>(static_cast<long long>(number < 1e18 ? number : 0));
  if (whole) {
    sentence += number >= 1000 ? format_grouped(number) : format_number(number);
    return;
  }
  const std::string rounded = format_number(number, decimals);
  const bool telling = (number >= smallest || number <= -smallest) && rounded.find('.') != std::string::npos;
  sentence += telling ? rounded : format_number(number);
}
} // namespace detail

template <typename Word>
concept Sayable = std::convertible_to<Word, std::string_view> || std::convertible_to<Word, double>;

/// "1 sequence", "2 sequences".
inline std::string counted(double count, std::string_view what) {
  std::string sentence;
  detail::append_word(sentence, count);
  return sentence.append(" ").append(what).append(count == 1 ? "" : "s");
}

/// words(70e9, " parameters x ", 2, " bytes") is "70,000,000,000 parameters x 2 bytes".
template <Sayable... Word> std::string words(const Word &...parts) {
  std::string sentence;
  const auto append = [&sentence](const auto &part) {
    if constexpr (std::convertible_to<decltype(part), std::string_view>) {
      detail::append_word(sentence, std::string_view{part});
    } else {
      detail::append_word(sentence, static_cast<double>(part));
    }
  };
  (append(parts), ...);
  return sentence;
}

} // namespace calcvram
