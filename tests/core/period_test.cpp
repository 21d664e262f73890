#include "rent/period.hpp"

#include "gpu_fixture.hpp"
#include "test_table.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <limits>

namespace calcvram {
namespace {

using test::failure_of;
using test::is_bad;

constexpr std::array all{Period::hour, Period::day, Period::week, Period::month, Period::quarter, Period::year};

} // namespace

namespace test {

BOOST_AUTO_TEST_SUITE(period)

BOOST_AUTO_TEST_CASE(names) {
  for (const Period period : all) {
    BOOST_TEST((parse_period(name_of(period)) == period));
    BOOST_TEST((parse_period(std::string{name_of(period)} + "s") == period));
  }
  BOOST_TEST((parse_period("Monthly") == Period::month));
  BOOST_TEST((parse_period(" H ") == Period::hour));
  BOOST_TEST((parse_period("daily") == Period::day));
  BOOST_TEST((parse_period("annual") == Period::year));
  BOOST_TEST(failure_of([] { return parse_period("moth"); }) ==
             "bad_argument: unknown period moth; did you mean month?");
  BOOST_TEST(is_bad(failure_of([] { return parse_period(""); })));
  BOOST_TEST(is_bad(failure_of([] { return parse_period("730"); })));
}

BOOST_AUTO_TEST_CASE(rates) {
  struct Case {
    double price;
    Period from, to;
    double hours, expected;
  };
  const std::vector<Case> cases{
      {990, Period::month, Period::hour, 720, 1.375}, {1, Period::hour, Period::month, 730, 730},
      {1, Period::hour, Period::quarter, 730, 2190},  {1, Period::hour, Period::year, 730, 8760},
      {1, Period::hour, Period::year, 720, 8640},     {1, Period::hour, Period::day, 100, 24},
      {1, Period::hour, Period::week, 100, 168},      {7, Period::week, Period::day, 720, 1},
      {100, Period::month, Period::quarter, 1, 300},  {100, Period::month, Period::year, 744, 1200},
      {1200, Period::year, Period::month, 730, 100},  {300, Period::quarter, Period::year, 720, 1200},
      {55, Period::week, Period::month, 672, 220},    {730, Period::month, Period::day, 730, 24},
      {-730, Period::month, Period::hour, 0, -1},     {0, Period::month, Period::hour, 730, 0},
  };
  for (const auto &[price, from, to, hours, expected] : cases) {
    BOOST_TEST(convert_price(price, from, to, hours) == expected, name_of(from) << " to " << name_of(to));
  }
}

BOOST_AUTO_TEST_CASE(there_and_back) {
  for (const Period from : all) {
    for (const Period to : all) {
      const double there = convert_price(123.45, from, to, 731);
      BOOST_TEST(convert_price(there, to, from, 731) == 123.45, boost::test_tools::tolerance(1e-15));
      BOOST_TEST(periods_in(from, to, 731) * there == 123.45, boost::test_tools::tolerance(1e-15));
    }
    BOOST_TEST(convert_price(123.45, from, from) == 123.45);
  }
  BOOST_TEST(periods_in(Period::month, Period::hour) == 730);
  BOOST_TEST(periods_in(Period::year, Period::month) == 12);
}

BOOST_AUTO_TEST_CASE(out_of_range) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  BOOST_TEST(checked_hours_per_month(0) == 730);
  BOOST_TEST(checked_hours_per_month(744) == 744);
  for (const double bad : {-1.0, 744.1, nan, std::numeric_limits<double>::infinity()}) {
    BOOST_TEST(is_bad(failure_of([bad] { return convert_price(1, Period::month, Period::hour, bad); })), bad);
  }
  BOOST_TEST(is_bad(failure_of([nan] { return convert_price(nan, Period::month, Period::hour); })));
}

BOOST_AUTO_TEST_CASE(the_rental_pages_hourly_column) {
  const test::TestTable fleet{"rental_page/fleet_prices.csv"};
  for (std::size_t row = 0; row < fleet.size(); ++row) {
    const double hourly = convert_price(fleet.number(row, "price_usd_month"), Period::month, Period::hour, 720);
    BOOST_TEST(test::printed(hourly, 2) == fleet.number(row, "usd_per_gpu_hour"), fleet.place(row));
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace test
} // namespace calcvram
