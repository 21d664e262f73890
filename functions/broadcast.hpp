// One formula over blocks: an n x 1 argument and a 1 x m argument give n x m results.
#pragma once

#include "parameter.hpp"
#include "result.hpp"

#include <algorithm>
#include <com/sun/star/uno/Any.hxx>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace calcvram::glue {

/// What an element is when its arguments do not all mean something: the first failure, or blank. Null if they do.
template <typename... T>
const Failure *first_failure(std::size_t row, std::size_t column, const Parameter<T> &...parameters) {
  const Failure *first = nullptr;
  const auto look = [&](const auto &slot) { first = first != nullptr ? first : std::get_if<Failure>(&slot); };
  (look(parameters.at(row, column)), ...);
  return first;
}

template <typename... T> bool any_blank(std::size_t row, std::size_t column, const Parameter<T> &...parameters) {
  return (std::holds_alternative<Blank>(parameters.at(row, column)) || ...);
}

inline ResultCell cell_of(double value) {
  return value;
}
inline ResultCell cell_of(std::string text) {
  return text;
}
template <typename... Kind> ResultCell cell_of(std::variant<Kind...> value) {
  return std::visit([](auto &&kind) { return ResultCell{std::forward<decltype(kind)>(kind)}; }, std::move(value));
}

/// Calls `compute(T...)` for every element and makes one Any of the answers: a cell, or a block of cells. A failure
/// stays in its own cell; a blank element of a required argument gives an empty text; where the sizes do not
/// match, elements that one of the arguments does not reach are #N/A. `compute` gives a double, a std::string or
/// a variant of the two.
template <typename Compute, typename... T>
css::uno::Any broadcast(const Compute &compute, const Parameter<T> &...parameters) {
  using Answer = std::invoke_result_t<Compute, const T &...>;
  constexpr bool numbers_only = std::is_same_v<Answer, double>;
  const std::size_t rows = std::max({parameters.rows()...});
  const std::size_t columns = std::max({parameters.columns()...});

  const auto element = [&](std::size_t row, std::size_t column) -> ResultCell {
    if (!(parameters.reaches(row, column) && ...)) {
      return Failure{FailureKind::no_answer, "the ranges are not of one size"};
    }
    if (const Failure *failure = first_failure(row, column, parameters...)) {
      return *failure;
    }
    if (any_blank(row, column, parameters...)) {
      return Blank{};
    }
    try {
      return cell_of(compute(std::get<T>(parameters.at(row, column))...));
    } catch (...) {
      return current_failure();
    }
  };

  if (rows == 1 && columns == 1) {
    return to_any(element(0, 0));
  }
  if constexpr (numbers_only) {
    std::vector<double> numbers;
    numbers.reserve(rows * columns);
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t column = 0; column < columns; ++column) {
        const ResultCell cell = element(row, column);
        const auto *failure = std::get_if<Failure>(&cell);
        const auto *number = std::get_if<double>(&cell);
        numbers.push_back(failure != nullptr  ? error_value(failure->kind())
                          : number != nullptr ? *number
                                              : blank_value());
      }
    }
    return to_any(numbers, columns);
  } else {
    std::vector<ResultCell> cells;
    cells.reserve(rows * columns);
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t column = 0; column < columns; ++column) {
        cells.push_back(element(row, column));
      }
    }
    return to_any(cells, columns);
  }
}

} // namespace calcvram::glue
