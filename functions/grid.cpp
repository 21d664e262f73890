#include "grid.hpp"

#include <com/sun/star/uno/TypeClass.hpp>

namespace calcvram::glue {

using css::uno::Any;
using css::uno::TypeClass_DOUBLE;
using css::uno::TypeClass_SEQUENCE;
using css::uno::TypeClass_STRING;
using css::uno::TypeClass_VOID;

namespace {
constexpr std::size_t rows_of_a_sheet = 1'048'576;
} // namespace

Value value_of(const Any &any) {
  switch (any.getValueTypeClass()) {
  case TypeClass_VOID:
    return {};
  case TypeClass_DOUBLE:
    return {Value::Kind::number, *static_cast<const double *>(any.getValue()), nullptr};
  case TypeClass_STRING: {
    const auto *text = static_cast<const rtl::OUString *>(any.getValue());
    return text->isEmpty() ? Value{Value::Kind::blank, 0, nullptr} : Value{Value::Kind::text, 0, text};
  }
  default: {
    // other numbers do not come from cells, but from whoever calls the component over the API
    double number = 0;
    return (any >>= number) ? Value{Value::Kind::number, number, nullptr} : Value{Value::Kind::other, 0, nullptr};
  }
  }
}

Grid::Grid(const Any &argument) : single_{&argument} {
  if (argument.getValueTypeClass() != TypeClass_SEQUENCE || argument.getValueType() != cppu::UnoType<Block>::get()) {
    return;
  }
  block_ = static_cast<const Block *>(argument.getValue());
  rows_ = static_cast<std::size_t>(block_->getLength());
  columns_ = rows_ == 0 ? 0 : static_cast<std::size_t>((*block_)[0].getLength());
  whole_column_ = rows_ >= rows_of_a_sheet;
  while (whole_column_ && rows_ > 1 && is_blank_row(rows_ - 1)) {
    --rows_;
  }
}

bool Grid::is_blank_row(std::size_t row) const {
  for (std::size_t column = 0; column < columns_; ++column) {
    if (at(row, column).kind != Value::Kind::blank) {
      return false;
    }
  }
  return true;
}

Value Grid::at(std::size_t row, std::size_t column) const {
  if (block_ == nullptr) {
    return value_of(*single_);
  }
  const auto &cells = block_->getConstArray()[row];
  return column < static_cast<std::size_t>(cells.getLength()) ? value_of(cells.getConstArray()[column])
                                                              : Value{Value::Kind::blank, 0, nullptr};
}

} // namespace calcvram::glue
