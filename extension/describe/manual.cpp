#include "manual.hpp"

#include "names.hpp"

namespace calcvram::describe {
namespace {

constexpr std::string_view begin_mark = "<!-- functions:begin -->";
constexpr std::string_view end_mark = "<!-- functions:end -->";

/// A bar would end the cell, in code too.
std::string cell(std::string_view text) {
  std::string markdown;
  for (const char letter : text) {
    if (letter == '|') {
      markdown += '\\';
    }
    markdown += letter;
  }
  return markdown;
}

std::string code(std::string_view text) {
  return std::string{'`'}.append(cell(text)) + '`';
}

std::string example(const Function &function) {
  const std::string result = function.example_result.empty() ? "" : " gives " + cell(function.example_result);
  return code(function.example_formula) + result;
}

} // namespace

std::string function_table(const Functions &functions) {
  std::string table = "| function | gives | example |\n|---|---|---|\n";
  for (const Function &function : functions) {
    table +=
        "| " + code(signature(function)) + " | " + cell(function.text[english]) + " | " + example(function) + " |\n";
  }
  return table;
}

std::string example_list(const Functions &functions) {
  std::string list = "name\tstored_name\tgives\tformula\tresult\n";
  for (const Function &function : functions) {
    list += function.name + "\t" + stored_name(function) + "\t" +
            std::string{gives_keys[static_cast<std::size_t>(function.gives)]} + "\t" + function.example_formula + "\t" +
            function.example_result + "\n";
  }
  return list;
}

std::string with_function_table(const std::string &readme, const Functions &functions) {
  const std::size_t begin = readme.find(begin_mark);
  const std::size_t end = readme.find(end_mark);
  if (begin == std::string::npos || end == std::string::npos || end < begin) {
    throw Error{"no " + std::string{begin_mark} + " with " + std::string{end_mark} + " behind it"};
  }
  return readme.substr(0, begin + begin_mark.size()) + "\n\n" + function_table(functions) + "\n" + readme.substr(end);
}

} // namespace calcvram::describe
