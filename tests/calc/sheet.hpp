// Cells by address ("B3", "A1:C5") and what they hold, without the office's own types in the tests.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <com/sun/star/sheet/XSpreadsheet.hpp>
#include <com/sun/star/table/XCell.hpp>

namespace calcvram::calc {

struct Empty {
  friend bool operator==(Empty, Empty) = default;
};

/// An error as Calc numbers it.
struct CellError {
  int code;
  friend bool operator==(CellError, CellError) = default;
};

constexpr CellError bad_argument{502};
constexpr CellError bad_call{504};     ///< Calc's own: a reference it cannot hand over
constexpr CellError wrong_type{519};   ///< #VALUE!: what a lost exception becomes
constexpr CellError unknown_name{525}; ///< #NAME?
constexpr CellError division_by_zero{532};
constexpr CellError not_available{32767}; ///< #N/A

using Value = std::variant<Empty, double, std::string, CellError>;

/// "42.5", "text", Err:502, #N/A or (blank): for messages.
std::string describe(const Value &value);
/// "Err:502", "#N/A", "#DIV/0!"...; throws on anything else.
CellError error_named(std::string_view name);

/// Row by row.
class Grid {
public:
  explicit Grid(std::size_t columns) : columns_{columns} {}

  void push(Value value) { values_.push_back(std::move(value)); }
  [[nodiscard]] std::size_t rows() const { return values_.size() / columns_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] const Value &at(std::size_t row, std::size_t column) const { return values_[row * columns_ + column]; }
  [[nodiscard]] const std::vector<Value> &values() const { return values_; }
  friend bool operator==(const Grid &, const Grid &) = default;

private:
  std::size_t columns_;
  std::vector<Value> values_;
};

class Sheet {
public:
  explicit Sheet(com::sun::star::uno::Reference<com::sun::star::sheet::XSpreadsheet> sheet)
      : sheet_{std::move(sheet)} {}

  /// A number, a text kept as text, or nothing.
  void set(std::string_view cell, const Value &value);
  /// As the file format has it: names in English, ";" between arguments, "." in numbers.
  void set_formula(std::string_view cell, std::string_view formula);
  /// As somebody types it in the profile's language.
  void set_local_formula(std::string_view cell, std::string_view formula);
  void set_array_formula(std::string_view range, std::string_view formula);
  /// A block of formulas or contents in one call; keep it to 500, the office takes quadratic time.
  void set_formulas(std::string_view range, const std::vector<std::vector<std::string>> &formulas);
  void set_numbers(std::string_view range, const std::vector<std::vector<double>> &numbers);
  /// A block of any contents but errors, in one call: texts stay texts.
  void set_values(std::string_view range, const std::vector<std::vector<Value>> &values);
  /// The same text in every cell of one column.
  void set_texts(std::string_view range, std::size_t rows, std::string_view text);
  /// Repeats the first row of the range down to its last.
  void fill_down(std::string_view range);
  void clear(std::string_view range);

  [[nodiscard]] Value value(std::string_view cell) const;
  [[nodiscard]] std::string formula(std::string_view cell) const;
  [[nodiscard]] std::string local_formula(std::string_view cell) const;
  [[nodiscard]] Grid values(std::string_view range) const;

  [[nodiscard]] const com::sun::star::uno::Reference<com::sun::star::sheet::XSpreadsheet> &uno() const {
    return sheet_;
  }

private:
  [[nodiscard]] com::sun::star::uno::Reference<com::sun::star::table::XCellRange> range(std::string_view address) const;
  [[nodiscard]] com::sun::star::uno::Reference<com::sun::star::table::XCell> cell(std::string_view address) const;

  com::sun::star::uno::Reference<com::sun::star::sheet::XSpreadsheet> sheet_;
};

} // namespace calcvram::calc
