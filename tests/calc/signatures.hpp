// The functions of release 1 as they are promised: every suite that goes over all of them reads this list.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace calcvram::calc {

/// What an argument is: it decides what a number, a text, a blank cell... mean there.
enum class Role {
  model,
  gpu,
  name,            ///< precision, method, optimizer, period, field: a blank cell (0) is an error
  positive,        ///< an amount or a rate: 0 is an error
  context,         ///< tokens: 0 is an error
  context_or_zero, ///< tokens where 0 is the default
  count,           ///< 0 is the default
  amount,          ///< 0 is 0
  options,         ///< "key=value" texts
  quotes,          ///< a table, or the name of a built-in list
  quote_range,     ///< a table that must be a cell range: Calc itself refuses anything else
  date,            ///< a day; 0 is none
  search,          ///< any text: the nearest rows
  column,          ///< of a table: the text of its header
};

struct Argument {
  std::string_view name; ///< as the IDL has it
  Role role;
  std::string_view good;           ///< as a formula writes it
  std::string_view omitted_equals; ///< what leaving it out means, likewise; empty: it is required
};

enum class Gives {
  value,  ///< for each element of its arguments
  table,  ///< a block with a header; it takes single values, and says in words what is wrong with them
  column, ///< of numbers; it takes single values
};

struct Function {
  std::string_view name; ///< on screen
  Gives gives;
  std::vector<Argument> arguments;

  [[nodiscard]] bool is_table() const { return gives == Gives::table; }
};

/// Those of the release, in the order of the IDL; then again those that take a table of quotes or the name of a list,
/// with a table. Their quotes stand on a sheet that quote_sheet.hpp's add_quotes() adds.
std::span<const Function> functions();

/// ORG.CALCVRAM.ADDIN.VRAMKVCACHE
std::string stored_name(const Function &function);

/// "=" and the words: a formula of one expression.
std::string formula_of(std::string_view expression);

/// The call with every argument's good value, but for one that is replaced.
std::string call(const Function &function, std::size_t replaced, std::string_view by);
std::string call(const Function &function);

} // namespace calcvram::calc
