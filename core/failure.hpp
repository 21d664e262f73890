// The two ways in which a question has no figure for an answer.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <utility>

namespace calcvram {

enum class FailureKind : std::uint8_t {
  bad_argument, ///< the sheet is wrong: Calc shows Err:502
  no_answer,    ///< well asked, but nothing fits or the catalogue has no figure: Calc shows #N/A
};

/// Thrown by the core, with words a table function can show. Caught where cells are made, never later.
class Failure : public std::exception {
public:
  Failure(FailureKind kind, std::string words) : kind_{kind}, words_{std::move(words)} {}

  [[nodiscard]] FailureKind kind() const noexcept { return kind_; }
  [[nodiscard]] const std::string &words() const noexcept { return words_; }
  [[nodiscard]] const char *what() const noexcept override { return words_.c_str(); }

private:
  FailureKind kind_;
  std::string words_;
};

[[noreturn]] inline void bad_argument(std::string words) {
  throw Failure{FailureKind::bad_argument, std::move(words)};
}

[[noreturn]] inline void no_answer(std::string words) {
  throw Failure{FailureKind::no_answer, std::move(words)};
}

} // namespace calcvram
