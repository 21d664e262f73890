#include "memory/weights.hpp"

#include "catalogue/catalogue.hpp"
#include "failing.hpp"
#include "model/spec.hpp"
#include "test_table.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram;
using namespace calcvram::test;

namespace {
double weight_gb(std::string_view model, std::string_view precision) {
  return weights(*parse_model(model, models()), parse_precision(precision), {}).gb();
}
} // namespace

BOOST_AUTO_TEST_SUITE(weights)

BOOST_AUTO_TEST_CASE(the_rental_pages_table) {
  const TestTable page{"rental_page/precision_bytes.csv"};
  for (std::size_t row = 0; row < page.size(); ++row) {
    const double bytes = page.number(row, "bytes_per_param");
    BOOST_TEST(calcvram::weights(*parse_model("7b", models()), parse_precision(bytes), {}).gb() ==
               page.number(row, "weights_7b_gb"));
    BOOST_TEST(calcvram::weights(*parse_model("70b", models()), parse_precision(bytes), {}).gb() ==
               page.number(row, "weights_70b_gb"));
  }
}

BOOST_AUTO_TEST_CASE(parameters_times_bytes) {
  BOOST_TEST(weight_gb("Llama 3.1 70B", "bf16") == 141.107412992);
  BOOST_TEST(weight_gb("Llama 3.1 70B", "int4") == 35.276853248);
  BOOST_TEST(weight_gb("70", "fp8") == 70);
  BOOST_TEST(weight_gb("params=8.03B", "bf16") == 16.06);
}

BOOST_AUTO_TEST_CASE(nf4_leaves_the_embeddings_in_16_bits) {
  // (8,030,261,248 - 2 * 128,256 * 4096) * 4.5 / 8 + 2 * 128,256 * 4096 * 2
  BOOST_TEST(weight_gb("Llama 3.1 8B", "nf4") ==
                 (6979584000.0 + 0.0 + (8030261248.0 - 6979584000.0 - 1050673152.0)) * 4.5 / 8e9 +
                     1050673152.0 * 2 / 1e9,
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(weight_gb("70b", "nf4") == 35); // nominal bits: nobody knows the embeddings of a generic shape
  BOOST_TEST(weight_gb("70", "nf4") == 35);
}

BOOST_AUTO_TEST_CASE(active_parameters_of_dense_models_are_all) {
  BOOST_TEST(active_parameters(*parse_model("Llama 3.1 8B", models())) == 8030261248.0);
  BOOST_TEST(active_parameters(*parse_model("Mixtral 8x7B", models())) == 12879925248.0);
}

BOOST_AUTO_TEST_CASE(a_spec_without_params_has_no_weights) {
  BOOST_TEST(is_bad_argument([] { return weight_gb("layers=3 hidden=8", "bf16"); }));
}

BOOST_AUTO_TEST_SUITE_END()
