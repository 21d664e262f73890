// Compares the formulas with public logs: accuracy LOGS --write FILE, or accuracy LOGS --check FILE.
#include "promise.hpp"
#include "report.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace {

using namespace calcvram::accuracy;

constexpr int usage_error = 2;

std::vector<Comparisons> compare_all(const std::filesystem::path &directory) {
  std::vector<Comparisons> all;
  std::ranges::transform(kinds(), std::back_inserter(all),
                         [&](const KindOfLog &kind) { return compare(kind, read_logs(directory, kind)); });
  return all;
}

void write(const std::filesystem::path &file, const std::string &text) {
  std::ofstream stream{file, std::ios::binary};
  stream << text;
  if (!stream.flush()) {
    throw std::runtime_error{"cannot write " + file.string()};
  }
}

std::vector<std::string> lines_of(std::istream &stream) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

/// Prints the first line in which the committed report is not what comes out now. True if there is none.
bool is_up_to_date(const std::filesystem::path &file, const std::string &text) {
  std::ifstream committed{file, std::ios::binary};
  std::istringstream computed{text};
  const auto is = lines_of(committed);
  const auto should_be = lines_of(computed);
  const auto [old_line, new_line] = std::ranges::mismatch(is, should_be);
  if (old_line == is.end() && new_line == should_be.end()) {
    return true;
  }
  std::cerr << file.string() << ":" << old_line - is.begin() + 1 << ": not what comes out\n"
            << "- " << (old_line == is.end() ? "(the file ends)" : *old_line) << "\n"
            << "+ " << (new_line == should_be.end() ? "(the report ends)" : *new_line) << "\n"
            << "cmake --build build --target update_accuracy writes it again\n";
  return false;
}

/// Prints what is broken. True if nothing is.
bool promises_are_kept(const std::vector<Comparisons> &all) {
  bool kept = true;
  for (const Comparisons &kind : all) {
    for (const std::string &broken : broken_promises(kind)) {
      std::cerr << broken << "\n";
      kept = false;
    }
  }
  return kept;
}

int run(const std::filesystem::path &logs, std::string_view mode, const std::filesystem::path &file) {
  const std::vector<Comparisons> all = compare_all(logs);
  const std::string text = report(all);
  if (mode == "--write") {
    write(file, text);
    return 0;
  }
  if (mode == "--check") {
    const bool current = is_up_to_date(file, text);
    return promises_are_kept(all) && current ? 0 : 1;
  }
  std::cerr << "unknown mode " << mode << "\n";
  return usage_error;
}

} // namespace

int main(int count, char **arguments) {
  if (count != 4) {
    std::cerr << "usage: accuracy LOGS --write|--check FILE\n";
    return usage_error;
  }
  try {
    return run(arguments[1], arguments[2], arguments[3]);
  } catch (const std::exception &failure) {
    std::cerr << failure.what() << "\n";
    return 1;
  }
}
