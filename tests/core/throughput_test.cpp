#include "gpu/throughput.hpp"

#include "catalogue/catalogue.hpp"
#include "failing.hpp"
#include "gpu/spec.hpp"
#include "memory/weights.hpp"
#include "model/spec.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

using namespace calcvram;
using namespace calcvram::test;

namespace {

double rate(std::string_view model, std::string_view precision, double bandwidth, double context = 0, double batch = 1,
            std::string_view cache = "bf16") {
  const VramOptions none;
  const ModelRef found = parse_model(model, models());
  return decode_rate({*found, parse_precision(precision), {context, batch}, parse_cache_precision(cache), none},
                     bandwidth);
}

double bandwidth_of(std::string_view gpu) {
  return std::get<double>(gpu_fact(parse_gpu(gpu, gpus()), "bandwidth_gb_s"));
}

} // namespace

BOOST_AUTO_TEST_SUITE(throughput)

BOOST_AUTO_TEST_CASE(the_rental_pages_ceilings) { // worked examples 6, 7, 9, 10
  BOOST_TEST(std::round(rate("7b", "bf16", bandwidth_of("A40"))) == 50);
  BOOST_TEST(std::round(rate("7b", "bf16", bandwidth_of("RTX 5090"))) == 128);
  BOOST_TEST(std::round(rate("34b", "bf16", bandwidth_of("A100 SXM 80GB"))) == 30);
  BOOST_TEST(std::round(rate("34b", "int4", bandwidth_of("RTX 4090"))) == 59);
}

BOOST_AUTO_TEST_CASE(llama_3_70b_on_an_h100) { // sizing research 2.10: FP8 weights and cache, 8k
  BOOST_TEST(rate("Llama 3 70B", "fp8", 3350, 8192, 1, "fp8") == 47.3, boost::test_tools::tolerance(0.002));
  BOOST_TEST(rate("Llama 3 70B", "fp8", 3350, 8192, 32, "fp8") == 953, boost::test_tools::tolerance(0.002));
}

BOOST_AUTO_TEST_CASE(experts_are_read_as_the_batch_touches_them) { // sizing research 2.10: 81.7 of 128 at 32
  const Model &model = *parse_model("gpt-oss-120b", models());
  const double an_expert = (parameters(model) - active_parameters(model)) / (128 - 4);
  const double more =
      (weights_read(model, parse_precision("bf16"), {}, 32) - weights_read(model, parse_precision("bf16"), {}, 1))
          .count();
  BOOST_TEST(more / 2 / an_expert == 81.7 - 4, boost::test_tools::tolerance(0.002));
  BOOST_TEST(rate("gpt-oss-120b", "bf16", 3350) > 10 * rate("Llama 3.1 70B", "bf16", 3350) * 0.9);
}

BOOST_AUTO_TEST_CASE(a_bare_number_has_a_ceiling_without_a_cache) {
  BOOST_TEST(rate("70", "bf16", 1400) == 10);
  BOOST_TEST(is_bad_argument([] { return rate("70", "bf16", 1400, 8192); }));
}

BOOST_AUTO_TEST_CASE(slower_with_context_faster_with_batch) {
  BOOST_TEST(rate("Llama 3 8B", "bf16", 1000, 8192) < rate("Llama 3 8B", "bf16", 1000));
  BOOST_TEST(rate("Llama 3 8B", "bf16", 1000, 8192, 8) > rate("Llama 3 8B", "bf16", 1000, 8192));
}

BOOST_AUTO_TEST_SUITE_END()
