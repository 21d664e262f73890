#include "rent/token_cost.hpp"

#include "failing.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

using namespace calcvram;
using namespace calcvram::test;

BOOST_AUTO_TEST_SUITE(token_cost)

BOOST_AUTO_TEST_CASE(a_million_tokens) {
  BOOST_TEST(calcvram::token_cost(3.6, 1000, 1) == 1); // 3.6 million tokens in the hour
  BOOST_TEST(calcvram::token_cost(3.6, 1000, 0.5) == 2);
  BOOST_TEST(calcvram::token_cost(2.49, 953, 0.6) == 2.49 * 1e6 / (3600 * 953 * 0.6),
             boost::test_tools::tolerance(1e-14));
  BOOST_TEST(calcvram::token_cost(0, 1000, 1) == 0);
}

BOOST_AUTO_TEST_CASE(out_of_range) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {-1.0, nan}) {
    BOOST_TEST(is_bad_argument([bad] { return calcvram::token_cost(bad, 1000, 1); }), bad);
  }
  for (const double bad : {0.0, -1.0, nan}) {
    BOOST_TEST(is_bad_argument([bad] { return calcvram::token_cost(1, bad, 1); }), bad);
  }
  for (const double bad : {0.0, -0.1, 1.01, 60.0, nan}) {
    BOOST_TEST(is_bad_argument([bad] { return calcvram::token_cost(1, 1000, bad); }), bad);
  }
}

BOOST_AUTO_TEST_SUITE_END()
