// calcvram_describe: makes what is made from functions/*.toml, and checks what must agree with them.
#include "idl.hpp"
#include "manual.hpp"
#include "read.hpp"
#include "xcu.hpp"

#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>

namespace {

using namespace calcvram::describe;

constexpr std::string_view usage = "calcvram_describe COMMAND FILE TOML...\n"
                                   "  xcu            write CalcAddIns.xcu to FILE\n"
                                   "  table          write the function table of README.md to FILE\n"
                                   "  examples       write the examples to FILE, tab-separated\n"
                                   "  check-readme   fail where the table in FILE is not this one\n"
                                   "  update-readme  put this table into FILE\n"
                                   "  check-idl      fail where FILE, from unoidl-read, has other functions\n"
                                   "FILE may be - for standard input or output.\n";

std::string all_of(std::istream &stream) {
  return {std::istreambuf_iterator<char>{stream}, {}};
}

std::string read_file(const std::string &path) {
  if (path == "-") {
    return all_of(std::cin);
  }
  std::ifstream stream{path, std::ios::binary};
  if (!stream) {
    throw Error{"cannot be read"};
  }
  return all_of(stream);
}

void write_file(const std::string &path, const std::string &text) {
  if (path == "-") {
    std::cout << text;
    return;
  }
  std::ofstream stream{path, std::ios::binary};
  stream << text << std::flush;
  if (!stream) {
    throw Error{"cannot be written"};
  }
}

void check_readme(const std::string &path, const Functions &functions) {
  const std::string readme = read_file(path);
  if (with_function_table(readme, functions) != readme) {
    throw Error{"the function table is not what functions/*.toml say; calcvram_describe update-readme mends it"};
  }
}

/// Whether there is such a command.
bool run(std::string_view command, const std::string &path, const Functions &functions) {
  if (command == "xcu") {
    write_file(path, xcu(functions));
  } else if (command == "table") {
    write_file(path, function_table(functions));
  } else if (command == "examples") {
    write_file(path, example_list(functions));
  } else if (command == "check-readme") {
    check_readme(path, functions);
  } else if (command == "update-readme") {
    write_file(path, with_function_table(read_file(path), functions));
  } else if (command == "check-idl") {
    check_idl(read_file(path), functions);
  } else {
    return false;
  }
  return true;
}

Functions read(const std::vector<std::string> &arguments) {
  return read_functions({std::next(arguments.begin(), 2), arguments.end()});
}

} // namespace

int main(int count, char **values) {
  const std::vector<std::string> arguments{std::next(values), std::next(values, count)};
  try {
    if (arguments.size() < 3) {
      std::cerr << usage;
      return 2;
    }
    const Functions functions = read(arguments);
    try {
      if (!run(arguments[0], arguments[1], functions)) {
        std::cerr << usage;
        return 2;
      }
    } catch (const Error &error) {
      throw Error{arguments[1] + ": " + error.what()};
    }
  } catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
