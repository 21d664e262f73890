#include "names.hpp"

namespace calcvram::describe {
namespace {

// Only the ASCII letters, whatever the locale: these are identifiers.
bool is_capital(char letter) {
  return letter >= 'A' && letter <= 'Z';
}
bool is_small(char letter) {
  return letter >= 'a' && letter <= 'z';
}
char small(char letter) {
  return is_capital(letter) ? static_cast<char>(letter - 'A' + 'a') : letter;
}
char capital(char letter) {
  return is_small(letter) ? static_cast<char>(letter - 'a' + 'A') : letter;
}

std::string signature(const Argument &argument) {
  std::string name = snake_case(argument.name);
  if (!argument.optional) {
    return name;
  }
  return "[" + name + (argument.standard.empty() ? "" : "=" + argument.standard) + "]";
}

} // namespace

std::string camel_case(std::string_view capitals) {
  std::string camel;
  bool starts_word = false;
  for (const char letter : capitals) {
    if (letter == '_') {
      starts_word = true;
      continue;
    }
    camel += starts_word ? letter : small(letter);
    starts_word = false;
  }
  return camel;
}

std::string snake_case(std::string_view camel) {
  std::string snake;
  for (const char letter : camel) {
    if (is_capital(letter)) {
      snake += '_';
    }
    snake += small(letter);
  }
  return snake;
}

std::string stored_name(const Function &function) {
  std::string name = std::string{service} + "." + function.method;
  for (char &letter : name) {
    letter = capital(letter);
  }
  return name;
}

std::string signature(const Function &function) {
  std::string line = function.name + "(";
  std::string_view separator;
  for (const Argument &argument : function.arguments) {
    line.append(separator).append(signature(argument));
    separator = "; ";
  }
  return line + ")";
}

} // namespace calcvram::describe
