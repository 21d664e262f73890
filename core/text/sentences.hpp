// Several things to say in one cell.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace calcvram {

/// Sentences with "; " between them: of a `warnings` column, of a note, of why there is no figure.
class Sentences {
public:
  Sentences() = default;
  /// What was said before; "" is nothing.
  explicit Sentences(std::string text) : text_{std::move(text)} {}

  void add(std::string_view sentence) {
    text_ += text_.empty() ? "" : "; ";
    text_ += sentence;
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

private:
  std::string text_;
};

} // namespace calcvram
