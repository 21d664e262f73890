// What public logs of training runs print, and what the formulas give for the arguments of the same runs.
//
// A row with minus_context or minus_options is the difference of two runs, which leaves fixed buffers out. Programs
// print what their allocator holds, without CUDA context: overhead=0. GT223 to GT226 of the collection are left out:
// they are DeepSpeed's printed estimates (4P + 16P/N and the like), not allocations.
#include "catalogue/catalogue.hpp"
#include "memory/training.hpp"
#include "model/spec.hpp"
#include "test_table.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>

using namespace calcvram;
using namespace calcvram::test;

namespace {

double trained_bytes(const TestTable &logs, std::size_t row, double context, const std::string &options) {
  const VramOptions parsed = parse_vram_options(parse_key_values(options));
  const ModelRef model = parse_model(logs.text(row, "model"), models());
  const TrainingPlan plan{*model,
                          parse_method(logs.text(row, "method")),
                          parse_precision(logs.text(row, "precision")),
                          parse_optimizer(logs.text(row, "optimizer")),
                          {context, logs.number(row, "batch")},
                          parsed};
  return training(plan, Explain::no).total().count();
}

double computed(const TestTable &logs, std::size_t row) {
  const double context = logs.number(row, "context");
  const std::string &options = logs.text(row, "options");
  const double all = trained_bytes(logs, row, context, options);
  const bool other_context = !logs.text(row, "minus_context").empty();
  const bool other_options = !logs.text(row, "minus_options").empty();
  if (!other_context && !other_options) {
    return all;
  }
  return all - trained_bytes(logs, row, other_context ? logs.number(row, "minus_context") : context,
                             other_options ? logs.text(row, "minus_options") : options);
}

double printed(const TestTable &logs, std::size_t row) {
  const std::string &unit = logs.text(row, "unit");
  BOOST_REQUIRE(unit == "GB" || unit == "GiB" || unit == "MiB");
  const double mib = 1024.0 * 1024;
  return logs.number(row, "printed") * (unit == "GB" ? 1e9 : unit == "GiB" ? 1024 * mib : mib);
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

} // namespace

BOOST_AUTO_TEST_SUITE(training_logs)

BOOST_AUTO_TEST_CASE(the_median_is_within_15_percent) {
  const TestTable logs{"logs_training.csv"};
  std::vector<double> errors;
  for (std::size_t row = 0; row < logs.size(); ++row) {
    const double error = computed(logs, row) / printed(logs, row) - 1;
    BOOST_TEST_MESSAGE(logs.text(row, "id")
                       << " " << format_number(100 * error, 1) << " % of " << logs.text(row, "printed") << " "
                       << logs.text(row, "unit") << ": " << logs.text(row, "note"));
    errors.push_back(std::abs(error));
  }
  BOOST_TEST_MESSAGE("median " << format_number(100 * median(errors), 1) << " %");
  BOOST_TEST(logs.size() == 28);
  BOOST_TEST(median(errors) < 0.15);
}

BOOST_AUTO_TEST_SUITE_END()
