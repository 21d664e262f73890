#include "rent/breakeven.hpp"

#include "failing.hpp"
#include "quote_fixture.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

namespace calcvram::test {

BOOST_AUTO_TEST_SUITE(breakeven)

BOOST_AUTO_TEST_CASE(flat_against_hourly) {
  BOOST_TEST(printed(breakeven_hours(990, Period::month, 1.35), 2) == 733.33);
  BOOST_TEST(printed(breakeven_hours(1490, Period::month, 1.90), 0) == 784); // more than a month has
  BOOST_TEST(printed(breakeven_hours(55, Period::week, 0.34), 0) == 162);
  BOOST_TEST(breakeven_hours(0, Period::month, 1) == 0);
  BOOST_TEST(breakeven_hours(990, Period::month, 1.35, 720) == breakeven_hours(990, Period::month, 1.35, 744));
}

BOOST_AUTO_TEST_CASE(bad_prices) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {0.0, -1.0, nan, std::numeric_limits<double>::infinity()}) {
    BOOST_TEST(is_bad_argument([bad] { return breakeven_hours(990, Period::month, bad); }), bad);
  }
  BOOST_TEST(is_bad_argument([] { return breakeven_hours(-1, Period::month, 1); }));
  BOOST_TEST(is_bad_argument([nan] { return breakeven_hours(nan, Period::month, 1); }));
  BOOST_TEST(is_bad_argument([] { return breakeven_hours(1, Period::month, 1, 745); }));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::test
