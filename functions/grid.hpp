// An argument as Calc hands it over: nothing, one value, or a block of values.
#pragma once

#include <com/sun/star/uno/Any.hxx>
#include <com/sun/star/uno/Sequence.hxx>
#include <cstddef>
#include <cstdint>
#include <rtl/ustring.hxx>

namespace calcvram::glue {

/// One value of an argument. It points into the Any it came from.
struct Value {
  enum class Kind : std::uint8_t { omitted, blank, number, text, other };
  Kind kind = Kind::omitted;
  double number = 0;
  const rtl::OUString *text = nullptr;
};

/// Void is omitted, "" is blank. A single blank cell arrives as the number 0, and no one can tell it from a 0.
Value value_of(const css::uno::Any &any);

/// A view of an argument as rows and columns; one value is 1 x 1. Omitted is 1 x 1 and blank.
///
/// Whole columns (A:A) are as long as what is filled: Calc hands over all of their 1,048,576 rows, and takes a minute
/// to keep as many results.
class Grid {
public:
  explicit Grid(const css::uno::Any &argument);

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  /// Whether it came as a block, even of one cell.
  [[nodiscard]] bool is_block() const { return block_ != nullptr; }
  /// Whether blank rows go on below rows(): it was a whole column.
  [[nodiscard]] bool is_whole_column() const { return whole_column_; }
  [[nodiscard]] Value at(std::size_t row, std::size_t column) const;

private:
  [[nodiscard]] bool is_blank_row(std::size_t row) const;

  using Block = css::uno::Sequence<css::uno::Sequence<css::uno::Any>>;
  const css::uno::Any *single_;
  const Block *block_ = nullptr;
  std::size_t rows_ = 1;
  std::size_t columns_ = 1;
  bool whole_column_ = false;
};

} // namespace calcvram::glue
