// Asking whether a call fails, and in what way.
#pragma once

#include "failure.hpp"

#include <optional>
#include <string>
#include <utility>

namespace calcvram::test {

/// The failure a call ends in, or nothing.
template <typename Call> std::optional<Failure> failure_of(const Call &call) {
  try {
    static_cast<void>(call());
    return std::nullopt;
  } catch (const Failure &failure) {
    return failure;
  }
}

template <typename Call> bool is_bad_argument(const Call &call) {
  const auto failure = failure_of(call);
  return failure && failure->kind() == FailureKind::bad_argument;
}

template <typename Call> bool is_no_answer(const Call &call) {
  const auto failure = failure_of(call);
  return failure && failure->kind() == FailureKind::no_answer;
}

template <typename Call> std::string words_of(const Call &call) {
  const auto failure = failure_of(call);
  return failure ? failure->words() : std::string{};
}

} // namespace calcvram::test
