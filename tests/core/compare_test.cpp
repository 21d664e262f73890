#include "rent/compare.hpp"

#include "csv_cells.hpp"
#include "failing.hpp"
#include "quote_fixture.hpp"
#include "rent/quotes.hpp"
#include "rent/term.hpp"
#include "test_table.hpp"

#include <boost/test/unit_test.hpp>
#include <initializer_list>
#include <string>
#include <vector>

namespace calcvram {
namespace {

using test::order_of;
using test::printed;
using test::quote;
using test::renting;

std::vector<Quote> quotes_of(std::initializer_list<const char *> texts) {
  std::vector<Quote> quotes;
  for (const auto *text : texts) {
    quotes.push_back(quote(text, quotes.size() + 2));
  }
  return quotes;
}

const Order one_month{1, {1, Period::month}};

/// "offer total", or "offer -" where it is not ranked, one after another.
std::string ranking(const std::vector<Quote> &quotes, std::string_view options = "", const Order &order = one_month) {
  std::string text;
  for (const ComparedQuote &row : compare(quotes, order, renting(options))) {
    text += (text.empty() ? "" : ", ") + row.quote->offer + " " + (row.total ? format_number(*row.total) : "-");
  }
  return text;
}

std::string warnings_of(const std::vector<Quote> &quotes, std::string_view offer, std::string_view options = "",
                        const Order &order = one_month) {
  for (const ComparedQuote &row : compare(quotes, order, renting(options))) {
    if (row.quote->offer == offer) {
      return row.warnings;
    }
  }
  return "left out";
}

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

} // namespace

namespace test {

BOOST_AUTO_TEST_SUITE(compare)

// All 45 cells of the rental page's price columns: $/GB, GB/s per $ and the price of an hour of 720 a month.
BOOST_AUTO_TEST_CASE(the_rental_pages_columns) {
  const TestTable fleet{"rental_page/fleet_prices.csv"};
  std::vector<Quote> quotes;
  for (std::size_t row = 0; row < fleet.size(); ++row) {
    Quote of = quote("price=0", row + 2);
    of.offer = fleet.text(row, "gpu");
    of.price = Money{fleet.number(row, "price_usd_month")};
    of.vram_gb = fleet.number(row, "vram_gb");
    of.bandwidth_gb_s = fleet.number(row, "bandwidth_gb_s"); // as printed: 1.79 and 1.01 TB/s
    of.min_gpus = static_cast<int>(fleet.number(row, "min_gpus"));
    quotes.push_back(std::move(of));
  }
  const auto rows = calcvram::compare(quotes, one_month, renting("hours_per_month=720"));
  BOOST_REQUIRE(rows.size() == 15);
  for (const ComparedQuote &row : rows) {
    const std::size_t at = row.quote->row - 2;
    BOOST_TEST(printed(row.per_gb_month.value(), 2) == fleet.number(at, "usd_per_gb_month"), fleet.place(at));
    BOOST_TEST(printed(row.gb_s_per_price_month.value(), 2) == fleet.number(at, "gb_s_per_usd_month"), fleet.place(at));
    BOOST_TEST(printed(row.per_gpu_hour.value(), 2) == fleet.number(at, "usd_per_gpu_hour"), fleet.place(at));
  }
}

BOOST_AUTO_TEST_CASE(cheapest_first_and_ties_by_row) {
  const auto quotes = quotes_of({"offer=a price=500", "offer=b price=300", "offer=c error=price_is_text",
                                 "offer=d price=0.5 period=hour", "offer=e price=300", "offer=f"});
  BOOST_TEST(ranking(quotes) == "b 300, e 300, d 365, a 500, c -, f -");
  const auto rows = calcvram::compare(quotes, one_month);
  BOOST_TEST(rows[0].rank.value() == 1);
  BOOST_TEST(rows[1].rank.value() == 2);
  BOOST_TEST(!rows[4].rank.has_value());
  BOOST_TEST(rows[4].warnings == "not ranked: price is text");
  BOOST_TEST(rows[5].warnings == "not ranked: no price");
  BOOST_TEST(calcvram::compare({}, one_month).empty());
}

BOOST_AUTO_TEST_CASE(a_month_of_720_730_and_744_hours) {
  const auto quotes = quotes_of({"offer=flat price=990", "offer=hourly price=1.35 period=hour billed=used"});
  BOOST_TEST(ranking(quotes, "hours_per_month=720") == "hourly 972, flat 990");
  BOOST_TEST(ranking(quotes) == "hourly 985.5, flat 990");
  BOOST_TEST(ranking(quotes, "hours_per_month=744") == "flat 990, hourly 1004.4");
  BOOST_TEST(ranking(quotes, "utilisation=0.5") == "hourly 492.75, flat 990");
}

BOOST_AUTO_TEST_CASE(figures_on_one_footing) {
  const auto quotes = quotes_of({"offer=flat gpu=A100_SXM_80GB price=990",
                                 "offer=used gpu=A100_SXM_80GB price=1.37 "
                                 "period=hour billed=used",
                                 "offer=week gpu=RTX_A5000 price=55 period=week min_term=1/week"});
  const auto rows = calcvram::compare(quotes, one_month, renting("utilisation=0.25"));
  const ComparedQuote &used = rows[1];
  BOOST_TEST(used.quote->offer == "used");
  BOOST_TEST(used.billed_hours.value() == 182.5);
  BOOST_TEST(used.per_gpu_hour.value() == 1.37);
  BOOST_TEST(used.per_useful_gpu_hour.value() == 1.37);
  const ComparedQuote &flat = rows[2];
  BOOST_TEST(flat.quote->offer == "flat");
  BOOST_TEST(flat.billed_hours.value() == 730);
  BOOST_TEST(printed(flat.per_gpu_hour.value(), 2) == 1.36);
  BOOST_TEST(flat.per_useful_gpu_hour.value() == 990 / 182.5);
  BOOST_TEST(flat.per_pflop_hour.value() == 990.0 / 730 * 1000 / 312);
  BOOST_TEST(flat.gpu == "A100 SXM 80GB");
  const auto afternoon = calcvram::compare(quotes, order_of(1, 5, Period::hour));
  BOOST_TEST(afternoon[2].quote->offer == "week");
  BOOST_TEST(afternoon[2].per_gpu_hour.value() == 55.0 / 168);
  BOOST_TEST(afternoon[2].per_useful_gpu_hour.value() == 11);
  BOOST_TEST(calcvram::compare(quotes, one_month, renting("precision=fp8"))[1].per_pflop_hour.has_value() == false);
}

// FinOps FOCUS 1.2: BilledCost 8,760 for a year at once, EffectiveCost 1.00 an hour of use.
BOOST_AUTO_TEST_CASE(effective_cost_of_a_prepayment) {
  const auto quotes = quotes_of({"price=8760 period=term min_term=1/year prepaid=100%"});
  BOOST_TEST(calcvram::compare(quotes, order_of(1, 1, Period::year))[0].per_useful_gpu_hour.value() == 1);
  BOOST_TEST(calcvram::compare(quotes, order_of(1, 1, Period::year), renting("utilisation=0.5"))[0]
                 .per_useful_gpu_hour.value() == 2);
}

BOOST_AUTO_TEST_CASE(currencies_are_never_mixed_without_a_rate) {
  const auto quotes = quotes_of({"offer=a price=500", "offer=b price=300 currency=EUR",
                                 "offer=c price=200 currency=GBP "
                                 "fx=1.25",
                                 "offer=d price=10 currency="});
  BOOST_TEST(ranking(quotes) == "c 250, a 500, b -, d -");
  BOOST_TEST(warnings_of(quotes, "b") == "not ranked: prices are in EUR: a report in USD needs a rate, fx_eur=");
  BOOST_TEST(warnings_of(quotes, "d") == "not ranked: no currency is stated, the report is in USD");
  BOOST_TEST(warnings_of(quotes, "c") == "at 1.25 USD for 1 GBP");
  BOOST_TEST(ranking(quotes, "fx_eur=2") == "c 250, a 500, b 600, d -");
  BOOST_TEST(ranking(quotes, "currency=EUR fx_gbp=1.2 fx_usd=0.9") == "c 240, b 300, a 450, d -");
  BOOST_TEST(ranking(quotes, "currency=CHF") == "c 250, a -, b -, d -");
  const auto rated = quotes_of({"offer=a price=1 currency=EUR fx=3", "offer=b price=2 currency="});
  BOOST_TEST(ranking(rated) == "a 3, b -");
  BOOST_TEST(ranking(quotes_of({"offer=a price=3 currency=", "offer=b price=2 currency="})) == "b 2, a 3");
}

BOOST_AUTO_TEST_CASE(unlike_things_are_said_to_be) {
  const auto quotes = quotes_of(
      {"offer=list price=500 tax=20%", "offer=deal price=400 contracted=yes", "offer=spot price=100 spot=yes tax=20%"});
  BOOST_TEST(ranking(quotes) == "deal 400, list 500, spot -");
  BOOST_TEST(warnings_of(quotes, "spot") == "not ranked: a spot price counts only with spot=yes");
  BOOST_TEST(ranking(quotes, "spot=yes") == "spot 100, deal 400, list 500");
  BOOST_TEST(holds(warnings_of(quotes, "spot", "spot=yes"), "it may be interrupted"));
  BOOST_TEST(holds(warnings_of(quotes, "deal"), "a negotiated price beside list prices"));
  BOOST_TEST(holds(warnings_of(quotes, "deal"), "its tax is not stated, where others state theirs"));
  BOOST_TEST(holds(warnings_of(quotes, "deal", "tax=gross"), "its tax is not stated: none is added"));
  BOOST_TEST(ranking(quotes, "tax=gross") == "deal 400, list 600, spot -");
  BOOST_TEST(warnings_of(quotes, "list") == "");
  BOOST_TEST(warnings_of(quotes_of({"offer=a price=1 spot=yes"}), "a", "spot=yes") == "");
}

BOOST_AUTO_TEST_CASE(what_only_others_charge_for) {
  const auto quotes = quotes_of({"offer=a price=500 storage_gb=100 storage_price=0.1", "offer=b price=400",
                                 "offer=c price=300 storage_price=0 egress_price=0"});
  BOOST_TEST(warnings_of(quotes, "b") == "its storage price is not stated, where others charge for it");
  BOOST_TEST(warnings_of(quotes, "b", "storage_gb=50") == "its storage price is not stated: none is added");
  BOOST_TEST(warnings_of(quotes, "a") == "");
  BOOST_TEST(warnings_of(quotes, "c") == ""); // says that it costs nothing
  BOOST_TEST(warnings_of(quotes_of({"offer=a price=500 storage_price=0.1", "offer=b price=400"}), "b") == "");
}

BOOST_AUTO_TEST_CASE(an_error_names_its_column) {
  const CsvCells cells{"offer,gpu,price,currency,period\nx,A40,#N/A,USD,month\n"};
  const QuoteTable table = QuoteTable::parse(cells.block(), gpus());
  BOOST_TEST(calcvram::compare(table.quotes(), {}).front().warnings ==
             "not ranked: column price: the cell holds an error, #N/A");
}

BOOST_AUTO_TEST_CASE(what_is_billed_beyond_the_order) {
  const auto quotes = quotes_of({"offer=b200 gpu=B200 price=3890 min_gpus=2",
                                 "offer=week gpu=RTX_A5000 price=55 period=week min_term=1/week",
                                 "offer=node gpu=H100_SXM price=16 period=hour price_for=offer gpus=8 bill_step=1/hour",
                                 "offer=term price=1000 period=term min_term=1/month escalation=5% deposit=99"});
  const Order afternoon = order_of(1, 4.5, Period::hour);
  BOOST_TEST(holds(warnings_of(quotes, "b200"), "bills 2 GPUs, 1 asked for (at least 2)"));
  BOOST_TEST(holds(warnings_of(quotes, "week", "", afternoon), "bills 168 hours, 4.5 asked for (at least 1 week)"));
  BOOST_TEST(holds(warnings_of(quotes, "node", "", afternoon), "bills 8 GPUs, 1 asked for (offers of 8)"));
  BOOST_TEST(holds(warnings_of(quotes, "node", "", afternoon), "bills 5 hours, 4.5 asked for (in steps of 1 hour)"));
  const std::string term = warnings_of(quotes, "term", "", order_of(1, 45, Period::day));
  BOOST_TEST(holds(term, "due 2 times"));
  BOOST_TEST(holds(term, "no escalation is added"));
  BOOST_TEST(holds(term, "a deposit of 99 USD is not counted"));
}

BOOST_AUTO_TEST_CASE(a_need_without_a_price) {
  const auto quotes =
      quotes_of({"offer=none price=1", "offer=both price=2 storage_price=0.1 egress_price=0",
                 "offer=free price=3 storage_price=0 egress_free_gb=100", "offer=own price=4 egress_gb=5"});
  BOOST_TEST(ranking(quotes, "storage_gb=100 egress_gb=100") == "none 1, free 3, own 4, both 12");
  BOOST_TEST(warnings_of(quotes, "none", "storage_gb=100 egress_gb=100") ==
             "its storage price is not stated: none is added; its egress price is not stated: none is added");
  BOOST_TEST(warnings_of(quotes, "both", "storage_gb=100 egress_gb=100") == "");
  BOOST_TEST(warnings_of(quotes, "free", "storage_gb=100 egress_gb=100") == "");
  BOOST_TEST(warnings_of(quotes, "free", "egress_gb=100.5") == "its egress price is not stated: none is added");
  BOOST_TEST(warnings_of(quotes, "own") == "its egress price is not stated: none is added");
  BOOST_TEST(warnings_of(quotes, "none") == "");
}

BOOST_AUTO_TEST_CASE(findings_of_the_row_are_said_once) {
  const auto quotes = quotes_of({"offer=a gpu=A100 price=1", "offer=b gpu=A100 price=2 warning=A100_may_be_one_or_two",
                                 "offer=c price=3 warning=it_may_be_late"});
  BOOST_TEST(holds(warnings_of(quotes, "a"), "A100 may be A100"));
  BOOST_TEST(warnings_of(quotes, "b") == "A100 may be one or two");
  BOOST_TEST(warnings_of(quotes, "c") == "it may be late");
}

BOOST_AUTO_TEST_CASE(old_prices_with_today) {
  const auto quotes = quotes_of({"offer=old price=1 as_of=46000", "offer=new price=2 as_of=46350 valid_until=46356",
                                 "offer=none price=3", "offer=later price=4 as_of=46358 valid_until=46357"});
  for (const auto *offer : {"old", "new", "none", "later"}) {
    BOOST_TEST(warnings_of(quotes, offer) == "");
  }
  BOOST_TEST(warnings_of(quotes, "old", "today=2026-12-01") == "old: of 2025-12-09, 357 days before");
  BOOST_TEST(warnings_of(quotes, "old", "today=2026-12-01 max_age=400") == "");
  BOOST_TEST(warnings_of(quotes, "new", "today=46357") == "expired on 2026-11-30");
  BOOST_TEST(warnings_of(quotes, "none", "today=46357") == "no date (as_of): it may be old");
  BOOST_TEST(warnings_of(quotes, "later", "today=46357") == "dated 2026-12-02, after today");
}

BOOST_AUTO_TEST_CASE(what_holds_the_workload) {
  const auto quotes =
      quotes_of({"offer=a40 gpu=A40 price=240", "offer=h100 gpu=H100_SXM price=1690", "offer=a100 gpu=A100 price=900",
                 "offer=own gpu=Mystery_9000 vram_gb=96 price=700", "offer=unknown gpu=Mystery_9001 price=1",
                 "offer=slice gpu=H100_SXM vram_gb=40 price=100"});
  BOOST_TEST(ranking(quotes, "required_gb=75") == "own 700, h100 1690, a40 -, a100 -, unknown -, slice -");
  BOOST_TEST(warnings_of(quotes, "a40", "required_gb=75") == "not ranked: 75 GB do not fit on 1x A40");
  BOOST_TEST(warnings_of(quotes, "a100", "required_gb=75").starts_with("not ranked: A100 may be "));
  BOOST_TEST(holds(warnings_of(quotes, "unknown", "required_gb=75"), "memory of 1x Mystery 9001 is not known"));
  BOOST_TEST(holds(warnings_of(quotes, "a100", "required_gb=30"), "A100 may be "));
  const auto rows = calcvram::compare(quotes, one_month, renting("required_gb=75"));
  BOOST_TEST((rows[0].fit->verdict == Verdict::fits));
  BOOST_TEST(rows[1].fit->free_gb == 5);
  BOOST_TEST(ranking(quotes, "required_gb=75 tight=no").starts_with("own 700, h100 1690"));
  BOOST_TEST(ranking(quotes, "required_gb=78 tight=no").starts_with("own 700, a40 -, h100 -"));
  BOOST_TEST(ranking(quotes, "required_gb=75", order_of(2, 1, Period::month)) ==
             "slice 200, a40 480, own 1400, a100 1800, h100 3380, unknown -");
  BOOST_TEST(ranking(quotes, "fp8") == "slice 100, h100 1690, a40 -, a100 -, own -, unknown -");
  BOOST_TEST(ranking(quotes, "vendor=nvidia exclude=A40 min_bandwidth=2000").starts_with("slice 100, h100 1690"));
}

BOOST_AUTO_TEST_CASE(filters) {
  const auto quotes = quotes_of({"offer=a provider=Acme price=1 region=eu-west",
                                 "offer=b provider=Bolt price=2 "
                                 "region=us-east",
                                 "offer=c provider=acme price=3"});
  BOOST_TEST(ranking(quotes, "provider=ACME") == "a 1, c 3");
  BOOST_TEST(ranking(quotes, "region=US-East") == "b 2");
  BOOST_TEST(ranking(quotes_of({"offer=a price=1", "offer=b price=1 min_gpus=2"}), "count=2") == "b 2, a -");
  BOOST_TEST(ranking(quotes_of({"offer=a price=1 gpu=A40", "offer=b gpu=A40 price=1 min_gpus=4"}), "max=2") ==
             "a 1, b -");
}

BOOST_AUTO_TEST_CASE(an_empty_order_costs_nothing) {
  const auto rows = calcvram::compare(quotes_of({"offer=a price=5 setup=9 min_gpus=2"}), order_of(0, 1, Period::month));
  BOOST_TEST(rows[0].total.value() == 0);
  BOOST_TEST(!rows[0].per_gpu_hour.has_value());
  BOOST_TEST(!rows[0].per_useful_gpu_hour.has_value());
}

BOOST_AUTO_TEST_CASE(columns) {
  std::string header;
  for (const CompareField &field : compare_fields()) {
    header += (header.empty() ? "" : " ") + std::string{field.key};
  }
  BOOST_TEST(header.starts_with("rank provider offer gpu gpus total currency per_gpu_hour per_useful_gpu_hour "
                                "per_gb_month gb_s_per_price_month billed_hours warnings"));
  const auto quotes = quotes_of({"provider=Acme offer=x gpu=A40 price=240 tiers=4=8%", "offer=y spot=yes price=1"});
  const auto rows = calcvram::compare(quotes, order_of(4, 1, Period::month));
  const auto cell = [&](std::size_t row, std::string_view key) { return compare_field(key).value(rows[row]); };
  BOOST_TEST((cell(0, "rank") == Cell{1.0}));
  BOOST_TEST((cell(0, "total") == Cell{883.2}));
  BOOST_TEST((cell(0, "gpus") == Cell{4.0}));
  BOOST_TEST((cell(0, "gpu") == Cell{std::string_view{"A40"}}));
  BOOST_TEST((cell(0, "Currency") == Cell{std::string_view{"USD"}}));
  BOOST_TEST((cell(1, "rank") == Cell{Blank{}}));
  BOOST_TEST((cell(1, "row") == Cell{3.0}));
  BOOST_TEST((cell(1, "spot") == Cell{1.0}));
  BOOST_TEST((cell(1, "per_gb_month") == Cell{Blank{}}));
  BOOST_TEST(words_of([] { return compare_field("totl"); }) == "unknown column totl; did you mean total?");
}

BOOST_AUTO_TEST_CASE(totals_are_those_of_rent_cost) {
  const auto quotes = quotes_of({"price=0.37 period=hour support=3%", "price=1000 period=quarter tiers=3=7%"});
  for (const ComparedQuote &row : calcvram::compare(quotes, order_of(5, 11, Period::day))) {
    BOOST_TEST(row.total.value() == rent_cost(*row.quote, order_of(5, 11, Period::day)).total().to_double());
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace test
} // namespace calcvram
