#include "check.hpp"

#include "names.hpp"

#include <algorithm>
#include <array>
#include <regex>
#include <set>

namespace calcvram::describe {
namespace {

/// Calc takes these and puts anything else under Add-In without a word.
constexpr std::array<std::string_view, 11> categories{"Database",    "Date&Time",    "Financial", "Information",
                                                      "Logical",     "Mathematical", "Matrix",    "Statistical",
                                                      "Spreadsheet", "Text",         "Add-In"};

void require(bool holds, const std::string &place, const std::string &words) {
  if (!holds) {
    throw Error{place + ": " + words};
  }
}

void check_text(const Text &text, const std::string &place) {
  for (const std::string &words : text) {
    require(words.find_first_of("\r\n\t") == std::string::npos, place, "a text is more than one line");
    require(words.empty() || (words.front() != ' ' && words.back() != ' '), place, "a text has space at an end");
  }
}

void check_argument(const Argument &argument) {
  static const std::regex name{"[a-z]+([A-Z][a-z]*)*"};
  require(std::regex_match(argument.name, name), argument.place, argument.name + " is not letters in camelCase");
  check_text(argument.label, argument.place);
  check_text(argument.text, argument.place);
}

void check_arguments(const Function &function) {
  std::set<std::string> names;
  bool optional = false;
  for (const Argument &argument : function.arguments) {
    check_argument(argument);
    require(names.insert(argument.name).second, argument.place, "a second argument " + argument.name);
    require(argument.optional || !optional, argument.place, argument.name + " is required but follows optional ones");
    optional = argument.optional;
  }
  // Texts in a table never compare equal in Calc; a column alone does.
  require(function.gives != Gives::table || (optional && function.arguments.back().name == "column"), function.place,
          "a table does not end with an optional argument column");
}

void check_function(const Function &function) {
  // Without the underscore a name may be a cell address, here or in Excel.
  static const std::regex name{"[A-Z]+(_[A-Z]+)+"};
  require(std::regex_match(function.name, name), function.place, function.name + " is not capitals with underscores");
  require(function.method == camel_case(function.name), function.place,
          "method is not " + camel_case(function.name) + ", as the name asks for");
  require(std::ranges::count(categories, function.category) == 1, function.place,
          "Calc has no category " + function.category);
  require(function.example_formula.starts_with("=" + function.name + "("), function.place,
          "the example does not begin with =" + function.name + "(");
  check_text(function.text, function.place);
  check_arguments(function);
}

} // namespace

void check(const Functions &functions) {
  std::set<std::string> names;
  for (const Function &function : functions) {
    check_function(function);
    require(names.insert(function.name).second, function.place, "a second function " + function.name);
  }
}

} // namespace calcvram::describe
