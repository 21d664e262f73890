#include "memory/inference.hpp"

#include "catalogue/catalogue.hpp"
#include "failing.hpp"
#include "model/spec.hpp"
#include "test_table.hpp"
#include "unit_bytes.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

using namespace calcvram;
using namespace calcvram::test;

namespace {

double total_gb(std::string_view model, std::string_view precision, double context, double batch = 1,
                std::string_view options = "") {
  const VramOptions parsed = parse_vram_options(parse_key_values(options));
  const ModelRef found = parse_model(model, models());
  return inference({*found, parse_precision(precision), {context, batch}, parse_cache_precision("bf16"), parsed},
                   Explain::no)
      .total()
      .gb();
}

double half_up(double value) {
  return std::floor(value + 0.5);
}

} // namespace

BOOST_AUTO_TEST_SUITE(inference)

BOOST_AUTO_TEST_CASE(the_rental_pages_totals) {
  const TestTable page{"rental_page/inference_totals.csv"};
  for (std::size_t row = 0; row < page.size(); ++row) {
    const std::string &model = page.text(row, "model");
    for (const std::string precision : {"bf16", "fp8", "int4"}) {
      BOOST_TEST(half_up(total_gb(model, precision, 8192)) == page.number(row, precision + "_total_gb"),
                 page.place(row) << " " << precision);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_worked_example) {
  BOOST_TEST(total_gb("70b", "fp8", 8192) == 74.68435456);
}

BOOST_AUTO_TEST_CASE(overhead_is_what_is_said) {
  BOOST_TEST(total_gb("70b", "fp8", 8192, 1, "overhead=0") == 72.68435456);
  BOOST_TEST(total_gb("70b", "fp8", 8192, 1, "overhead=3,5") == 76.18435456);
}

BOOST_AUTO_TEST_CASE(the_lines_explain_and_add_up) {
  const VramOptions none;
  const ModelRef model = parse_model("Qwen3.5 27B", models());
  const Breakdown parts = calcvram::inference(
      {*model, parse_precision("bf16"), {8192, 2}, parse_cache_precision("bf16"), none}, Explain::yes);
  BOOST_REQUIRE(parts.lines().size() == 4U);
  double sum = 0;
  for (const BreakdownLine &line : parts.lines()) {
    BOOST_TEST(!line.how.empty());
    sum += line.bytes.gb();
  }
  BOOST_TEST(sum == parts.total().gb(), boost::test_tools::tolerance(1e-14));
  BOOST_TEST(name_of(parts.lines()[2].component) == "recurrent state");
  BOOST_TEST(parts.of(Component::recurrent_state).count() == 2 * 153944064.0);
}

BOOST_AUTO_TEST_CASE(a_number_of_parameters_has_no_total) {
  BOOST_TEST(is_bad_argument([] { return total_gb("70", "bf16", 8192); }));
}

BOOST_AUTO_TEST_CASE(totals_grow_with_context_and_batch) {
  for (const auto *model : {"7b", "Gemma 3 27B", "DeepSeek-V3", "Nemotron 3 Nano 30B-A3B"}) {
    BOOST_TEST(total_gb(model, "bf16", 8192) < total_gb(model, "bf16", 8193), model);
    BOOST_TEST(total_gb(model, "bf16", 8192) < total_gb(model, "bf16", 8192, 2), model);
  }
}

BOOST_AUTO_TEST_CASE(a_token_table_on_the_host_stands_beside_the_cards) {
  const ModelRef llama = parse_model("Llama 3 8B", models());
  const auto weights_line = [&](std::string_view options) {
    const VramOptions parsed = parse_vram_options(parse_key_values(options));
    const Breakdown parts = calcvram::inference(
        {*llama, parse_precision("bf16"), {8192, 1}, parse_cache_precision("bf16"), parsed}, Explain::no);
    return parts.lines()[0];
  };
  constexpr double table = 128256.0 * 4096 * 2;
  BOOST_TEST(weights_line("embedding=host").host.count() == table);
  BOOST_TEST(weights_line("embedding=host").bytes.count() == weights_line("").bytes.count() - table);
}

BOOST_AUTO_TEST_CASE(cards_and_copies) {
  const auto part = [](Component component, std::string_view options) {
    const VramOptions parsed = parse_vram_options(parse_key_values(options));
    const ModelRef model = parse_model("Qwen3.5 27B", models());
    return calcvram::inference({*model, parse_precision("bf16"), {8192, 4}, parse_cache_precision("bf16"), parsed},
                               Explain::no)
        .of(component)
        .gb();
  };
  BOOST_TEST(part(Component::overhead, "tp=2 dp=2") == 8);
  BOOST_TEST(part(Component::overhead, "tp=2 dp=2 per=card") == 2);
  BOOST_TEST(part(Component::kv_cache, "tp=2 dp=2") == part(Component::kv_cache, ""));
  BOOST_TEST(part(Component::kv_cache, "tp=2 dp=2 per=card") == part(Component::kv_cache, "") / 4);
  BOOST_TEST(part(Component::recurrent_state, "tp=2 dp=2 per=card") == part(Component::recurrent_state, "") / 4);
  BOOST_TEST(part(Component::kv_cache, "tp=8") == 2 * part(Component::kv_cache, "")); // 4 heads over 8 ranks
}

BOOST_AUTO_TEST_SUITE_END()
