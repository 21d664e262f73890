// One formula over blocks: an n x 1 argument and a 1 x m argument give n x m results.
#pragma once

#include "parameter.hpp"
#include "result.hpp"

#include <algorithm>
#include <com/sun/star/uno/Any.hxx>
#include <cstddef>
#include <string>
#include <tuple>
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

/// The elements of a broadcast: sides, and what each element is asked.
template <typename Compute, typename... T> class Broadcast {
public:
  using Answer = std::invoke_result_t<Compute, const T &...>;

  explicit Broadcast(const Compute &compute, const Parameter<T> &...parameters)
      : compute_{compute}, parameters_{parameters...}, rows_{std::max({parameters.rows()...})},
        columns_{std::max({parameters.columns()...})} {}

  [[nodiscard]] css::uno::Any result() const {
    if constexpr (std::is_same_v<Answer, double>) {
      return numbers();
    } else {
      return cells();
    }
  }

private:
  /// Every element by `element`, row by row.
  template <typename Element, typename Ask> [[nodiscard]] std::vector<Element> all(const Ask &element) const {
    std::vector<Element> elements;
    elements.reserve(rows_ * columns_);
    for (std::size_t row = 0; row < rows_; ++row) {
      for (std::size_t column = 0; column < columns_; ++column) {
        elements.push_back(element(row, column));
      }
    }
    return elements;
  }

  [[nodiscard]] bool is_single() const { return rows_ == 1 && columns_ == 1; }

  /// `answered(answer)` if the element's arguments all mean something, else `blank()` or `failed(failure)`.
  template <typename Answered, typename Blanked, typename Failed>
  [[nodiscard]] auto ask(std::size_t row, std::size_t column, const Answered &answered, const Blanked &blank,
                         const Failed &failed) const {
    return std::apply(
        [&](const auto &...parameter) {
          if (!(parameter.reaches(row, column) && ...)) {
            return failed(Failure{FailureKind::no_answer, "the ranges are not of one size"});
          }
          if (const Failure *failure = first_failure(row, column, parameter...)) {
            return failed(*failure);
          }
          if (any_blank(row, column, parameter...)) {
            return blank();
          }
          try {
            return answered(compute_(*std::get_if<T>(&parameter.at(row, column))...));
          } catch (...) {
            return failed(current_failure());
          }
        },
        parameters_);
  }

  /// Numbers alone need no more than a double each: errors and blanks are NaNs.
  [[nodiscard]] css::uno::Any numbers() const {
    const auto element = [this](std::size_t row, std::size_t column) {
      return ask(
          row, column, [](double number) { return number; }, blank_value,
          [](const Failure &failure) { return error_value(failure.kind()); });
    };
    if (is_single()) {
      const double number = element(0, 0);
      return is_blank_value(number) ? to_any(ResultCell{Blank{}}) : css::uno::Any{number};
    }
    return to_any(all<double>(element), columns_);
  }

  [[nodiscard]] css::uno::Any cells() const {
    const auto element = [this](std::size_t row, std::size_t column) {
      return ask(
          row, column, [](Answer answer) { return cell_of(std::move(answer)); }, [] { return ResultCell{Blank{}}; },
          [](const Failure &failure) { return ResultCell{failure}; });
    };
    return is_single() ? to_any(element(0, 0)) : to_any(all<ResultCell>(element), columns_);
  }

  const Compute &compute_;
  std::tuple<const Parameter<T> &...> parameters_;
  std::size_t rows_;
  std::size_t columns_;
};

/// Calls `compute(T...)` for every element and makes one Any of the answers: a cell, or a block of cells. A failure
/// stays in its own cell; a blank element of a required argument gives an empty text; where the sizes do not
/// match, elements that one of the arguments does not reach are #N/A. `compute` gives a double, a std::string or
/// a variant of the two.
template <typename Compute, typename... T>
css::uno::Any broadcast(const Compute &compute, const Parameter<T> &...parameters) {
  return Broadcast<Compute, T...>{compute, parameters...}.result();
}

} // namespace calcvram::glue
