#include "text/key_values.hpp"

#include "failure.hpp"
#include "text/name.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <optional>

namespace calcvram {
namespace {

constexpr std::string_view separators = " \t\r\n;";

bool is_separator(char c) {
  return separators.find(c) != std::string_view::npos;
}

std::string_view skip_separators(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(separators), text.size()));
  return text;
}

/// The characters up to a separator or "=".
std::string_view take_word(std::string_view &text) {
  std::size_t length = 0;
  while (length < text.size() && !is_separator(text[length]) && text[length] != '=') {
    ++length;
  }
  const auto word = text.substr(0, length);
  text.remove_prefix(length);
  return word;
}

/// A value runs to the next separator; "=" inside it belongs to it.
std::string_view take_value(std::string_view &text) {
  const auto word = text.substr(0, std::min(text.find_first_of(separators), text.size()));
  text.remove_prefix(word.size());
  return word;
}

/// Steps over "=" with spaces around it. A value may follow a space only if no other `key=` begins there.
bool take_equals(std::string_view &text) {
  auto rest = text;
  while (!rest.empty() && (rest.front() == ' ' || rest.front() == '\t')) {
    rest.remove_prefix(1);
  }
  if (rest.empty() || rest.front() != '=') {
    return false;
  }
  rest.remove_prefix(1);
  text = rest;
  return true;
}

/// A value between two quotes of one kind, without them; nothing where there are none. Throws bad_argument where only
/// the first is there.
std::optional<std::string_view> take_quoted(std::string_view &text) {
  const std::size_t start = std::min(text.find_first_not_of(" \t"), text.size());
  if (start == text.size() || (text[start] != '\'' && text[start] != '"')) {
    return std::nullopt;
  }
  const std::size_t end = text.find(text[start], start + 1);
  if (end == std::string_view::npos) {
    bad_argument("a quote does not end: " + std::string{text.substr(start)});
  }
  const auto value = text.substr(start + 1, end - start - 1);
  text.remove_prefix(text.substr(end + 1).starts_with(',') ? end + 2 : end + 1);
  return value;
}

std::string_view value_after_spaces(std::string_view &text) {
  if (!text.empty() && text.front() != ' ' && text.front() != '\t') {
    return take_value(text);
  }
  auto rest = text;
  while (!rest.empty() && (rest.front() == ' ' || rest.front() == '\t')) {
    rest.remove_prefix(1);
  }
  auto ahead = rest;
  const auto word = take_word(ahead);
  if (word.empty() || take_equals(ahead)) {
    return {}; // "tp= pp=2": tp is not given
  }
  text = rest;
  return take_value(text);
}

/// The setting that was added last must not have another's key.
void require_new_key(const KeyValues &result) {
  const Setting &last = result.settings.back();
  const auto same_key = [&](const Setting &other) {
    return &other != &last && !other.bare && other.folded == last.folded;
  };
  if (!last.bare && std::ranges::any_of(result.settings, same_key)) {
    bad_argument(last.key + " is given twice");
  }
}

Setting &add(KeyValues &result, std::string_view key) {
  return result.settings.emplace_back(Setting{std::string{key}, fold(key), Blank{}, false});
}

} // namespace

std::string Setting::text() const {
  if (const auto *number = std::get_if<double>(&value)) {
    return format_number(*number);
  }
  const auto *text = std::get_if<std::string>(&value);
  return text != nullptr ? *text : std::string{};
}

template <typename Parse> double Setting::number_by(const Parse &parse) const {
  if (const auto *number = std::get_if<double>(&value)) {
    return *number;
  }
  const auto *words = std::get_if<std::string>(&value);
  const auto parsed = words != nullptr ? parse(*words) : std::nullopt;
  if (!parsed) {
    bad_argument(key + "=" + text() + " is not a number");
  }
  return *parsed;
}

double Setting::number() const {
  return number_by([](std::string_view words) { return parse_number(words); });
}

double Setting::scaled_number() const {
  return number_by([](std::string_view words) {
    const auto scaled = parse_scaled_number(words);
    return scaled ? std::optional{scaled->value} : std::nullopt;
  });
}

bool has_key(std::string_view text) {
  return text.find('=') != std::string_view::npos;
}

KeyValues parse_key_values(std::string_view text) {
  KeyValues result;
  const char *lead_end = nullptr;
  const auto all = trim(text);
  for (auto rest = skip_separators(all); !rest.empty(); rest = skip_separators(rest)) {
    const char *start = rest.data();
    const auto word = take_word(rest);
    Setting &setting = add(result, word);
    setting.bare = !take_equals(rest);
    if (!setting.bare) {
      if (word.empty()) {
        bad_argument("a value without a key: =" + std::string{take_value(rest)});
      }
      lead_end = lead_end != nullptr ? lead_end : start;
      const auto quoted = take_quoted(rest);
      auto value = quoted ? *quoted : value_after_spaces(rest);
      if (!quoted && value.ends_with(',')) {
        value.remove_suffix(1);
      }
      if (!value.empty()) {
        setting.value = std::string{value};
      }
      // "5 %": the sign belongs to the number before it
      const auto after = skip_separators(rest);
      if (after.starts_with('%') && !value.empty()) {
        setting.value = std::string{value} + "%";
        rest = after.substr(1);
      }
    }
    require_new_key(result);
  }
  const auto lead_length = lead_end != nullptr ? static_cast<std::size_t>(lead_end - all.data()) : all.size();
  result.lead = std::string{trim(all.substr(0, lead_length))};
  return result;
}

KeyValues parse_key_values(const CellBlock &rows) {
  if (rows.columns() != 2) {
    bad_argument("keys and values are two columns, not " + std::to_string(rows.columns()));
  }
  KeyValues result;
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    const Cell &key = rows.at(row, 0);
    if (std::holds_alternative<double>(key)) {
      bad_argument("a number stands where a key belongs: " + format_number(std::get<double>(key)));
    }
    const auto *key_text = std::get_if<std::string_view>(&key);
    if (key_text == nullptr || trim(*key_text).empty()) {
      continue;
    }
    Setting &setting = add(result, trim(*key_text));
    const Cell &value = rows.at(row, 1);
    if (const auto *number = std::get_if<double>(&value)) {
      setting.value = *number;
    } else if (const auto *words = std::get_if<std::string_view>(&value); words != nullptr && !trim(*words).empty()) {
      setting.value = std::string{trim(*words)};
    }
    require_new_key(result);
  }
  return result;
}

} // namespace calcvram
