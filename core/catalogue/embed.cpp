// calcvram_embed KIND CSV OUTPUT [GPUS]: checks a catalogue and writes it as C++. Prices name cards of GPUS.
//
// A malformed row stops the build with its place ("models.csv:17:10: layers=x is not a number"), and so do a name
// that means two rows and a model whose published total is not what its tensors add up to. What is embedded is the CSV
// text itself, one literal a row: the library parses it with the same code that has just accepted it.
#include "gpu/gpu.hpp"
#include "model/catalogue.hpp"
#include "model/parameters.hpp"
#include "rent/price_list.hpp"
#include "text/csv.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace calcvram;

std::string read_file(const std::filesystem::path &path) {
  std::ifstream file{path, std::ios::binary};
  if (!file) {
    throw std::runtime_error{path.string() + ": cannot be read"};
  }
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

GpuCatalogue checked_gpus(std::string_view csv, const std::string &file) {
  auto gpus = parse_gpus(csv, file);
  const auto faults = check_names(gpus);
  if (!faults.empty()) {
    throw std::runtime_error{file + ": " + faults.front()};
  }
  return GpuCatalogue{std::move(gpus)};
}

/// Why the total of a row cannot stand beside its shape; "" where it can.
std::string total_fault(const ModelEntry &entry) {
  const Model &model = entry.model;
  const bool reasoned = !entry.total_reason.empty();
  if (model.origin == ModelOrigin::generic) {
    return "";
  }
  const auto disagreement = total_disagreement(model);
  if (!disagreement) {
    return reasoned ? "" : model.name + ": no params, or a shape that does not tell its tensors, and no total_reason";
  }
  const bool apart = std::abs(*disagreement) > most_disagreement;
  if (apart && !reasoned) {
    return words(model.name, ": params=", *model.shape.params, ", but the tensors of its shape are ",
                 derived_parameters(model)->total, " parameters, and there is no total_reason");
  }
  return reasoned && !apart ? model.name + ": a total_reason, but the total and the shape agree" : "";
}

/// Entries and rows (with a header) of one file.
void check_totals(const std::vector<ModelEntry> &entries, std::string_view csv, const std::string &file) {
  const auto rows = parse_csv(csv, file);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (const std::string fault = total_fault(entries[i]); !fault.empty()) {
      const CsvField &first = rows[i + 1].front();
      throw CsvError{file, first.line, first.column, fault};
    }
  }
}

void check(std::string_view kind, std::string_view csv, const std::string &file, const std::string &gpus_file) {
  if (kind == "models") {
    try {
      auto entries = parse_models(csv, file);
      check_totals(entries, csv, file);
      ModelCatalogue{std::move(entries)};
    } catch (const std::invalid_argument &ambiguous) {
      throw std::runtime_error{file + ": " + ambiguous.what()};
    }
  } else if (kind == "gpus") {
    checked_gpus(csv, file);
  } else if (kind == "prices") {
    const GpuCatalogue gpus = checked_gpus(read_file(gpus_file), gpus_file);
    parse_price_list(csv, file, gpus);
  } else {
    throw std::runtime_error{"no catalogue is called " + std::string{kind}};
  }
}

/// One raw literal a line of the file: compilers limit the length of one.
void write_source(std::ostream &out, std::string_view kind, std::string_view csv) {
  out << "#include \"catalogue/embedded.hpp\"\n\nnamespace calcvram::embedded {\n\nstd::string_view " << kind
      << "() {\n  static constexpr std::string_view csv =\n";
  while (!csv.empty()) {
    const auto length = std::min(csv.find('\n'), csv.size() - 1) + 1;
    out << "      R\"csv(" << csv.substr(0, length) << ")csv\"\n";
    csv.remove_prefix(length);
  }
  out << "      ;\n  return csv;\n}\n\n} // namespace calcvram::embedded\n";
}

} // namespace

int main(int argc, char **argv) {
  const std::string_view usage = "usage: calcvram_embed models|gpus CSV OUTPUT, or prices CSV OUTPUT GPUS\n";
  if (argc != 4 && argc != 5) {
    std::cerr << usage;
    return 2;
  }
  const std::string_view kind{argv[1]};
  const std::filesystem::path input{argv[2]};
  try {
    const std::string csv = read_file(input);
    check(kind, csv, input.string(), argc == 5 ? argv[4] : "");
    std::ofstream output{argv[3], std::ios::binary};
    write_source(output, kind, csv);
    return output.good() ? 0 : 1;
  } catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
