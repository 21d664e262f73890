#include "rent/calendar.hpp"

#include "failing.hpp"

#include <boost/test/unit_test.hpp>

namespace calcvram::test {

BOOST_AUTO_TEST_SUITE(calendar)

BOOST_AUTO_TEST_CASE(months_and_hours) {
  const Calendar usual;
  const Calendar page{720};
  const Length year = Calendar::length(Period::year);
  BOOST_TEST(usual.hours(year).to_double() == 8760);
  BOOST_TEST(page.hours(year).to_double() == 8640);
  BOOST_TEST(page.months(Calendar::length(Duration{2, Period::quarter})).to_double() == 6);
  BOOST_TEST(usual.months(Calendar::length(Duration{365, Period::hour})).to_double() == 0.5);
  BOOST_TEST(Calendar{730.5}.hours(Calendar::length(Period::month)).to_double() == 730.5);
  BOOST_TEST(is_bad_argument([] { return Calendar{745}; }));
}

BOOST_AUTO_TEST_CASE(the_longer_one) {
  const Length month = Calendar::length(Period::month);
  const Length hours = Calendar::length(Duration{725, Period::hour});
  BOOST_TEST(Calendar{720}.longer(month, hours).in_months == false);
  BOOST_TEST(Calendar{730}.longer(month, hours).in_months == true);
}

BOOST_AUTO_TEST_CASE(whole_steps) {
  const Calendar usual;
  const auto steps = [&](double count, Period unit, double step, Period step_unit) {
    return usual.steps(Calendar::length({count, unit}), Calendar::length({step, step_unit})).to_double();
  };
  BOOST_TEST(steps(0.3, Period::hour, 0.1, Period::hour) == 3);
  BOOST_TEST(steps(0.1 + 0.2, Period::hour, 0.1, Period::hour) == 3);
  BOOST_TEST(steps(0.30000001, Period::hour, 0.1, Period::hour) == 4);
  BOOST_TEST(steps(0.31, Period::hour, 0.1, Period::hour) == 4);
  BOOST_TEST(steps(1, Period::month, 1, Period::week) == 5);
  BOOST_TEST(steps(1, Period::year, 1, Period::quarter) == 4);
  BOOST_TEST(steps(0, Period::year, 1, Period::quarter) == 0);
  BOOST_TEST(steps(1, Period::month, 0.1, Period::day) == 305); // 304.17
}

BOOST_AUTO_TEST_CASE(charges) {
  const Calendar usual;
  const auto charge = [&](double price, Period period, double count, Period unit) {
    return usual.charge(Money{price}, period, Calendar::length({count, unit})).to_double();
  };
  BOOST_TEST(charge(1.35, Period::hour, 1, Period::month) == 985.5);
  BOOST_TEST(charge(990, Period::month, 730, Period::hour) == 990);
  BOOST_TEST(charge(55, Period::week, 1, Period::day) == 55.0 / 7);
  BOOST_TEST(charge(300, Period::quarter, 1, Period::year) == 1200);
  BOOST_TEST(charge(8760, Period::year, 1, Period::hour) == 1);
  for (const Period period : {Period::hour, Period::day, Period::week, Period::month, Period::quarter, Period::year}) {
    BOOST_TEST(charge(0.37, period, 1, period) == 0.37);
    BOOST_TEST(charge(0.37, period, 3, Period::year) == 0.37 * periods_in(Period::year, period) * 3,
               boost::test_tools::tolerance(1e-14));
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::test
