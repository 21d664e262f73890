#include "rent/term.hpp"

#include "failing.hpp"
#include "quote_fixture.hpp"
#include "test_table.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <vector>

namespace calcvram {
namespace {

using test::is_bad_argument;
using test::order_of;
using test::quote;
using test::renting;
using test::words_of;

double total_of(const Quote &of, const Order &order, std::string_view options = "") {
  return rent_cost(of, order, renting(options)).total().to_double();
}

} // namespace

namespace test {

BOOST_AUTO_TEST_SUITE(term)

BOOST_AUTO_TEST_CASE(every_line_of_many_terms) {
  const TestTable cases{"rent_terms.csv"};
  for (std::size_t row = 0; row < cases.size(); ++row) {
    const Order order = order_of(static_cast<int>(cases.number(row, "gpus")), cases.number(row, "duration"),
                                 parse_period(cases.text(row, "unit")));
    const RentOptions options = renting(cases.text(row, "options"));
    const TermCost cost = rent_cost(quote(cases.text(row, "quote")), order, options);
    const std::string what = cases.place(row) + ", " + cases.text(row, "case");
    const std::array<std::string, cost_parts.size()> columns{"compute", "support", "setup", "storage", "egress", "tax"};
    Money sum;
    for (const CostPart part : cost_parts) {
      BOOST_TEST(cost.line(part).to_double() == cases.number(row, columns[static_cast<std::size_t>(part)]),
                 what << ": " << name_of(part));
      sum += cost.line(part);
    }
    BOOST_TEST(cost.total().to_double() == cases.number(row, "total"), what);
    BOOST_TEST((cost.total() == sum), what);
    BOOST_TEST(cost.bill.gpus == cases.number(row, "billed_gpus"), what);
    BOOST_TEST(Calendar{options.common.hours_per_month}.hours(cost.bill.time).to_double() ==
                   cases.number(row, "billed_hours"),
               what);
  }
}

BOOST_AUTO_TEST_CASE(a_month_against_an_hour) {
  const Quote flat = quote("gpu=A100_80GB price=990");
  const Quote hourly = quote("gpu=A100_80GB price=1.35 period=hour billed=used");
  const Order month = order_of(1, 1, Period::month);
  for (const auto *hours : {"hours_per_month=720", "hours_per_month=730", ""}) {
    BOOST_TEST(total_of(hourly, month, hours) < total_of(flat, month, hours), hours);
  }
  BOOST_TEST(total_of(hourly, month, "hours_per_month=744") > total_of(flat, month, "hours_per_month=744"));
}

BOOST_AUTO_TEST_CASE(what_has_no_cost) {
  const Order month = order_of(1, 1, Period::month);
  const auto words = [&](std::string_view of, std::string_view options) {
    return words_of([&] { return rent_cost(quote(of, 7), month, renting(options)); });
  };
  BOOST_TEST(words("price=1 spot=yes", "") == "row 7: a spot price counts only with spot=yes");
  BOOST_TEST(words("price=1 spot=yes", "spot=yes") == "");
  BOOST_TEST(words("gpu=A40", "") == "row 7: no price");
  BOOST_TEST(words("price=1 error=the_price_is_text", "") == "row 7: the price is text");
  BOOST_TEST(words("price=1 currency=EUR", "currency=USD") ==
             "row 7: prices are in EUR: a report in USD needs a rate, fx_eur=");
  BOOST_TEST(words("price=1 currency=", "currency=USD") == "row 7: no currency is stated, the report is in USD");
  BOOST_TEST(words("price=1 currency=", "") == "");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {-1.0, nan, 101.0, std::numeric_limits<double>::infinity()}) {
    BOOST_TEST(is_bad_argument([&] { return rent_cost(quote("price=1"), order_of(1, bad, Period::year)); }), bad);
  }
  BOOST_TEST(is_bad_argument([] { return rent_cost(quote("price=1"), order_of(-1, 1, Period::month)); }));
  BOOST_TEST(is_bad_argument([] { return checked_order(1.5, 1, Period::month); }));
  BOOST_TEST(checked_order(0, 1, Period::month).is_empty());
}

BOOST_AUTO_TEST_CASE(a_deposit_is_no_cost) {
  const TermCost cost = rent_cost(quote("price=100 deposit=500 currency=EUR fx=2"), order_of(1, 1, Period::month),
                                  renting("currency=USD"));
  BOOST_TEST(cost.total().to_double() == 200);
  BOOST_TEST(cost.deposit.to_double() == 1000);
}

const std::vector<const char *> odd_quotes{
    "price=240 tiers=2=5%/4=8%/8=10% support=3% setup=25",
    "price=0.36979999999999996 period=hour billed=used bill_step=1/hour tax=21%",
    "price=55 period=week min_term=1/week bill_step=1/day storage_gb=50 storage_price=0.07",
    "price=98.32 period=hour price_for=offer gpus=8 min_gpus=8 egress_gb=10 egress_price=0.09",
    "price=1000 period=quarter escalation=7% discount=12.5% deposit=40 prepaid=25%",
    "price=8760 period=term min_term=1/year currency=EUR fx=1.0837",
    "price=0.1 period=hour bill_step=0.1/hour",
};

BOOST_AUTO_TEST_CASE(longer_is_never_cheaper) {
  for (const auto *text : odd_quotes) {
    const Quote of = quote(text);
    double before = 0;
    for (int hours = 0; hours <= 20000; hours += hours < 200 ? 1 : 197) {
      const double total = total_of(of, order_of(2, hours, Period::hour), "tax=gross utilisation=0.7 currency=USD");
      BOOST_REQUIRE(total >= before);
      before = total;
    }
  }
}

BOOST_AUTO_TEST_CASE(marginal_tiers_are_never_cheaper_than_the_orders) {
  for (const auto *text : odd_quotes) {
    const Quote of = quote(text);
    for (int gpus = 1; gpus <= 40; ++gpus) {
      const Order order = order_of(gpus, 1.5, Period::month);
      BOOST_TEST(total_of(of, order, "tiers=marginal currency=USD") >= total_of(of, order, "currency=USD"), text);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_sum_of_pennies) {
  // 0.1 three times is 0.3; a thousand thirds of 0.01 are 3.33...
  const Quote dime = quote("price=0.1 period=hour");
  BOOST_TEST(total_of(dime, order_of(3, 1, Period::hour)) == 0.3);
  BOOST_TEST(total_of(dime, order_of(1, 3, Period::hour)) == 0.3);
  const Quote third = quote("price=1 period=quarter");
  BOOST_TEST(total_of(third, order_of(3, 1, Period::month)) == 1);
  BOOST_TEST(total_of(third, order_of(1, 3, Period::month)) == 1);
  // 4.35 x 100 is 434.99999999999994 in doubles
  BOOST_TEST(total_of(quote("price=4.35 period=hour"), order_of(1, 100, Period::hour)) == 435);
  // 1.005 x 1 to a penny is 1.01, where the double is below the half
  BOOST_TEST(total_of(quote("price=1.005 period=hour"), order_of(1, 1, Period::hour), "round=0.01") == 1.01);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace test
} // namespace calcvram
