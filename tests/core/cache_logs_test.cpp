// Caches and recurrent states as programs printed them: tests/data/logs_kv.csv.
//
// Left out: GT101 (a saved checkpoint with metadata), GT121 and GT124 (budgets that the pool does not fill). Rows that
// print one side of a cache have v_head_dim=0, or the other side's width.
#include "catalogue/catalogue.hpp"
#include "memory/inference.hpp"
#include "model/spec.hpp"
#include "test_table.hpp"
#include "unit_bytes.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

using namespace calcvram;
using namespace calcvram::test;

BOOST_AUTO_TEST_SUITE(cache_logs)

BOOST_AUTO_TEST_CASE(every_log_within_one_unit_of_its_last_digit) {
  const TestTable table{"logs_kv.csv"};
  int exact = 0;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const VramOptions options = parse_vram_options(parse_key_values(table.text(row, "options")));
    const ModelRef model = parse_model(table.text(row, "model"), models());
    const Workload workload{table.number(row, "context"), table.number(row, "batch")};
    const double unit = unit_bytes(table.text(row, "unit"));
    const double computed =
        cache_and_state(*model, workload, parse_cache_precision(table.text(row, "kv_precision")), options).count() /
        unit;
    const double last_digit = std::pow(10.0, -table.number(row, "digits"));
    const double off = std::abs(computed - table.number(row, "printed"));
    exact += off <= last_digit / 2 * (1 + 1e-9) ? 1 : 0;
    BOOST_TEST(off < last_digit, table.place(row) << " " << table.text(row, "id") << " " << computed);
  }
  BOOST_TEST_MESSAGE(exact << " of " << table.size() << " rows round to the printed figure");
  BOOST_TEST(table.size() >= 90U);
}

BOOST_AUTO_TEST_SUITE_END()
