#include "failing.hpp"
#include "precision/precision.hpp"
#include "test_table.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram;
using namespace calcvram::test;

BOOST_AUTO_TEST_SUITE(precision)

BOOST_AUTO_TEST_CASE(flat_formats_are_their_bytes_for_ever) {
  BOOST_TEST(parse_precision("fp32").nominal_bytes() == 4);
  BOOST_TEST(parse_precision("TF32").nominal_bytes() == 4);
  BOOST_TEST(parse_precision("BF16").nominal_bytes() == 2);
  BOOST_TEST(parse_precision("float16").nominal_bytes() == 2);
  BOOST_TEST(parse_precision("fp8").nominal_bytes() == 1);
  BOOST_TEST(parse_precision("int8").nominal_bytes() == 1);
  BOOST_TEST(parse_precision("Int 4").nominal_bytes() == 0.5);
}

BOOST_AUTO_TEST_CASE(the_rental_page_prices_its_bytes) {
  const TestTable page{"rental_page/precision_bytes.csv"};
  for (std::size_t row = 0; row < page.size(); ++row) {
    std::string names = page.text(row, "precision"); // "BF16/FP16"
    names += '/';
    for (std::size_t slash = names.find('/'); slash != std::string::npos; slash = names.find('/')) {
      BOOST_TEST(parse_precision(names.substr(0, slash)).nominal_bytes() == page.number(row, "bytes_per_param"),
                 page.place(row));
      names.erase(0, slash + 1);
    }
  }
}

BOOST_AUTO_TEST_CASE(nf4_carries_its_scales) {
  BOOST_TEST(parse_precision("nf4").linear_bits == 4.5);
  BOOST_TEST(parse_precision("nf4_dq").linear_bits == 4.127, boost::test_tools::tolerance(1e-4));
  BOOST_TEST(parse_precision("nf4").nominal_bytes() == 0.5);
}

BOOST_AUTO_TEST_CASE(numbers_are_bytes) {
  for (const double bytes : {0.5, 1.0, 2.0, 4.0}) {
    BOOST_TEST(parse_precision(bytes).nominal_bytes() == bytes);
    BOOST_TEST(parse_cache_precision(bytes).bytes == bytes);
  }
  for (const double bytes : {0.0, -1.0, 3.0, 8.0, 16.0}) {
    BOOST_TEST(is_bad_argument([&] { return parse_precision(bytes); }), bytes);
    BOOST_TEST(is_bad_argument([&] { return parse_cache_precision(bytes); }), bytes);
  }
}

BOOST_AUTO_TEST_CASE(unknown_words_suggest_the_nearest) {
  BOOST_TEST(words_of([] { return parse_precision("fp7"); }).starts_with("unknown precision fp7; did you mean "));
  BOOST_TEST(is_bad_argument([] { return parse_precision(""); }));
  BOOST_TEST(is_bad_argument([] { return parse_cache_precision("q9_9"); }));
}

BOOST_AUTO_TEST_CASE(cache_types_carry_their_scales) { // sizing research 2.6: ggml blocks
  BOOST_TEST(parse_cache_precision("q8_0").bytes == 1.0625);
  BOOST_TEST(parse_cache_precision("Q5_1").bytes == 0.75);
  BOOST_TEST(parse_cache_precision("q5_0").bytes == 0.6875);
  BOOST_TEST(parse_cache_precision("q4_1").bytes == 0.625);
  BOOST_TEST(parse_cache_precision("q4_0").bytes == 0.5625);
  BOOST_TEST(parse_cache_precision("iq4_nl").bytes == 0.5625);
  BOOST_TEST(parse_cache_precision("f32").bytes == 4);
  BOOST_TEST(parse_cache_precision("fp8").bytes == 1);
}

BOOST_AUTO_TEST_SUITE_END()
