// "key=value key=value" and two columns of keys and values: the one syntax of specs and options.
// It knows no key; who reads the settings does.
#pragma once

#include "cell.hpp"

#include <boost/container/small_vector.hpp>
#include <string>
#include <string_view>
#include <variant>

namespace calcvram {

/// One `key=value`. A bare word ("fp8") is a key without a value.
struct Setting {
  std::string key;                                ///< as typed, for messages
  std::string folded;                             ///< as name.hpp folds it, for comparison
  std::variant<Blank, double, std::string> value; ///< Blank: `key=` with nothing behind, which is "not given"
  bool bare = false;

  [[nodiscard]] bool given() const { return bare || !std::holds_alternative<Blank>(value); }
  /// The value as text: a number in its shortest form. "" where blank.
  [[nodiscard]] std::string text() const;
  /// The value as a number ("2,5" and "5 %" too). Throws bad_argument with the key's name.
  [[nodiscard]] double number() const;
  /// The same where K, M, B and T may stand behind it.
  [[nodiscard]] double scaled_number() const;

private:
  template <typename Parse> [[nodiscard]] double number_by(const Parse &parse) const;
};

struct KeyValues {
  std::string lead; ///< the text before the first `key=`, as typed: "Llama 3 8B" of "Llama 3 8B kv_heads=32"
  boost::container::small_vector<Setting, 3>
      settings; ///< in the order given, the words of `lead` among them as bare ones
};

/// Whether `text` holds a `key=`.
bool has_key(std::string_view text);

/// Space, tab, line end and semicolon separate; spaces around "=" do not matter; a comma at the end of a
/// value is dropped ("tp=2, pp=2"). A value in quotes may hold separators (provider='Birch Compute', or with double
/// ones). Throws bad_argument where a quote does not end and where a key stands twice.
KeyValues parse_key_values(std::string_view text);

/// Rows of key and value; rows with a blank key are passed over. Throws bad_argument where the block is not
/// two columns wide, a key is a number, or a key stands twice.
KeyValues parse_key_values(const CellBlock &rows);

} // namespace calcvram
