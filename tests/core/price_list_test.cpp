#include "rent/price_list.hpp"

#include "gpu_fixture.hpp"
#include "test_table.hpp"
#include "text/csv.hpp"

#include <boost/test/unit_test.hpp>

namespace calcvram {
namespace {

using test::prices;
using test::the_card;

constexpr std::string_view header =
    "gpu,provider,offer,price,currency,period,sold_counts,node_round,tiers,source,as_of,notes\n";

std::string fault(std::string_view row) {
  try {
    parse_price_list(std::string{header} + std::string{row} + "\n", "prices.csv", test::gpus());
  } catch (const CsvError &error) {
    return error.what();
  }
  return {};
}

} // namespace

namespace test {

BOOST_AUTO_TEST_SUITE(price_list)

BOOST_AUTO_TEST_CASE(the_fleet_of_the_rental_page) {
  const test::TestTable fleet{"rental_page/fleet_prices.csv"};
  BOOST_TEST(prices().rows().size() == fleet.size() + 1);
  for (std::size_t row = 0; row < fleet.size(); ++row) {
    BOOST_TEST_CONTEXT(fleet.place(row)) {
      const PriceTerms &terms = prices().rows()[row].terms();
      const double price = terms.price.to_double();
      BOOST_TEST(price == fleet.number(row, "price_usd_month"));
      BOOST_TEST(terms.currency == "USD");
      BOOST_TEST((terms.period == Period::month));
      BOOST_TEST(terms.offer.starts_with(fleet.text(row, "gpu")));
      BOOST_TEST(terms.sold_counts.front() == fleet.number(row, "min_gpus"));
      // the two derived columns; the third, per hour, is in period_test
      BOOST_TEST(test::printed(price / fleet.number(row, "vram_gb"), 2) == fleet.number(row, "usd_per_gb_month"));
      BOOST_TEST(test::printed(fleet.number(row, "bandwidth_gb_s") / price, 2) ==
                 fleet.number(row, "gb_s_per_usd_month"));
    }
  }
}

BOOST_AUTO_TEST_CASE(recommendations_of_the_rental_page) {
  const test::TestTable list{"rental_page/recommendations.csv"};
  for (std::size_t row = 0; row < list.size(); ++row) {
    const Gpu &card = the_card(list.text(row, "gpu"));
    BOOST_TEST(*card.vram_gb == list.number(row, "vram_gb"), list.place(row));
    BOOST_TEST(prices().row_for(card, Period::month)->price_of(1) == list.number(row, "price_usd_month"),
               list.place(row));
  }
}

BOOST_AUTO_TEST_CASE(sold_counts) {
  const auto sold = [](std::string_view card) {
    const auto counts = prices().sold_counts(the_card(card));
    return counts ? std::vector<int>{counts->counts.begin(), counts->counts.end()} : std::vector<int>{};
  };
  BOOST_TEST((sold("A40") == std::vector{1, 2, 4, 8}));
  BOOST_TEST((sold("MI300X") == std::vector{1, 8}));
  BOOST_TEST((sold("H200 SXM") == std::vector{1, 2, 8}));
  BOOST_TEST((sold("H100 PCIe") == std::vector{1, 2, 4}));
  BOOST_TEST((sold("B200") == std::vector{2, 4, 8}));
  BOOST_TEST(sold("H100 NVL").empty());
  BOOST_TEST(prices().sold_counts(the_card("MI300X"))->in_nodes);
  BOOST_TEST(!prices().sold_counts(the_card("A40"))->in_nodes);
}

BOOST_AUTO_TEST_CASE(rows_by_period) {
  const auto offer = [](std::string_view card, Period period, std::string_view provider = "") {
    const PriceRow *row = prices().row_for(the_card(card), period, provider);
    return row == nullptr ? std::string{} : row->terms().offer;
  };
  BOOST_TEST(offer("RTX A5000", Period::month) == "RTX A5000 monthly");
  BOOST_TEST(offer("RTX A5000", Period::week) == "RTX A5000 weekly");
  BOOST_TEST(offer("RTX A5000", Period::hour) == "RTX A5000 monthly");
  BOOST_TEST(offer("A40", Period::week) == "A40 monthly");
  BOOST_TEST(offer("A40", Period::week, "gpurenthub") == "A40 monthly");
  BOOST_TEST(offer("A40", Period::week, "somebody").empty());
  BOOST_TEST(offer("H100 NVL", Period::month).empty());
}

BOOST_AUTO_TEST_CASE(a_week_row_is_never_converted) {
  const auto list =
      parse_price_list(std::string{header} + "a40,P,O,55,USD,week,1,,,s,2026-12-01,\n", "p", test::gpus());
  BOOST_TEST(list.row_for(the_card("A40"), Period::week) != nullptr);
  BOOST_TEST(list.row_for(the_card("A40"), Period::month) == nullptr);
  BOOST_TEST(list.row_for(the_card("A40"), Period::hour) == nullptr);
}

BOOST_AUTO_TEST_CASE(prices_of_counts) {
  struct Case {
    std::string_view card;
    int count;
    double price;
  };
  const std::vector<Case> cases{
      {"A40", 1, 240},
      {"A40", 2, 456},
      {"A40", 3, 684},
      {"A40", 4, 883.2},
      {"A40", 8, 1728},
      {"A40", 16, 3456},
      {"A40", 9, 1944},
      {"RTX 5090", 2, 1026},
      {"MI300X", 8, 11450},
      {"MI300X", 40, 57250},
      {"MI300X", 9, 12879},
      {"MI300X", 4, 5851.2},
      {"A100 SXM 80GB", 4, 3643.2},
      {"A100 SXM 80GB", 8, 7130},
      {"H100 SXM", 8, 12170},
      {"H200 SXM", 8, 16490},
      {"B200", 8, 28010},
      {"H100 PCIe", 8, 10728},
  };
  for (const auto &[card, count, price] : cases) {
    BOOST_TEST(prices().row_for(the_card(card), Period::month)->price_of(count) == price, count << "x " << card);
  }
  BOOST_TEST(prices().row_for(the_card("A40"), Period::month)->price_of(3, TierRule::marginal) == 696);
}

BOOST_AUTO_TEST_CASE(faults_of_a_file) {
  BOOST_TEST(fault("a40,P,O,240,USD,month,1 2,10,2=5%,s,2026-12-01,").empty());
  BOOST_TEST(fault("A40 ,P,O,240,USD,month,1 2,,,s,2026-12-01,") ==
             "prices.csv:2:1: no such id in the catalogue: A40 ");
  BOOST_TEST(fault("a40,P,O,lots,USD,month,1 2,,,s,2026-12-01,") == "prices.csv:2:9: lots is no amount above 0");
  BOOST_TEST(fault("a40,P,O,0,USD,month,1 2,,,s,2026-12-01,") == "prices.csv:2:9: 0 is no amount above 0");
  BOOST_TEST(fault("a40,P,O,240,USD,moon,1 2,,,s,2026-12-01,").starts_with("prices.csv:2:17: unknown period moon"));
  BOOST_TEST(fault("a40,P,O,240,USD,month,2 1,,,s,2026-12-01,") ==
             "prices.csv:2:23: sold_counts must ascend, and there must be one");
  BOOST_TEST(fault("a40,P,O,240,USD,month,1 x,,,s,2026-12-01,") ==
             "prices.csv:2:23: sold_counts are whole numbers with spaces between");
  BOOST_TEST(fault("a40,P,O,240,USD,month,,,,s,2026-12-01,") == "prices.csv:2:23: sold_counts is missing");
  BOOST_TEST(fault("a40,P,O,240,USD,month,1,,2=500%,s,2026-12-01,") ==
             "prices.csv:2:26: the discount 2=500% must be from 0 to 100%");
  BOOST_TEST(fault("a40,P,O,240,USD,month,1,,,,2026-12-01,") == "prices.csv:2:27: source is missing");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace test
} // namespace calcvram
