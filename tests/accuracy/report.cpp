#include "report.hpp"

#include "promise.hpp"
#include "text/number.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace calcvram::accuracy {
namespace {

constexpr std::string_view introduction =
    R"(# How accurate is CalcVRAM

What the formulas give for public logs, beside what the programs printed. Each log is written as the arguments somebody would
type into a sheet (`tests/data/logs/`, with the source of every row), and goes through the same code as a cell does: what
the log tells, no more. `overhead=0` stands where an allocator counted, which does not see the CUDA context. No coefficient is
fitted to a row of these tables unless its comment in the code says so. Where a note says *probably*, the cause is reasoned from the
program's code or from the figures, and nobody has measured it.

The rows are one part of a larger set: the rest is kept apart and tried on each version. Some come from public files
whose repository was not recorded. Several rows can come from one log; they are then different buffers.

*Exact* means the same as far as the program printed digits. An error is ours against the printed figure: -5 % is too little.
MiB and GiB are 2^20 and 2^30 bytes, GB is 10^9; a program that prints GB and means GiB stands here with GiB.

This file is written by a test run and checked by another: `cmake --build build --target update_accuracy` writes it again.

)";

std::string percent(double share) {
  return format_number(share * 100, 1) + " %";
}

std::string signed_percent(double share) {
  return (share > 0 ? "+" : "") + percent(share);
}

/// Text for a cell of a table.
std::string cell(std::string text) {
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) {
    text.insert(at, "\\");
  }
  return text;
}

std::string source_link(const std::string &source) {
  return source.starts_with("http") ? "[log](" + source + ")" : source;
}

std::string ours(const Comparison &row) {
  if (const auto &range = row.answer.range) {
    return format_number(range->low, 1) + " to " + format_number(range->high, 1);
  }
  return row.answer.value ? format_number(*row.answer.value, static_cast<int>(row.log.digits) + 1) : "-";
}

std::size_t rows_within(std::span<const Comparison> rows, double share) {
  return static_cast<std::size_t>(std::ranges::count_if(rows, [&](const auto &row) { return row.within(share); }));
}

std::string worst_in_words(std::span<const Comparison> rows) {
  const Comparison *row = worst(rows);
  return row != nullptr ? signed_percent(*row->error()) + " (" + row->log.id + ")" : "-";
}

std::string summary_row(const Comparisons &kind) {
  const std::span<const Comparison> rows = kind.compared;
  const auto exact = std::ranges::count_if(rows, [](const auto &row) { return row.exact(); });
  std::string line = words("| ", kind.kind.title, " | ", rows.size(), " | ", exact);
  for (const double share : {0.01, 0.02, 0.05, listed_share}) {
    line += words(" | ", rows_within(rows, share));
  }
  const auto middle = median(absolute_errors(rows));
  return line + words(" | ", middle ? percent(*middle) : "-", " | ", worst_in_words(rows), " |\n");
}

std::string summary_of_rates(const Comparisons &kind) {
  const std::vector<double> reached = fractions_reached(kind.compared);
  if (reached.empty()) {
    return "";
  }
  const auto below = std::ranges::count_if(reached, [](double fraction) { return fraction <= 1; });
  return words("\n", kind.kind.title, ": ", below, " of ", reached.size(),
               " measured rates are below the ceiling that the memory's bandwidth sets. They reach ",
               percent(*median(reached)), " of it at the median, from ", percent(std::ranges::min(reached)), " to ",
               percent(std::ranges::max(reached)), ".\n");
}

std::string summary_of_ranges(const Comparisons &kind) {
  const auto inside = std::ranges::count_if(kind.compared, [](const auto &row) { return row.in_range(); });
  return words("\n", kind.kind.title, " depend on version and build, so that ours is a range; ", inside, " of ",
               kind.compared.size(), " are inside it. The errors above are those of its middle.\n");
}

std::string summary(std::span<const Comparisons> kinds) {
  std::string text = "## Summary\n\n"
                     "| | rows | exact | within 1 % | 2 % | 5 % | 10 % | median error | worst |\n"
                     "|---|---|---|---|---|---|---|---|---|\n";
  std::string notes;
  for (const Comparisons &kind : kinds) {
    if (kind.kind.kind == Kind::throughput) {
      notes += summary_of_rates(kind);
      continue;
    }
    text += summary_row(kind);
    if (kind.kind.kind == Kind::compute) {
      notes += summary_of_ranges(kind);
    }
  }
  return text + notes;
}

std::string listed_rows(const Comparisons &kind) {
  const bool rates = kind.kind.kind == Kind::throughput;
  std::string lines;
  for (const Comparison &row : kind.compared) {
    if (!rates && !is_out(kind.kind.kind, row)) {
      continue;
    }
    const auto error = row.error();
    std::string distance = row.answer.failure.empty() ? "-" : "not computed: " + row.answer.failure;
    if (error) {
      distance = rates ? percent(1 / (1 + *error)) : signed_percent(*error);
    }
    lines +=
        words("| ", row.log.id, " | ", cell(row.log.model), " | ", row.log.printed, " ", row.log.unit, " | ", ours(row),
              " | ", cell(distance), " | ", cell(row.log.note), " | ", source_link(row.log.source), " |\n");
  }
  if (lines.empty()) {
    return "";
  }
  return words("\n| row | model | printed | ", rates ? "ceiling | reached" : "ours | error",
               " | why | source |\n|---|---|---|---|---|---|---|\n", lines);
}

std::string excluded_rows(const Comparisons &kind) {
  if (kind.excluded.empty()) {
    return "";
  }
  std::string text = "\nNot compared:\n\n";
  for (const Log &log : kind.excluded) {
    text += words("- ", log.id, " (", log.model, ", ", log.printed, " ", log.unit, "): ", log.excluded, "; ",
                  source_link(log.source), "\n");
  }
  return text;
}

/// What the rows of a section have in common.
std::string_view listed_because(Kind kind) {
  switch (kind) {
  case Kind::kv:
  case Kind::recurrent:
    return "Rows that are not exact:";
  case Kind::compute:
    return "Rows that are outside of the range:";
  case Kind::throughput:
    return "All rows:";
  default:
    return "Rows that are out by more than 10 %:";
  }
}

std::string section(const Comparisons &kind) {
  const std::string promised = promise_of(kind.kind.kind);
  std::string text = words("\n## ", kind.kind.title, "\n\n`tests/data/logs/", kind.kind.file, ".csv`, computed by ",
                           kind.kind.asked, ".");
  if (!promised.empty()) {
    text += words(" Promised: ", promised, ".");
  }
  const std::string rows = listed_rows(kind);
  text += rows.empty() ? "" : words(" ", listed_because(kind.kind.kind));
  return text + "\n" + rows + excluded_rows(kind);
}

} // namespace

std::string report(std::span<const Comparisons> kinds) {
  std::string text{introduction};
  text += summary(kinds);
  for (const Comparisons &kind : kinds) {
    text += section(kind);
  }
  return text;
}

} // namespace calcvram::accuracy
