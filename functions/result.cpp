#include "result.hpp"

#include "text.hpp"

#include <algorithm>
#include <bit>
#include <com/sun/star/uno/Sequence.hxx>
#include <cstdint>
#include <exception>

namespace calcvram::glue {

using css::uno::Any;
using css::uno::Sequence;

namespace {

constexpr std::uint64_t quiet_nan = 0x7ff8000000000000;
constexpr std::uint64_t illegal_argument = 502;
constexpr std::uint64_t not_available = 0x7fff;
// a payload that no error of Calc has
constexpr std::uint64_t blank_payload = 0x5ca1c;

double nan_with(std::uint64_t payload) {
  return std::bit_cast<double>(quiet_nan | payload);
}

template <typename Element, typename Make> Any make_block(std::size_t rows, std::size_t columns, const Make &make) {
  Sequence<Sequence<Element>> block(static_cast<sal_Int32>(rows));
  Sequence<Element> *lines = block.getArray();
  for (std::size_t row = 0; row < rows; ++row) {
    lines[row].realloc(static_cast<sal_Int32>(columns));
    Element *line = lines[row].getArray();
    for (std::size_t column = 0; column < columns; ++column) {
      line[column] = make(row * columns + column);
    }
  }
  return Any{block};
}

double number_in(const ResultCell &cell) {
  const auto *failure = std::get_if<Failure>(&cell);
  return failure != nullptr ? error_value(failure->kind()) : std::get<double>(cell);
}

rtl::OUString text_in(const ResultCell &cell) {
  if (const auto *failure = std::get_if<Failure>(&cell)) {
    return to_ustring("error: " + failure->words());
  }
  const auto *text = std::get_if<std::string>(&cell);
  return text != nullptr ? to_ustring(*text) : rtl::OUString{};
}

template <typename... Kind> bool only(const std::vector<ResultCell> &cells) {
  return std::ranges::all_of(cells, [](const ResultCell &cell) { return (std::holds_alternative<Kind>(cell) || ...); });
}

template <typename Kind> bool any_is(const std::vector<ResultCell> &cells) {
  return std::ranges::any_of(cells, [](const ResultCell &cell) { return std::holds_alternative<Kind>(cell); });
}

} // namespace

double error_value(FailureKind kind) {
  return nan_with(kind == FailureKind::no_answer ? not_available : illegal_argument);
}

double blank_value() {
  return nan_with(blank_payload);
}

bool is_blank_value(double value) {
  return std::bit_cast<std::uint64_t>(value) == (quiet_nan | blank_payload);
}

Failure current_failure() {
  try {
    throw;
  } catch (const Failure &failure) {
    return failure;
  } catch (const std::exception &error) {
    return {FailureKind::bad_argument, error.what()};
  } catch (...) {
    return {FailureKind::bad_argument, "an unknown error"};
  }
}

Any to_any(const ResultCell &cell) {
  if (std::holds_alternative<Blank>(cell)) {
    return Any{rtl::OUString{}};
  }
  if (std::holds_alternative<std::string>(cell)) {
    return Any{text_in(cell)};
  }
  return Any{number_in(cell)};
}

Any to_any(const std::vector<ResultCell> &cells, std::size_t columns) {
  const std::size_t rows = columns == 0 ? 0 : cells.size() / columns;
  if (only<double, Failure>(cells)) {
    return make_block<double>(rows, columns, [&](std::size_t i) { return number_in(cells[i]); });
  }
  if (only<Blank, std::string, Failure>(cells) && any_is<std::string>(cells)) {
    return make_block<rtl::OUString>(rows, columns, [&](std::size_t i) { return text_in(cells[i]); });
  }
  return make_block<Any>(rows, columns, [&](std::size_t i) { return to_any(cells[i]); });
}

Any to_any(const std::vector<double> &numbers, std::size_t columns) {
  const std::size_t rows = columns == 0 ? 0 : numbers.size() / columns;
  if (std::ranges::any_of(numbers, is_blank_value)) {
    return make_block<Any>(rows, columns, [&](std::size_t i) {
      return is_blank_value(numbers[i]) ? Any{rtl::OUString{}} : Any{numbers[i]};
    });
  }
  return make_block<double>(rows, columns, [&](std::size_t i) { return numbers[i]; });
}

} // namespace calcvram::glue
