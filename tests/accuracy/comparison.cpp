#include "comparison.hpp"

#include <algorithm>
#include <cmath>

namespace calcvram::accuracy {

std::optional<double> Comparison::error() const {
  return answer.value ? std::optional{*answer.value / log.printed_value() - 1} : std::nullopt;
}

bool Comparison::within_units(double units) const {
  // a tie of decimals is none of binary fractions
  constexpr double slack = 1e-6;
  const double unit = std::pow(10, -log.digits);
  return answer.value && std::abs(*answer.value - log.printed_value()) <= (units + slack) * unit;
}

bool Comparison::within(double share) const {
  const auto off = error();
  return exact() || (off && std::abs(*off) <= share);
}

bool Comparison::in_range() const {
  const double printed = log.printed_value();
  return answer.range && answer.range->low <= printed && printed <= answer.range->high;
}

bool is_out(Kind kind, const Comparison &row) {
  switch (kind) {
  case Kind::kv:
  case Kind::recurrent:
    return !row.exact();
  case Kind::throughput:
    return false;
  case Kind::compute:
    return !row.in_range();
  default:
    return !row.within(listed_share);
  }
}

Comparisons compare(const KindOfLog &kind, const std::vector<Log> &logs) {
  Comparisons result{kind, {}, {}};
  for (const Log &log : logs) {
    if (log.excluded.empty()) {
      result.compared.push_back({log, answer_to(kind.kind, log)});
    } else {
      result.excluded.push_back(log);
    }
  }
  return result;
}

std::optional<double> median(std::vector<double> values) {
  if (values.empty()) {
    return std::nullopt;
  }
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::vector<double> absolute_errors(std::span<const Comparison> compared) {
  std::vector<double> errors;
  for (const Comparison &comparison : compared) {
    if (const auto error = comparison.error()) {
      errors.push_back(std::abs(*error));
    }
  }
  return errors;
}

const Comparison *worst(std::span<const Comparison> compared) {
  const Comparison *found = nullptr;
  double most = -1;
  for (const Comparison &comparison : compared) {
    const auto error = comparison.error();
    if (error && !comparison.exact() && std::abs(*error) > most) {
      most = std::abs(*error);
      found = &comparison;
    }
  }
  return found;
}

std::vector<double> fractions_reached(std::span<const Comparison> compared) {
  std::vector<double> fractions;
  for (const Comparison &comparison : compared) {
    if (comparison.answer.value) {
      fractions.push_back(comparison.log.printed_value() / *comparison.answer.value);
    }
  }
  return fractions;
}

} // namespace calcvram::accuracy
