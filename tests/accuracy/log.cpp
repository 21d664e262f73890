#include "log.hpp"

#include "text/csv.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <variant>

namespace calcvram::accuracy {
namespace {

constexpr std::array all_kinds{
    KindOfLog{Kind::kv, "kv", "KV cache", "VRAM_KVCACHE, without the recurrent state"},
    KindOfLog{Kind::recurrent, "recurrent", "Recurrent state", "VRAM_KVCACHE, the recurrent state"},
    KindOfLog{Kind::weights, "weights", "Weights", "VRAM_WEIGHTS"},
    KindOfLog{Kind::compute, "compute", "Compute buffers of llama.cpp", "the overhead of VRAM_INFER_TABLE"},
    KindOfLog{Kind::inference, "inference", "Inference, whole process", "VRAM_INFER"},
    KindOfLog{Kind::training, "training", "Training", "VRAM_TRAIN"},
    KindOfLog{Kind::throughput, "throughput", "Decode rate", "GPU_DECODE_RATE"},
};

struct Column {
  std::string_view name;
  std::variant<std::string Log::*, double Log::*> member;
};

constexpr std::array columns{
    Column{"id", &Log::id},
    Column{"model", &Log::model},
    Column{"precision", &Log::precision},
    Column{"kv_precision", &Log::kv_precision},
    Column{"method", &Log::method},
    Column{"optimizer", &Log::optimizer},
    Column{"gpu", &Log::gpu},
    Column{"count", &Log::count},
    Column{"context", &Log::context},
    Column{"batch", &Log::batch},
    Column{"options", &Log::options},
    Column{"place", &Log::place},
    Column{"minus_context", &Log::minus_context},
    Column{"minus_options", &Log::minus_options},
    Column{"printed", &Log::printed},
    Column{"unit", &Log::unit},
    Column{"digits", &Log::digits},
    Column{"excluded", &Log::excluded},
    Column{"source", &Log::source},
    Column{"note", &Log::note},
};

const Column &column_of(const CsvField &header, std::string_view file) {
  const auto *const found = std::ranges::find(columns, std::string_view{header.text}, &Column::name);
  if (found == columns.end()) {
    throw CsvError{file, header.line, header.column, "unknown column " + header.text};
  }
  return *found;
}

double number_in(const CsvField &field, std::string_view file) {
  const auto number = parse_number(field.text);
  if (!number) {
    throw CsvError{file, field.line, field.column, field.text + " is not a number"};
  }
  return *number;
}

void put(Log &log, const Column &column, const CsvField &field, std::string_view file) {
  if (const auto *number = std::get_if<double Log::*>(&column.member)) {
    log.*(*number) = number_in(field, file);
  } else {
    log.*std::get<std::string Log::*>(column.member) = field.text;
  }
  if (column.name == "printed") {
    number_in(field, file);
  }
}

} // namespace

std::span<const KindOfLog> kinds() {
  return all_kinds;
}

double Log::printed_value() const {
  return parse_number(printed).value(); // put() has seen that it is one
}

std::vector<Log> parse_logs(std::string_view csv, std::string_view file) {
  const std::vector<CsvRow> rows = parse_csv(csv, file);
  std::vector<Log> logs;
  for (std::size_t row = 1; row < rows.size(); ++row) {
    Log &log = logs.emplace_back();
    for (std::size_t i = 0; i < rows[row].size(); ++i) {
      put(log, column_of(rows.front()[i], file), rows[row][i], file);
    }
  }
  return logs;
}

std::vector<Log> read_logs(const std::filesystem::path &directory, const KindOfLog &kind) {
  const std::filesystem::path path = directory / (std::string{kind.file} + ".csv");
  std::ifstream stream{path, std::ios::binary};
  if (!stream) {
    throw std::runtime_error{"cannot read " + path.string()};
  }
  std::ostringstream text;
  text << stream.rdbuf();
  return parse_logs(text.str(), path.filename().string());
}

} // namespace calcvram::accuracy
