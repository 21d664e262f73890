#include "rent/money.hpp"

#include "gpu_fixture.hpp"
#include "rent/discount.hpp"
#include "text/number.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

namespace calcvram {
namespace {

using test::failure_of;
using test::is_bad;

Money amount(std::string_view text) {
  return *Money::parse(text);
}

double rounded(std::string_view text, std::string_view step) {
  return amount(text).rounded(amount(step)).to_double();
}

} // namespace

namespace test {

BOOST_AUTO_TEST_SUITE(money)

BOOST_AUTO_TEST_CASE(sums_and_products_are_exact) {
  BOOST_TEST((amount("0.1") + amount("0.2") == amount("0.3")));
  BOOST_TEST((Money{0.1} + Money{0.2} == Money{0.3}));
  BOOST_TEST((amount("4") * amount("990") * (Money{1.0} - Money{0.08})).to_double() == 3643.2);
  BOOST_TEST((amount("10") - amount("9.99")).to_double() == 0.01);
  BOOST_TEST((amount("1590") / amount("720")).to_double() == 1590.0 / 720.0);
  BOOST_TEST((amount("1") < amount("1.0000000000000000000001")));
}

BOOST_AUTO_TEST_CASE(a_cells_double_is_what_it_shows) {
  for (const double value : {0.36979999999999996, 0.1, 1.35, -2.675, 1e-9, 123456789.12345678, 1e300,
                             9007199254740993.0, 0.30000000000000004, 883.2, -0.0}) {
    BOOST_TEST((Money{value} == amount(format_number(value))), value);
    BOOST_TEST(Money{value}.to_double() == value);
  }
  BOOST_TEST(!(Money{0.36979999999999996} == amount("0.3698")));
  BOOST_TEST((Money{3} == amount("3")));
}

BOOST_AUTO_TEST_CASE(whole_steps_that_reach_it) {
  BOOST_TEST(amount("0.3").steps_up(amount("0.1")).to_double() == 3);
  BOOST_TEST(amount("0.30000000000000000000001").steps_up(amount("0.1")).to_double() == 4);
  BOOST_TEST(amount("1").steps_up(amount("3")).to_double() == 1);
  BOOST_TEST(Money{}.steps_up(amount("7")).to_double() == 0);
}

BOOST_AUTO_TEST_CASE(reading) {
  BOOST_TEST(amount(" 1234.5 ").to_double() == 1234.5);
  BOOST_TEST(amount("1234,5").to_double() == 1234.5);
  BOOST_TEST(amount("-3").to_double() == -3);
  BOOST_TEST(amount("1e3").to_double() == 1000);
  for (const auto *text : {"", "$3", "1,234.50", "5%", "5 %", "nan", "inf", "1e", "0x10", "+-1"}) {
    BOOST_TEST(!Money::parse(text).has_value(), text);
  }
  BOOST_TEST(is_bad(failure_of([] { return Money{std::numeric_limits<double>::quiet_NaN()}; })));
  BOOST_TEST(is_bad(failure_of([] { return Money{std::numeric_limits<double>::infinity()}; })));
}

BOOST_AUTO_TEST_CASE(a_double_survives) {
  for (double value = 1e-300; value < 1e300; value *= -7.3 * 1e3) {
    if (value > 0) {
      BOOST_TEST(Money{value}.to_double() == value);
    }
    BOOST_TEST(Money{-value}.to_double() == -value);
  }
  BOOST_TEST(Money{}.to_double() == 0);
}

BOOST_AUTO_TEST_CASE(halves_round_away_from_zero) {
  BOOST_TEST(rounded("21.125", "0.01") == 21.13);
  BOOST_TEST(rounded("18.625", "0.01") == 18.63);
  BOOST_TEST(rounded("1.005", "0.01") == 1.01);
  BOOST_TEST(rounded("1.00499999999999999999999", "0.01") == 1.0);
  BOOST_TEST(rounded("-1.005", "0.01") == -1.01);
  BOOST_TEST(rounded("7128", "10") == 7130);
  BOOST_TEST(rounded("11448", "10") == 11450);
  BOOST_TEST(rounded("7125", "10") == 7130);
  BOOST_TEST(rounded("7124.99", "10") == 7120);
  BOOST_TEST(rounded("0", "10") == 0);
  BOOST_TEST(rounded("4.9", "10") == 0);
  BOOST_TEST(rounded("1", "0.3") == 0.9);
  BOOST_TEST(rounded("1e300", "0.01") == 1e300);
}

BOOST_AUTO_TEST_CASE(tiers_are_read_in_any_order) {
  const auto tiers = DiscountTiers::parse("8=10% 2=0.05 4=8 %");
  const std::vector<std::pair<int, double>> cases{{1, 0},    {2, 0.05}, {3, 0.05}, {4, 0.08},
                                                  {7, 0.08}, {8, 0.1},  {9, 0.1},  {1'000'000, 0.1}};
  for (const auto &[count, discount] : cases) {
    BOOST_TEST(tiers.at(count).to_double() == discount, count);
  }
  BOOST_TEST(DiscountTiers::parse("").at(100).to_double() == 0);
  BOOST_TEST(DiscountTiers::parse("2=").tiers().empty());
}

BOOST_AUTO_TEST_CASE(whole_order_and_marginal) {
  const auto tiers = DiscountTiers::parse("2=5% 4=8% 8=10%");
  const auto price = [&](int count, TierRule rule) { return tiers.apply(amount("100"), count, rule).to_double(); };
  BOOST_TEST(price(1, TierRule::order) == 100);
  BOOST_TEST(price(3, TierRule::order) == 285);
  BOOST_TEST(price(8, TierRule::order) == 720);
  BOOST_TEST(price(1, TierRule::marginal) == 100);
  BOOST_TEST(price(3, TierRule::marginal) == 290);
  BOOST_TEST(price(4, TierRule::marginal) == 382);
  BOOST_TEST(price(9, TierRule::marginal) == 100 + 2 * 95 + 4 * 92 + 2 * 90);
  const auto from_one = DiscountTiers::parse("1=10% 3=20%");
  BOOST_TEST(from_one.apply(amount("100"), 3, TierRule::marginal).to_double() == 260);
  BOOST_TEST(DiscountTiers{}.apply(amount("100"), 3, TierRule::marginal).to_double() == 300);
}

BOOST_AUTO_TEST_CASE(faults_of_tiers) {
  for (const auto *text :
       {"2", "two=5%", "2=lots", "2=105%", "2=5", "2=-1%", "0=5%", "1.5=5%", "2=5% 2=6%", "2=5% 2,0=6%", "=5%"}) {
    BOOST_TEST(is_bad(failure_of([text] { return DiscountTiers::parse(text); })), text);
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace test
} // namespace calcvram
