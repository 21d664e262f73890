#include "rent/cash_flow.hpp"

#include "failing.hpp"
#include "quote_fixture.hpp"

#include <boost/test/unit_test.hpp>
#include <vector>

namespace calcvram {
namespace {

using test::is_bad_argument;
using test::order_of;
using test::quote;
using test::renting;

std::vector<double> flow_of(std::string_view of, const Order &order, std::string_view options = "") {
  std::vector<double> flow;
  for (const Money &payment : cash_flow(quote(of), order, renting(options))) {
    flow.push_back(payment.to_double());
  }
  return flow;
}

} // namespace

namespace test {

BOOST_AUTO_TEST_SUITE(cash_flow)

BOOST_AUTO_TEST_CASE(payments) {
  using Flow = std::vector<double>;
  const Order quarter = order_of(1, 3, Period::month);
  BOOST_TEST(flow_of("price=990", quarter) == (Flow{0, 990, 990, 990}));
  BOOST_TEST(flow_of("price=990 setup=50", quarter) == (Flow{50, 990, 990, 990}));
  BOOST_TEST(flow_of("price=100 prepaid=25% support=10%", quarter) == (Flow{75, 85, 85, 85}));
  BOOST_TEST(flow_of("price=100 deposit=200", quarter) == (Flow{200, 100, 100, -100}));
  BOOST_TEST(flow_of("price=100 setup=10 prepaid=50% tax=20%", quarter, "tax=gross") == (Flow{192, 60, 60, 60}));
  BOOST_TEST(flow_of("price=1000 period=quarter", quarter) ==
             (Flow{0, 333.3333333333333, 333.3333333333333, 333.3333333333333}));
  BOOST_TEST(flow_of("price=1000 period=quarter", quarter, "round=0.01") == (Flow{0, 333.33, 333.34, 333.33}));
  BOOST_TEST(flow_of("price=100", order_of(1, 2.5, Period::month)) == (Flow{0, 100, 100, 50}));
  BOOST_TEST(flow_of("price=100 escalation=10%", order_of(1, 3, Period::year)) == (Flow{0, 1200, 1320, 1452}));
  // the minimum of half a year is paid to its end, storage only as long as it is asked for
  BOOST_TEST(flow_of("price=100 min_term=6/months storage_gb=10 storage_price=1", order_of(1, 2, Period::month)) ==
             (Flow{0, 110, 110, 100, 100, 100, 100}));
  BOOST_TEST(flow_of("price=55 period=week min_term=1/week", order_of(1, 1, Period::month)).size() == 2);
  BOOST_TEST(flow_of("price=100 setup=10 deposit=5", order_of(0, 3, Period::month)) == (Flow{0}));
}

// FinOps FOCUS 1.2, commitment discount purchase: BilledCost 8,760 at once; 1.00 of it an hour of use.
BOOST_AUTO_TEST_CASE(a_prepaid_year_of_focus) {
  const auto flow = flow_of("price=8760 period=term min_term=1/year prepaid=100%", order_of(1, 12, Period::month));
  BOOST_REQUIRE(flow.size() == 13);
  BOOST_TEST(flow.front() == 8760);
  for (std::size_t month = 1; month < flow.size(); ++month) {
    BOOST_TEST(flow[month] == 0);
  }
}

BOOST_AUTO_TEST_CASE(the_sum_is_the_cost) {
  const std::vector<const char *> quotes{
      "price=240 tiers=2=5%/4=8%/8=10% support=3% setup=25 tax=19%",
      "price=0.36979999999999996 period=hour billed=used bill_step=1/hour tax=21% deposit=99.99",
      "price=55 period=week min_term=1/week bill_step=1/day storage_gb=50 storage_price=0.07",
      "price=1000 period=quarter escalation=7% discount=12.5% deposit=40 prepaid=25% setup=1/3",
      "price=8760 period=term min_term=1/year currency=EUR fx=1.0837 prepaid=1/3",
  };
  for (const auto *text : quotes) {
    std::string plain{text};
    while (plain.find("1/3") != std::string::npos) {
      plain.replace(plain.find("1/3"), 3, "0.3333333333333333");
    }
    const Quote of = quote(plain);
    for (const auto *options : {"currency=USD", "currency=USD tax=gross utilisation=0.61",
                                "currency=USD tax=gross round=0.01 hours_per_month=720"}) {
      for (const Period unit : {Period::day, Period::week, Period::month, Period::quarter, Period::year}) {
        const Order order = order_of(3, 3.7, unit);
        Money sum;
        for (const Money &payment : calcvram::cash_flow(of, order, renting(options))) {
          sum += payment;
        }
        const Money gap = sum - rent_cost(of, order, renting(options)).total();
        BOOST_TEST((gap < Money{1e-40} && gap > Money{-1e-40}), text << " " << options << " " << name_of(unit));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(too_long_a_column) {
  BOOST_TEST(flow_of("price=1", order_of(1, 100, Period::year)).size() == 101);
  BOOST_TEST(is_bad_argument([] { return flow_of("price=1", order_of(1, 100001, Period::hour)); }));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace test
} // namespace calcvram
