// Public logs: what a program printed, and what somebody would type to ask CalcVRAM the same.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace calcvram::accuracy {

/// What a log tells of: a file of tests/data/logs each.
enum class Kind : std::uint8_t { kv, recurrent, weights, compute, inference, training, throughput };

struct KindOfLog {
  Kind kind;
  std::string_view file;  ///< kv.csv without its end
  std::string_view title; ///< of its section in the report
  std::string_view asked; ///< the function of the sheet that the rows are arguments of
};

/// In the order of the report.
std::span<const KindOfLog> kinds();

/// A row. The arguments are as in a cell; what a kind has no column for is at its default.
struct Log {
  std::string id;
  std::string model;
  std::string precision = "bf16";
  std::string kv_precision = "bf16";
  std::string method = "full";
  std::string optimizer = "adamw";
  std::string gpu;
  double count = 1;
  double context = 0;
  double batch = 1;
  std::string options;
  std::string place = "gpu"; ///< of weights: gpu or host
  /// The log is the difference of two runs; the second one's arguments where they are others, else blank.
  std::string minus_context;
  std::string minus_options;

  std::string printed;  ///< as the program wrote it
  std::string unit;     ///< MiB, GiB, GB, tokens/s
  double digits = 0;    ///< decimals that the program printed
  std::string excluded; ///< why the row is no allocation; "" for one that is compared
  std::string source;
  std::string note;

  [[nodiscard]] double printed_value() const;
  [[nodiscard]] bool is_difference() const { return !minus_context.empty() || !minus_options.empty(); }
};

/// The rows of one kind. Throws std::runtime_error where the file cannot be read, CsvError for a column or a number
/// that is none.
std::vector<Log> read_logs(const std::filesystem::path &directory, const KindOfLog &kind);

/// Rows of a CSV text; `file` is for the words of errors.
std::vector<Log> parse_logs(std::string_view csv, std::string_view file);

} // namespace calcvram::accuracy
