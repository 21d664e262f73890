#include "text/number.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace calcvram {
namespace {

double suffix_factor(char c) {
  switch (c) {
  case 'k':
  case 'K':
    return 1e3;
  case 'm':
  case 'M':
    return 1e6;
  case 'b':
  case 'B':
    return 1e9;
  case 't':
  case 'T':
    return 1e12;
  default:
    return 0;
  }
}

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// from_chars, with a comma for a point, and nothing left over.
std::optional<double> parse_plain(std::string_view text) {
  std::array<char, 64> buffer{};
  if (text.empty() || text.size() > buffer.size()) {
    return std::nullopt;
  }
  bool decimal_mark = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool mark = text[i] == '.' || text[i] == ',';
    if (mark && decimal_mark) {
      return std::nullopt;
    }
    decimal_mark = decimal_mark || mark;
    buffer[i] = mark ? '.' : text[i];
  }
  const char *first = buffer.data();
  const char *last = first + text.size();
  if (*first == '+') {
    ++first;
    if (first != last && *first == '-') {
      return std::nullopt;
    }
  }
  double value = 0;
  const auto [end, error] = std::from_chars(first, last, value);
  if (error != std::errc{} || end != last || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

} // namespace

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && is_space(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

std::optional<double> parse_number(std::string_view text) {
  text = trim(text);
  if (text.ends_with('%')) {
    text.remove_suffix(1);
    const auto percent = parse_plain(trim(text));
    return percent ? std::optional{*percent / 100} : std::nullopt;
  }
  return parse_plain(text);
}

std::optional<ScaledNumber> parse_scaled_number(std::string_view text) {
  text = trim(text);
  const double factor = text.empty() ? 0 : suffix_factor(text.back());
  if (factor == 0) {
    const auto value = parse_number(text);
    return value ? std::optional{ScaledNumber{*value, false}} : std::nullopt;
  }
  text.remove_suffix(1);
  const auto value = parse_plain(trim(text));
  // the nearest whole number: 8.03e9 is not what 8.03 * 1e9 gives in binary
  const auto scaled = [factor](double plain) {
    const double product = plain * factor;
    const double whole = std::round(product);
    return std::abs(product - whole) < 1e-6 * std::abs(product) / factor ? whole : product;
  };
  return value ? std::optional{ScaledNumber{scaled(*value), true}} : std::nullopt;
}

std::string format_number(double value) {
  std::array<char, 32> buffer{};
  if (value == std::floor(value) && std::abs(value) < 1e15) {
    const auto [end, error] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), static_cast<std::int64_t>(value));
    return {buffer.data(), end};
  }
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), end};
}

std::string format_number(double value, int decimals) {
  if (!(std::abs(value) < 1e15)) {
    return format_number(value);
  }
  std::array<char, 64> buffer{};
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
  std::string text{buffer.data(), end};
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') {
      text.pop_back();
    }
  }
  return text == "-0" ? "0" : text;
}

std::string format_grouped(double value) {
  std::string text = format_number(std::round(value));
  if (text.find('e') != std::string::npos) {
    return text;
  }
  const std::size_t first_digit = text.front() == '-' ? 1 : 0;
  for (std::size_t at = text.size(); at > first_digit + 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

} // namespace calcvram
