#include "rent/quotes.hpp"

#include "csv_cells.hpp"
#include "gpu_fixture.hpp"
#include "rent/quote_row.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

namespace calcvram::test {
namespace {

QuoteTable parsed(std::string_view csv) {
  const CsvCells cells{csv};
  return QuoteTable::parse(cells.block(), gpus()); // the table keeps no view of the cells
}

QuoteTable file(const std::string &name) {
  const CsvCells cells = CsvCells::of_file("quotes/" + name);
  return QuoteTable::parse(cells.block(), gpus());
}

bool is(const std::optional<Money> &money, std::string_view value) {
  return money && *money == *Money::parse(value);
}

} // namespace

BOOST_AUTO_TEST_SUITE(quotes)

BOOST_AUTO_TEST_CASE(a_row_in_all_its_terms) {
  const QuoteTable table =
      parsed("valid_until,source,gpu,provider,offer,vram_gb,bandwidth_gb_s,gpus,price,currency,fx,price_for,period,"
             "billed,bill_step,"
             "min_gpus,min_term,discount,tiers,setup,prepaid,deposit,support_pct,storage_gb,storage_price,egress_gb,"
             "egress_price,"
             "tax_pct,escalation_pct,region,spot,as_of,x_egress_free_gb\n"
             "2026-12-31,page 3,H100,North,node,80,3350,8,\"1.234,50 €\",EUR,1.08,offer,week,used,1 day,16,1 year,3 %,"
             "16=5% 32=8%,500,0.25,1000,2 %,2000,0.10,100,0.09,20 %,0.03,Oslo,no,2026-11-30,\"1,5\"\n");
  BOOST_TEST(table.findings().empty());
  BOOST_TEST_REQUIRE(table.quotes().size() == 1U);
  const Quote &quote = table.quotes().front();
  BOOST_TEST(quote.row == 2U);
  BOOST_TEST(quote.provider == "North");
  BOOST_TEST(quote.offer == "node");
  BOOST_TEST(quote.gpu_text == "H100");
  BOOST_TEST(labels_of(quote.candidates) == "H100 SXM or H100 PCIe");
  BOOST_TEST(quote.vram_gb.value() == 80);
  BOOST_TEST(quote.bandwidth_gb_s.value() == 3350);
  BOOST_TEST(quote.gpus == 8);
  BOOST_TEST(is(quote.price, "1234.5"));
  BOOST_TEST(quote.currency == "EUR");
  BOOST_TEST(is(quote.fx, "1.08"));
  BOOST_TEST((quote.price_for == PriceFor::offer));
  BOOST_TEST((quote.period == Period::week));
  BOOST_TEST((quote.billed == Billed::used));
  BOOST_TEST((quote.bill_step->count == 1 && quote.bill_step->unit == Period::day));
  BOOST_TEST(quote.min_gpus == 16);
  BOOST_TEST((quote.min_term->count == 1 && quote.min_term->unit == Period::year));
  BOOST_TEST(is(quote.discount, "0.03"));
  BOOST_TEST(is(quote.tiers.at(32), "0.08"));
  BOOST_TEST(is(quote.setup, "500"));
  BOOST_TEST(is(quote.prepaid, "0.25"));
  BOOST_TEST(is(quote.deposit, "1000"));
  BOOST_TEST(is(quote.support, "0.02"));
  BOOST_TEST(is(quote.storage_gb, "2000"));
  BOOST_TEST(is(quote.storage_price, "0.1"));
  BOOST_TEST(is(quote.egress_gb, "100"));
  BOOST_TEST(is(quote.egress_price, "0.09"));
  BOOST_TEST(is(quote.egress_free_gb, "1.5"));
  BOOST_TEST(is(quote.tax, "0.2"));
  BOOST_TEST(is(quote.escalation, "0.03"));
  BOOST_TEST(quote.region == "Oslo");
  BOOST_TEST(!quote.spot);
  BOOST_TEST(quote.as_of.value() == 46356);
  BOOST_TEST(quote.valid_until.value() == 46387);
  BOOST_TEST(quote.source == "page 3");
  BOOST_TEST(quote.usable());
}

BOOST_AUTO_TEST_CASE(defaults) {
  const QuoteTable table = parsed("gpu,price,currency,period,min_term\nA40,240,usd,month,3\n\n");
  const Quote &quote = table.quotes().front();
  BOOST_TEST(table.quotes().size() == 1U);
  BOOST_TEST(quote.currency == "USD");
  BOOST_TEST((quote.price_for == PriceFor::gpu));
  BOOST_TEST((quote.billed == Billed::reserved));
  BOOST_TEST((quote.min_term->count == 3 && quote.min_term->unit == Period::month));
  BOOST_TEST(quote.min_gpus == 1);
  BOOST_TEST(!quote.tax.has_value());
  BOOST_TEST(quote.findings.empty());
}

BOOST_AUTO_TEST_CASE(skypilots_catalogue) {
  const QuoteTable table = file("spot.csv");
  const auto quotes = table.quotes();
  BOOST_TEST_REQUIRE(quotes.size() == 8U);
  BOOST_TEST(quotes[0].currency == "USD");
  BOOST_TEST((quotes[0].period == Period::hour));
  BOOST_TEST((quotes[0].price_for == PriceFor::offer));
  BOOST_TEST((quotes[0].billed == Billed::used));
  BOOST_TEST(!quotes[0].spot); // 0.00 is no spot price
  BOOST_TEST(quotes[1].row == 3U);
  BOOST_TEST(!quotes[1].spot);
  BOOST_TEST(quotes[2].row == 3U);
  BOOST_TEST(quotes[2].spot);
  BOOST_TEST(is(quotes[2].price, "1.8"));
  BOOST_TEST(quotes[5].row == 5U); // a spot price alone
  BOOST_TEST(quotes[5].spot);
  BOOST_TEST(quotes[5].usable());
}

BOOST_AUTO_TEST_CASE(plain_names_in_gpu_info) {
  const QuoteTable table = parsed("InstanceType,AcceleratorName,AcceleratorCount,GpuInfo,Price\n"
                                  "a,H100,1,H100_80GB_SXM5,3.9\nb,A100-80GB,2.0,A100_80GB,3.2\n");
  BOOST_TEST(labels_of(table.quotes()[0].candidates) == "H100 SXM");
  BOOST_TEST(labels_of(table.quotes()[1].candidates) == "A100 SXM 80GB or A100 PCIe 80GB");
  BOOST_TEST(table.quotes()[1].gpus == 2);
}

BOOST_AUTO_TEST_CASE(focus_bills) {
  const QuoteTable purchases = file("focus_purchase.csv");
  const Quote &purchase = purchases.quotes().front();
  BOOST_TEST(purchase.usable());
  BOOST_TEST(is(purchase.price, "8760")); // BilledCost
  BOOST_TEST(!purchase.period.has_value());
  BOOST_TEST((purchase.min_term->count == 1 && purchase.min_term->unit == Period::year));
  BOOST_TEST(is(purchase.prepaid, "1"));
  BOOST_TEST(purchase.currency == "USD");
  BOOST_TEST((purchase.billed == Billed::reserved));
  for (const auto *name : {"focus_usage.csv", "focus_unused.csv"}) {
    const QuoteTable usages = file(name);
    const Quote &usage = usages.quotes().front();
    BOOST_TEST(usage.usable());
    BOOST_TEST(is(usage.price, "1")); // EffectiveCost of an hour
    BOOST_TEST((usage.period == Period::hour));
    BOOST_TEST((usage.billed == Billed::used));
    BOOST_TEST(usage.contracted);
  }
  const QuoteTable lines =
      parsed("ChargeCategory,ChargeFrequency,BilledCost,EffectiveCost,BillingCurrency,ChargePeriodStart,"
             "ChargePeriodEnd,ConsumedQuantity,ConsumedUnit\n"
             "Tax,One-Time,20,20,USD,2026-01-01,2026-02-01,,\n"
             "Purchase,Recurring,300,0,EUR,2026-01-01,2026-02-01,,\n"
             "Usage,Usage-Based,12,12,EUR,2026-01-01,2026-02-01,8,Hours\n"
             "Usage,Usage-Based,12,12,EUR,2026-01-01,2026-02-01,0,Hours\n");
  BOOST_TEST(!lines.quotes()[0].usable());
  BOOST_TEST(is(lines.quotes()[1].price, "300"));
  BOOST_TEST((lines.quotes()[1].period == Period::month));
  BOOST_TEST(is(lines.quotes()[2].price, "1.5"));
  BOOST_TEST(!lines.quotes()[3].usable());
}

BOOST_AUTO_TEST_CASE(focus_prices) {
  const QuoteTable table = file("contracted.csv");
  const auto quotes = table.quotes();
  BOOST_TEST(is(quotes[0].price, "0.7"));
  BOOST_TEST(quotes[0].contracted);
  BOOST_TEST((quotes[0].billed == Billed::used));
  BOOST_TEST(is(quotes[1].price, "0.5"));
  BOOST_TEST(!quotes[1].contracted);
  BOOST_TEST(quotes[1].spot); // Dynamic
  BOOST_TEST((quotes[1].price_for == PriceFor::gpu));
  BOOST_TEST((quotes[2].period == Period::month));
  BOOST_TEST((quotes[2].billed == Billed::reserved));
  BOOST_TEST(quotes[0].region == "north-1");
}

BOOST_AUTO_TEST_CASE(fsdls_table) {
  const QuoteTable table = file("per_gpu.csv");
  const auto quotes = table.quotes();
  BOOST_TEST_REQUIRE(quotes.size() == 5U);
  BOOST_TEST(is(quotes[0].price, "4"));
  BOOST_TEST((quotes[0].price_for == PriceFor::offer));
  BOOST_TEST(quotes[0].vram_gb.value() == 48);
  BOOST_TEST(is(quotes[1].price, "1.2"));
  BOOST_TEST(quotes[1].spot);
  BOOST_TEST(quotes[0].offer == "n4");
}

BOOST_AUTO_TEST_CASE(dollars_of_other_countries) {
  const QuoteTable table =
      parsed("gpu,price,currency,period\nA40,$0.5,CAD,hour\nA40,$0.5,,hour\nA40,US$ 1.5,CAD,hour\n");
  BOOST_TEST(table.quotes()[0].currency == "CAD");
  BOOST_TEST(table.quotes()[0].usable());
  BOOST_TEST(table.quotes()[1].currency == "USD");
  BOOST_TEST(!table.quotes()[2].usable());
}

BOOST_AUTO_TEST_CASE(error_cells_are_named_by_their_place) {
  const QuoteTable table = file("errors.csv");
  BOOST_TEST(placed(table.quotes()[1].findings.front()) == "row 3, column price: the cell holds an error, #DIV/0!");
  BOOST_TEST(!table.quotes()[1].usable());
  BOOST_TEST(table.quotes()[3].usable()); // where the price is from does not change it
}

BOOST_AUTO_TEST_CASE(which_offer) {
  const QuoteTable table = parsed("provider,offer,gpu,price,currency,period\nNorth,n1,A40,1.5,USD,hour\n"
                                  "North,n1-large,A40,2.5,USD,hour\nSouth Star,x,A40,2,USD,hour\n,,,,,\n");
  BOOST_TEST(quote_in_row(table, 3).offer == "n1-large");
  BOOST_TEST(quote_named(table, "n1").row == 2U); // called just that, though row 3 holds it
  BOOST_TEST(quote_named(table, "LARGE").row == 3U);
  BOOST_TEST(quote_named(table, "south star").row == 4U);
  BOOST_TEST(quote_named(table, "North n1-large").row == 3U);
  BOOST_TEST(failure_of([&] { return quote_named(table, "North").row; }) ==
             "bad_argument: \"North\" is found in 2 rows, such as row 2 and row 3: say more, or give the row");
  BOOST_TEST(failure_of([&] { return quote_named(table, "n1-lrage").row; }) ==
             "bad_argument: no offer or provider is called n1-lrage; did you mean n1-large?");
  for (const double row : {0.0, 1.0, 2.5, 5.0, -1.0, 1e12}) {
    BOOST_TEST(is_bad(failure_of([&] { return quote_in_row(table, row).row; })));
  }
  BOOST_TEST(is_bad(failure_of([&] { return quote_named(table, " ").row; })));
  const QuoteTable spots = file("spot.csv");
  BOOST_TEST(!quote_named(spots, "s3").spot);
  BOOST_TEST(quote_named(spots, "s3", true).spot);
  BOOST_TEST(quote_in_row(spots, 4, true).spot);
  BOOST_TEST(!quote_in_row(spots, 2, true).spot); // it has none
}

BOOST_AUTO_TEST_CASE(prices_beyond_reason) {
  const QuoteTable table =
      parsed("gpu,price,currency,period\nA40,1e-300,USD,hour\nA40,1e300,USD,hour\nA40,1e15,USD,hour\n");
  BOOST_TEST(!table.quotes()[0].usable());
  BOOST_TEST(!table.quotes()[1].usable());
  BOOST_TEST(table.quotes()[2].usable());
}

BOOST_AUTO_TEST_CASE(no_quotes) {
  BOOST_TEST(is_bad(failure_of([] { return parsed("gpu,colour\nA40,blue\n").quotes().size(); })));
  const QuoteTable empty = parsed("gpu,price\n");
  BOOST_TEST(empty.quotes().empty());
  BOOST_TEST(empty.findings().size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::test
