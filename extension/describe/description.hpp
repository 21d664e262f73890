// What functions/*.toml say of the functions, read once and handed to everything that is made from it.
//
// A function is added by a [[function]] there, a method in idl/org/calcvram/XFunctions.idl and its code in functions/.
// Keys of a function, all of them required unless said:
//   name       as typed in Calc                       method    in the IDL: the name in camelCase
//   gives      "value", "table" (a header, rows, an argument column) or "column" (rows alone)
//   category   of the Function Wizard, in its English name
//   text       .en, .es, .tr: one sentence, with the unit; "" in es and tr falls back to English
//   example    .formula, with ";" between arguments, and .result as Calc prints it (may be left out)
// Keys of an argument:
//   name       in the IDL                             optional  true or false
//   range      true: a cell range and nothing else, in the IDL an XCellRange (may be left out: an any)
//   default    of an optional one: the text of it, or "" where the text says what happens
//   label      .en, .es, .tr: the words beside its field in the Function Wizard
//   text       .en, .es, .tr: what it is; that it is required, or its default, is put in front
//   as_in      instead of label and text: the function whose argument of this name has them
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace calcvram::describe {

enum Language { english, spanish, turkish };

/// As the office writes them.
inline constexpr std::array<std::string_view, 3> language_tags{"en-US", "es", "tr"};
/// As the TOML files write them.
inline constexpr std::array<std::string_view, 3> language_keys{"en", "es", "tr"};

enum class Gives { value, table, column };
/// As the TOML files write them.
inline constexpr std::array<std::string_view, 3> gives_keys{"value", "table", "column"};

using Text = std::array<std::string, language_tags.size()>;

struct Argument {
  std::string name;
  bool optional = false;
  bool is_range = false;
  std::string standard; ///< the default, as text; "" where there is none
  Text label;
  Text text;
  std::string as_in; ///< empty once read
  std::string place; ///< file:line:column, for messages
};

struct Function {
  std::string name;
  std::string method;
  Gives gives = Gives::value;
  std::string category;
  Text text;
  std::string example_formula;
  std::string example_result; ///< "" where it is not told
  std::vector<Argument> arguments;
  std::string place;
};

using Functions = std::vector<Function>;

/// The first part of a stored function name, and the node of the functions in the configuration.
inline constexpr std::string_view service = "org.calcvram.AddIn";
/// The interface that holds the methods.
inline constexpr std::string_view interface = "XFunctions";

/// What stops the build: something is wrong with a file. what() names it.
class Error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

} // namespace calcvram::describe
