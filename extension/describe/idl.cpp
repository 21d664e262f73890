#include "idl.hpp"

#include <algorithm>
#include <vector>

namespace calcvram::describe {
namespace {

bool is_space(char letter) {
  return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n';
}

/// The text with every run of white space as one blank, and none beside punctuation.
std::string condensed(std::string_view idl) {
  constexpr std::string_view punctuation = "(){},;[]";
  std::string text;
  bool space = false;
  for (const char letter : idl) {
    if (is_space(letter)) {
      space = true;
      continue;
    }
    const bool joins = text.empty() || punctuation.find(letter) != std::string_view::npos ||
                       punctuation.find(text.back()) != std::string_view::npos;
    if (space && !joins) {
      text += ' ';
    }
    text += letter;
    space = false;
  }
  return text;
}

/// What stands between the braces of the interface, a declaration each.
std::vector<std::string> declarations(std::string_view idl) {
  const std::string text = condensed(idl);
  const std::string head = "interface " + std::string{interface} + "{";
  const std::size_t begin = text.find(head);
  const std::size_t end = begin == std::string::npos ? begin : text.find('}', begin);
  if (end == std::string::npos) {
    throw Error{"there is no interface " + std::string{interface}};
  }
  std::vector<std::string> found;
  for (std::size_t from = begin + head.size(); from < end;) {
    const std::size_t to = text.find(';', from);
    found.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  return found;
}

std::string_view type_of(const Argument &argument) {
  return argument.is_range ? "::com::sun::star::table::XCellRange" : "any";
}

std::string expected(const Function &function) {
  std::string declaration = "any " + function.method + "(";
  std::string_view separator;
  for (const Argument &argument : function.arguments) {
    declaration.append(separator).append("[in]").append(type_of(argument)).append(" ").append(argument.name);
    separator = ",";
  }
  return declaration + ")";
}

} // namespace

void check_idl(std::string_view idl, const Functions &functions) {
  std::vector<std::string> found = declarations(idl);
  std::erase(found, "interface ::com::sun::star::uno::XInterface");
  for (const Function &function : functions) {
    const std::string wanted = expected(function);
    const auto same = std::ranges::find(found, wanted);
    if (same == found.end()) {
      throw Error{"functions/*.toml ask for\n  " + wanted + "\nwhich the IDL does not have"};
    }
    found.erase(same); // a method that stands twice is found out below
  }
  if (!found.empty()) {
    throw Error{"the IDL has\n  " + found.front() + "\nwhich no functions/*.toml describes"};
  }
}

} // namespace calcvram::describe
