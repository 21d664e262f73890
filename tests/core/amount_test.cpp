#include "rent/amount.hpp"

#include "gpu_fixture.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

namespace calcvram::test {
namespace {

Cell text(std::string_view words) {
  return words;
}

} // namespace

BOOST_AUTO_TEST_SUITE(amount)

BOOST_AUTO_TEST_CASE(texts_that_are_amounts) {
  const std::vector<std::tuple<std::string_view, std::string_view, std::string_view>> cases{
      {"$3.06", "3.06", "USD"},
      {"3.06", "3.06", ""},
      {"3,06 €", "3.06", "EUR"},
      {"1.234,56 EUR", "1234.56", "EUR"},
      {"1,234.56", "1234.56", ""},
      {"USD 1,234.56", "1234.56", "USD"},
      {"1 234,56 €", "1234.56", "EUR"},
      {"1\xC2\xA0"
       "234,56\xC2\xA0€",
       "1234.56", "EUR"},
      {"1'234.56 CHF", "1234.56", "CHF"},
      {"1\xE2\x80\x99"
       "234.56",
       "1234.56", ""},
      {"1.234.567", "1234567", ""},
      {"1,234,567.89", "1234567.89", ""},
      {"12 000 TL", "12000", "TRY"},
      {"₺ 12.000,50", "12000.50", "TRY"},
      {"0.123", "0.123", ""},       // no thousand begins with 0
      {"1234.567", "1234.567", ""}, // a group has three digits at most
      {"0,369", "0.369", ""},
      {"1.5", "1.5", ""},
      {"2", "2", ""},
      {"  7 usd ", "7", "USD"},
      {"US$ 5", "5", "USD"},
      {"C$5", "5", "CAD"},
      {".5", "0.5", ""},
      {"-3", "-3", ""},
      {"−3 €", "-3", "EUR"},
      {"(3.50)", "-3.5", ""},
  };
  for (const auto &[words, value, currency] : cases) {
    const Amount amount = read_amount(words);
    BOOST_TEST(amount.trouble == "", words);
    BOOST_TEST_REQUIRE(amount.money.has_value(), words);
    BOOST_TEST((*amount.money == *Money::parse(value)), words);
    BOOST_TEST(amount.currency == currency, words);
    BOOST_TEST(amount.text, words);
  }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_never_0) {
  for (const auto *words : {"1.234",      "12,500",      "$4.096",    "999.999 EUR", "1.234,567.8", "1,23,456", "1.2.3",
                            "on request", "3.06 apples", "$3.06 EUR", "3 kr",        "5 %",         "12 34",    "1.2k",
                            "twelve",     "$",           "1e3",       "€€3",         "1.234.56",    "1 2345,6"}) {
    const Amount amount = read_amount(std::string_view{words});
    BOOST_TEST(!amount.money.has_value(), words);
    BOOST_TEST(!amount.trouble.empty(), words);
    BOOST_TEST(!amount.blank(), words);
  }
  BOOST_TEST(read_amount(std::string_view{"1.234"}).trouble == "\"1.234\" may be 1234 or 1.234");
  for (const auto *words : {"", "  ", "null", "N/A", "-", "\xC2\xA0"}) {
    BOOST_TEST(read_amount(std::string_view{words}).blank(), words);
  }
  BOOST_TEST(read_amount(Cell{Blank{}}).blank());
  BOOST_TEST(!read_amount(Cell{std::numeric_limits<double>::infinity()}).trouble.empty());
}

BOOST_AUTO_TEST_CASE(what_stands_behind_an_amount) {
  const Amount amount = read_amount(std::string_view{"$3.06/GPU/hr"});
  BOOST_TEST((amount.period == Period::hour));
  BOOST_TEST((amount.per == PriceFor::gpu));
  BOOST_TEST(amount.any_dollar);
  BOOST_TEST((read_amount(std::string_view{"990 EUR per month"}).period == Period::month));
  BOOST_TEST((read_amount(std::string_view{"12 USD per node-hour"}).per == PriceFor::offer));
}

BOOST_AUTO_TEST_CASE(dust_of_arithmetic) {
  const Amount dusty = read_amount(Cell{0.36979999999999996});
  BOOST_TEST((*dusty.money == *Money::parse("0.3698")));
  BOOST_TEST(dusty.dust.value() == 0.36979999999999996);
  BOOST_TEST((*read_amount(Cell{0.1 + 0.2}).money == *Money::parse("0.3")));
  for (const double clean : {0.3698, 1.0 / 3, 990.0, 1e-9, 0.0, 1e300, 123456.789012345}) {
    BOOST_TEST(!read_amount(Cell{clean}).dust.has_value(), clean);
    BOOST_TEST(read_amount(Cell{clean}).money->to_double() == clean);
  }
}

BOOST_AUTO_TEST_CASE(shares) {
  for (const Cell &cell : {Cell{0.05}, text("5 %"), text("5%"), text("0,05"), text("0.05")}) {
    BOOST_TEST((read_fraction(cell).value() == *Money::parse("0.05")));
  }
  BOOST_TEST((read_fraction(text("100 %")).value() == Money{1.0}));
  BOOST_TEST(!read_fraction(Blank{}).has_value());
  for (const Cell &cell : {Cell{5.0}, Cell{-0.1}, text("101 %"), text("five"), text("5"), Cell{ErrorCell{532}}}) {
    BOOST_TEST(is_bad(failure_of([&] { return read_fraction(cell); })));
  }
}

BOOST_AUTO_TEST_CASE(lengths_of_time) {
  const auto is = [](const Cell &cell, std::optional<Period> unit, double count, Period period) {
    const auto duration = read_duration(cell, unit);
    return duration && duration->count == count && duration->unit == period;
  };
  BOOST_TEST(is(3.0, Period::month, 3, Period::month));
  BOOST_TEST(is(text("3"), Period::week, 3, Period::week));
  BOOST_TEST(is(text("1 year"), Period::month, 1, Period::year));
  BOOST_TEST(is(text("0,5 hours"), {}, 0.5, Period::hour));
  BOOST_TEST(is(text("month"), {}, 1, Period::month));
  BOOST_TEST(is(text("12-months"), {}, 12, Period::month));
  BOOST_TEST(!read_duration(Blank{}, {}).has_value());
  for (const Cell &cell : {Cell{3.0}, text("3"), text("a while"), Cell{-1.0}, text("1.2.3 months")}) {
    BOOST_TEST(is_bad(failure_of([&] { return read_duration(cell, {}); })));
  }
}

BOOST_AUTO_TEST_CASE(dates) {
  BOOST_TEST(read_date(text("2026-12-01")).value() == 46357);
  BOOST_TEST(read_date(text("1899-12-31")).value() == 1);
  BOOST_TEST(read_date(text("2023-01-01T12:00:00Z")).value() == 44927.5);
  BOOST_TEST(read_date(text("2024-02-29 06:00")).value() == 45351.25);
  BOOST_TEST(read_date(46357.0).value() == 46357);
  BOOST_TEST(!read_date(text("null")).has_value());
  for (const Cell &cell : {text("2026-02-30"), text("1.3.2026"), text("03/04/2026"), text("2026-12"), Cell{-1.0},
                           Cell{1e9}, text("2026-12-01T25:00"), text("2026-12-01x"), text("soon")}) {
    BOOST_TEST(is_bad(failure_of([&] { return read_date(cell); })));
  }
}

BOOST_AUTO_TEST_CASE(currencies) {
  BOOST_TEST(read_currency("eur").value() == "EUR");
  BOOST_TEST(read_currency("€").value() == "EUR");
  BOOST_TEST(read_currency("$").value() == "USD");
  BOOST_TEST(read_currency("").value() == "");
  for (const auto *words : {"kr", "dollars", "E1R", "EURO"}) {
    BOOST_TEST(!read_currency(words).has_value(), words);
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::test
