#include "rent/currency.hpp"

#include "gpu_fixture.hpp"
#include "quote_fixture.hpp"
#include "rent/compare.hpp"
#include "rent/offer.hpp"
#include "rent/quote_prices.hpp"
#include "rent/term.hpp"

#include "csv_cells.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

namespace calcvram::test {
namespace {

/// "EUR", "EUR 1.08", or "- 1.08": a row of a sheet, in its currency and rate.
struct Row {
  std::string currency;
  std::string fx;
};

/// A sheet of A40s at 100 a month, 200, 300 ...
std::string sheet_of(const std::vector<Row> &rows) {
  std::string csv = "gpu,price,period,currency,fx\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    csv += "A40," + std::to_string(100 * (i + 1)) + ",month," + rows[i].currency + "," + rows[i].fx + "\n";
  }
  return csv;
}

/// What both halves say of one sheet: "RENT_COMPARE | GPU_OFFERS" as "currency: totals in rank order", a row that is
/// left out as a dash.
std::string both(const std::vector<Row> &rows, std::string_view options = "") {
  const CsvCells cells{sheet_of(rows)};
  const QuoteTable table = QuoteTable::parse(cells.block(), gpus());
  const auto compared = calcvram::compare(table.quotes(), {1, {1, Period::month}}, renting(options));
  std::string text = compared.front().currency + ":";
  for (const ComparedQuote &row : compared) {
    text += " " + (row.total ? format_number(*row.total) : "-");
  }
  text += " | ";
  try {
    const PriceList list = prices_of(table, gpus());
    const auto found = offers(40, asking(std::string{options} + " count=1"), RentalSets{list});
    text += found.front().currency + ":";
    for (const Offer &offer : found) {
      text += " " + format_number(offer.price);
    }
  } catch (const Failure &failure) {
    text += failure.words();
  }
  return text;
}

const GpuRequirements none;

} // namespace

BOOST_AUTO_TEST_SUITE(currency)

BOOST_AUTO_TEST_CASE(one_rule_for_both_halves) {
  BOOST_TEST(both({{"USD", ""}, {"USD", ""}}) == "USD: 100 200 | USD: 100 200");
  BOOST_TEST(both({{"", ""}, {"", ""}}) == ": 100 200 | : 100 200");
  // a rate of 1, or none where others have one, is the report's
  BOOST_TEST(both({{"EUR", "3"}, {"USD", ""}}) == "USD: 200 300 | USD: 200 300");
  BOOST_TEST(both({{"EUR", "3"}, {"USD", "1"}}) == "USD: 200 300 | USD: 200 300");
  BOOST_TEST(both({{"EUR", ""}, {"USD", ""}}, "fx_eur=3") == "USD: 200 300 | USD: 200 300");
  BOOST_TEST(both({{"EUR", "3"}, {"USD", ""}}, "currency=EUR fx_usd=0.1") == "EUR: 20 100 | EUR: 20 100");
  // one currency with a rate: who states a rate wants the report's currency
  BOOST_TEST(both({{"EUR", "1.5"}, {"EUR", "1.5"}}) == ": 150 300 | : 150 300");
  BOOST_TEST(both({{"EUR", "1.5"}, {"GBP", "2"}}) == ": 150 400 | : 150 400");
  BOOST_TEST(both({{"EUR", ""}}, "fx_eur=1.5") == ": 150 | : 150");
  BOOST_TEST(both({{"EUR", "1.5"}}, "currency=EUR") == "EUR: 100 | EUR: 100");
  BOOST_TEST(both({{"EUR", "1"}}) == "EUR: 100 | EUR: 100");
  BOOST_TEST(both({{"EUR", "1.5"}, {"EUR", ""}}) == "EUR: 100 200 | EUR: 100 200");
  // currencies that nothing links
  BOOST_TEST(both({{"USD", ""}, {"EUR", ""}}) ==
             "USD: 100 - | prices are in USD and EUR: currency= and a rate such as fx_eur= are needed");
  BOOST_TEST(both({{"EUR", ""}, {"USD", "1"}}) ==
             "USD: 200 - | prices are in USD and EUR: currency= and a rate such as fx_eur= are needed");
  BOOST_TEST(both({{"EUR", ""}, {"EUR", "3"}, {"USD", ""}}) ==
             "USD: 300 600 - | prices are in USD and EUR: currency= and a rate such as fx_eur= are needed");
  BOOST_TEST(both({{"GBP", "2"}, {"EUR", "3"}, {"EUR", ""}}) ==
             ": 200 600 - | prices are in EUR: currency= and a rate such as fx_eur= are needed");
  BOOST_TEST(both({{"USD", ""}, {"EUR", ""}}, "currency=USD") ==
             "USD: 100 - | prices are in EUR: a report in USD needs a rate, fx_eur=");
  BOOST_TEST(both({{"", ""}}, "currency=USD") == ": - | no currency is stated, the report is in USD");
}

BOOST_AUTO_TEST_CASE(a_cost_alone_is_on_the_same_footing) {
  // RENT_COST of two rows stand side by side in a sheet
  const Order month{1, {1, Period::month}};
  BOOST_TEST(rent_cost(quote("price=100 currency=EUR fx=1.5"), month).total().to_double() == 150);
  BOOST_TEST(rent_cost(quote("price=100 currency=EUR"), month).total().to_double() == 100);
  BOOST_TEST(rent_cost(quote("price=100 currency=EUR"), month, renting("fx_eur=2")).total().to_double() == 200);
}

BOOST_AUTO_TEST_CASE(the_built_in_list_too) {
  const Gpu &card = the_card("A40");
  BOOST_TEST(rental_price(prices(), card, 1, Period::month, asking("fx_usd=0.5")) == 120);
  BOOST_TEST(rental_price(prices(), card, 1, Period::month, asking("fx_eur=2")) == 240);
  BOOST_TEST(cheapest(40, asking("fx_usd=0.5"), sets()).price == 120);
  BOOST_TEST(cheapest(40, asking("fx_usd=0.5"), sets()).currency == "");
  BOOST_TEST(cheapest(40, asking("fx_eur=0.5"), sets()).currency == "USD");
}

BOOST_AUTO_TEST_CASE(two_currencies_at_par_are_said_to_be) {
  const std::vector<Quote> quotes{quote("price=1 currency=USD fx=1", 2), quote("price=2 currency=AED fx=1", 3)};
  const auto rows = calcvram::compare(quotes, {1, {1, Period::month}});
  BOOST_TEST(rows[0].warnings == "");
  BOOST_TEST(rows[1].warnings == "at 1 USD for 1 AED");
}

BOOST_AUTO_TEST_CASE(rates_and_their_words) {
  const Decimal fx{1.08};
  const ReportCurrency dollars{StatedMoney{"USD", nullptr}, none};
  BOOST_TEST(dollars.code() == "USD");
  BOOST_TEST((dollars.rate({"USD", &fx}) == Decimal{1})); // a currency is itself, whatever its row says
  BOOST_TEST((dollars.rate({"EUR", &fx}) == fx));
  BOOST_TEST(dollars.required_factor({"EUR", &fx}) == 1.08);
  BOOST_TEST(!dollars.rate({"EUR", nullptr}).has_value());
  BOOST_TEST(dollars.why_no_rate({"EUR", nullptr}) == "prices are in EUR: a report in USD needs a rate, fx_eur=");
  BOOST_TEST(dollars.why_no_rate({"", nullptr}) == "no currency is stated, the report is in USD");
  BOOST_TEST(dollars.why_no_rate({"EUR", &fx}) == "");
  BOOST_TEST(is_bad(failure_of([&] { return dollars.required_rate({"EUR", nullptr}); })));
  const auto asked = asking("currency=EUR fx_usd=0.92");
  const ReportCurrency euros{StatedMoney{"USD", nullptr}, asked};
  BOOST_TEST(euros.required_factor({"USD", &fx}) == 0.92); // the asker's rate goes before the row's
  BOOST_TEST(words_of_rate(1.08, "USD", "EUR") == "at 1.08 USD for 1 EUR");
  BOOST_TEST(words_of_rate(1.08, "", "EUR") == "at 1.08 for 1 EUR");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::test
