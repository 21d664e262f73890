#include "promise.hpp"

#include "text/words.hpp"

#include <algorithm>
#include <functional>

namespace calcvram::accuracy {
namespace {

constexpr double most_of_weights = 0.01;
constexpr double median_of_inference = 0.05;
constexpr double median_of_training = 0.15;
constexpr double above_range = 0.02;

using Rows = std::vector<std::string>;

/// A buffer of another build may lie a little above the ceiling, none below the floor.
bool near_its_range(const Comparison &row) {
  const double printed = row.log.printed_value();
  const auto &range = row.answer.range;
  return range && range->low <= printed && printed <= range->high * (1 + above_range);
}

/// A line for each row that does not keep `kept`.
void every_row(Rows &broken, const Comparisons &kind, const std::function<bool(const Comparison &)> &kept) {
  for (const Comparison &row : kind.compared) {
    if (row.answer.value && !kept(row)) {
      broken.push_back(words(row.log.id, " of ", kind.kind.file, ".csv: printed ", row.log.printed, " ", row.log.unit,
                             ", ours ", format_number(*row.answer.value, static_cast<int>(row.log.digits) + 2), "; ",
                             promise_of(kind.kind.kind)));
    }
  }
}

void at_the_median(Rows &broken, const Comparisons &kind, double most) {
  const auto error = median(absolute_errors(kind.compared));
  if (error && *error > most) {
    broken.push_back(words(kind.kind.file, ".csv: the median error is ", format_number(*error * 100, 1), " %; ",
                           promise_of(kind.kind.kind)));
  }
}

} // namespace

std::string promise_of(Kind kind) {
  switch (kind) {
  case Kind::kv:
  case Kind::recurrent:
    return "each row within one unit of the last printed digit";
  case Kind::weights:
    return words("each row within ", most_of_weights * 100, " %");
  case Kind::inference:
    return words("within ", median_of_inference * 100, " % at the median");
  case Kind::training:
    return words("within ", median_of_training * 100, " % at the median");
  case Kind::throughput:
    return "each row below its ceiling";
  case Kind::compute:
    return words("each row within the range, or at most ", above_range * 100, " % above it");
  }
  return "";
}

std::vector<std::string> broken_promises(const Comparisons &kind) {
  Rows broken;
  for (const Comparison &row : kind.compared) {
    if (!row.answer.value) {
      broken.push_back(words(row.log.id, " of ", kind.kind.file, ".csv is not computed: ", row.answer.failure));
    } else if (is_out(kind.kind.kind, row) && row.log.note.empty()) {
      broken.push_back(words(row.log.id, " of ", kind.kind.file, ".csv is out, and its note does not say why"));
    }
  }
  switch (kind.kind.kind) {
  case Kind::kv:
  case Kind::recurrent:
    every_row(broken, kind, [](const Comparison &row) { return row.within_units(1); });
    break;
  case Kind::weights:
    every_row(broken, kind, [](const Comparison &row) { return row.within(most_of_weights); });
    break;
  case Kind::inference:
    at_the_median(broken, kind, median_of_inference);
    break;
  case Kind::training:
    at_the_median(broken, kind, median_of_training);
    break;
  case Kind::throughput:
    every_row(broken, kind, [](const Comparison &row) { return row.log.printed_value() <= *row.answer.value; });
    break;
  case Kind::compute:
    every_row(broken, kind, near_its_range);
    break;
  }
  return broken;
}

} // namespace calcvram::accuracy
