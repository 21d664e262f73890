#include "rent/quote_prices.hpp"

#include "csv_cells.hpp"
#include "gpu/spec.hpp"
#include "gpu_fixture.hpp"
#include "quote_fixture.hpp"
#include "rent/offer.hpp"
#include "rent/select.hpp"
#include "rent/term.hpp"
#include "test_table.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>
#include <vector>

namespace calcvram::test {
namespace {

/// A table of quotes, its prices and the sets they sell.
struct Sheet {
  explicit Sheet(const CsvCells &cells)
      : table{QuoteTable::parse(cells.block(), gpus())}, list{prices_of(table, gpus())}, sold{list} {}
  explicit Sheet(std::string_view csv) : Sheet{CsvCells{csv}} {}
  Sheet(const Sheet &) = delete; // each part points into the one before
  Sheet &operator=(const Sheet &) = delete;
  Sheet(Sheet &&) = delete;
  Sheet &operator=(Sheet &&) = delete;
  ~Sheet() = default;

  QuoteTable table;
  PriceList list;
  RentalSets sold;
};

const Sheet &fleet() {
  static const Sheet sheet{CsvCells::of_file("quotes/fleet.csv")};
  return sheet;
}

/// GPU_PRICE.
double price(const Sheet &sheet, std::string_view card, int count, Period period = Period::month,
             std::string_view options = "") {
  const GpuChoice choice = parse_gpu(card, gpus());
  return answer_for_all(choice,
                        [&](const Gpu &gpu) { return rental_price(sheet.list, gpu, count, period, asking(options)); });
}

Offer best(const Sheet &sheet, double gb, std::string_view rules = "") {
  return cheapest(gb, asking(rules), sheet.sold);
}

bool is_near(double a, double b) {
  return std::abs(a - b) <= 1e-12 * std::abs(b);
}

} // namespace

BOOST_AUTO_TEST_SUITE(quote_prices)

BOOST_AUTO_TEST_CASE(the_pages_discounts_from_a_range) {
  BOOST_TEST(price(fleet(), "A40", 4) == 883.20);
  BOOST_TEST(price(fleet(), "RTX 5090", 2) == 1026);
  BOOST_TEST(price(fleet(), "MI300X", 8) == 11450);
  BOOST_TEST(price(fleet(), "B200", 1) == 3890); // sold or not
  BOOST_TEST(price(fleet(), "RTX A5000", 1, Period::week) == 55);
  BOOST_TEST(price(fleet(), "RTX A5000", 1, Period::day) == 190.0 * 24 / 730); // never from the week
}

BOOST_AUTO_TEST_CASE(a_range_is_worth_the_built_in_list) {
  for (const PriceRow &row : prices().rows()) {
    const Gpu &gpu = *row.terms().gpu;
    for (const int count : {1, 2, 3, 4, 7, 8, 16, 40}) {
      for (const Period period : {Period::hour, Period::week, Period::month, Period::year}) {
        for (const auto *options : {"", "hours_per_month=720", "currency=EUR fx_usd=0.5", "tiers=marginal"}) {
          BOOST_TEST(is_near(rental_price(fleet().list, gpu, count, period, asking(options)),
                             rental_price(prices(), gpu, count, period, asking(options))),
                     gpu.label << " " << count << " " << options);
        }
      }
    }
  }
  for (const auto *rules : {"", "prefer=single", "fp8", "fabric", "nodes=yes fabric", "period=week", "period=hour",
                            "max=2", "per=card", "tiers=marginal", "basis=usable", "tight=no", "count=8",
                            "currency=EUR fx_usd=0.5", "exclude=A40", "hours_per_month=720 period=day"}) {
    for (const double gb : {0.5, 7.0, 21.0, 48.0, 79.0, 130.0, 190.0, 411.0, 1288.0}) {
      BOOST_TEST_CONTEXT(gb << " GB " << rules) {
        Offer built_in;
        if (!failure_of([&] { return built_in = cheapest(gb, asking(rules), sets()); }).empty()) {
          BOOST_TEST(is_unanswered(failure_of([&] { return best(fleet(), gb, rules); })));
          continue;
        }
        const Offer quoted = best(fleet(), gb, rules);
        BOOST_TEST(quoted.label == built_in.label);
        BOOST_TEST(
            is_near(quoted.price, built_in.price)); // a quote's is exact: 29.44 where doubles leave 29.440000000000005
        BOOST_TEST(quoted.currency == built_in.currency);
        BOOST_TEST(quoted.note == built_in.note);
        const auto table = offers(gb, asking(rules), fleet().sold);
        BOOST_TEST(table.front().label == quoted.label);
        BOOST_TEST(table.front().price == quoted.price);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(the_pages_fleet_table) {
  const TestTable page{"rental_page/fleet_prices.csv"};
  for (std::size_t row = 0; row < page.size(); ++row) {
    const Quote &quote = fleet().table.quotes()[row];
    const double month =
        price(fleet(), page.text(row, "gpu") == "A100 SXM" ? "A100 SXM 80GB" : page.text(row, "gpu"), 1);
    BOOST_TEST(month == page.number(row, "price_usd_month"));
    BOOST_TEST(printed(month / quote.vram_gb.value(), 2) == page.number(row, "usd_per_gb_month"), page.place(row));
    BOOST_TEST(printed(quote.bandwidth_gb_s.value() / month, 2) == page.number(row, "gb_s_per_usd_month"),
               page.place(row));
    const double hour =
        price(fleet(), fleet().table.quotes()[row].candidates.front()->label, 1, Period::hour, "hours_per_month=720");
    BOOST_TEST(printed(hour, 2) == page.number(row, "usd_per_gpu_hour"), page.place(row));
  }
}

BOOST_AUTO_TEST_CASE(offers_discounts_and_support) {
  const Sheet sheet{"gpu,gpus,price,currency,period,price_for,discount,support_pct,tiers,min_gpus,tax_pct\n"
                    "A40,4,10,USD,hour,offer,10 %,5 %,8=20%,,0.2\n"
                    "L40S,1,1.5,USD,hour,gpu,,,,3,\n"};
  BOOST_TEST(price(sheet, "A40", 4, Period::hour) == 9.45);
  BOOST_TEST(price(sheet, "A40", 1, Period::hour) == 9.45);  // whole offers
  BOOST_TEST(price(sheet, "A40", 5, Period::hour) == 15.12); // two, at the discount of 8
  BOOST_TEST(price(sheet, "A40", 8, Period::hour, "tiers=marginal") == (7 * 2.5 + 2) * 0.945);
  BOOST_TEST(price(sheet, "A40", 4, Period::hour, "tax=gross") == 11.34);
  BOOST_TEST(is_unanswered(failure_of([&] { return price(sheet, "L40S", 1, Period::hour, "tax=gross"); })));
  BOOST_TEST(price(sheet, "L40S", 1, Period::hour) == 1.5); // exactly that count
  BOOST_TEST(best(sheet, 40, "exclude=A40").label == "3x L40S");
  BOOST_TEST(best(sheet, 40, "exclude=L40S").label == "4x A40"); // an offer is one machine
  BOOST_TEST(is_unanswered(failure_of([&] { return best(sheet, 300, "exclude=L40S"); })));
}

// What n cards cost a period has one formula: GPU_PRICE is RENT_COST of one period, for every row and count.
BOOST_AUTO_TEST_CASE(a_period_costs_what_the_price_is) {
  for (const auto *file : {"fleet.csv", "terms.csv", "terms_of_all_kinds.csv"}) {
    const CsvCells cells = CsvCells::of_file("quotes/" + std::string{file});
    const QuoteTable table = QuoteTable::parse(cells.block(), gpus());
    const PriceList list = prices_of(table, gpus());
    BOOST_TEST(!list.rows().empty());
    for (const PriceRow &row : list.rows()) {
      Quote quote = quote_in_row(table, static_cast<double>(row.terms().quoted->row));
      quote.setup = {}; // once an order, not a period
      quote.min_term.reset();
      quote.bill_step.reset();
      for (const auto *options : {"", "tiers=marginal", "tax=gross hours_per_month=720", "currency=EUR fx_usd=0.93"}) {
        const RentOptions with = renting(options);
        for (int count = quote.min_gpus; count <= 16; ++count) {
          for (const Period period : {Period::hour, Period::week, Period::month, Period::year}) {
            const double cost = rent_cost(quote, {count, {1, period}}, with).total().to_double();
            BOOST_TEST(price_in(row, count, period, with.common) == cost, file << " row " << quote.row << ", " << count
                                                                               << " cards a " << name_of(period) << " "
                                                                               << options);
          }
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(several_quotes_of_one_card) {
  const Sheet sheet{"provider,gpu,price,currency,period,region,spot\n"
                    "North,A100 SXM 80GB,990,USD,month,Oslo,\n"
                    "South,A100 SXM 80GB,1.35,USD,hour,\"Texas, US, NA\",\n"
                    "South,A100 SXM 80GB,0.7,USD,hour,\"Texas, US, NA\",yes\n"
                    "West,A100 SXM 80GB,200,USD,week,Oslo,\n"};
  BOOST_TEST(price(sheet, "A100 SXM 80GB", 1) == 990);
  BOOST_TEST(price(sheet, "A100 SXM 80GB", 1, Period::hour) == 1.35);
  BOOST_TEST(price(sheet, "A100 SXM 80GB", 1, Period::hour, "spot=yes") == 0.7);
  BOOST_TEST(price(sheet, "A100 SXM 80GB", 1, Period::hour, "provider=north") == 990.0 / 730);
  BOOST_TEST(price(sheet, "A100 SXM 80GB", 1, Period::month, "region=us") == 985.5);
  BOOST_TEST(price(sheet, "A100 SXM 80GB", 1, Period::week) == 200);
  BOOST_TEST(
      is_unanswered(failure_of([&] { return price(sheet, "A100 SXM 80GB", 1, Period::month, "region=Turin"); })));
  BOOST_TEST(is_unanswered(failure_of([&] { return price(sheet, "A40", 1); })));
  // by the hour is cheaper at 720 and 730 hours, by the month at 744
  BOOST_TEST(best(sheet, 75, "hours_per_month=720").price == 972);
  BOOST_TEST(best(sheet, 75).price == 985.5);
  BOOST_TEST(best(sheet, 75).note == "from the price per hour, 730 hours a month");
  BOOST_TEST(best(sheet, 75, "hours_per_month=744").price == 990);
  BOOST_TEST(best(sheet, 75, "spot=yes").note.starts_with("spot: may be taken away"));
  BOOST_TEST(offers(75, asking(""), sheet.sold).size() == 8U); // a week is no month
}

BOOST_AUTO_TEST_CASE(who_sells_the_week_sells_no_share_of_a_month) {
  const Sheet one{"provider,gpu,price,currency,period\nNorth,A40,240,USD,month\nNorth,A40,70,USD,week\n"};
  BOOST_TEST(best(one, 40, "period=week").price == 70);
  BOOST_TEST(best(one, 40).price == 240);
  const Sheet two{"provider,gpu,price,currency,period\nNorth,A40,240,USD,month\nSouth,A40,70,USD,week\n"};
  BOOST_TEST(best(two, 40, "period=week").price == 240.0 * 168 / 730);
}

BOOST_AUTO_TEST_CASE(currencies_are_never_mixed_silently) {
  const std::string rows = "gpu,price,currency,period,fx\nA40,1.5,USD,hour,\nA40,1.4,EUR,hour,";
  const Sheet bare{rows + "\n"};
  BOOST_TEST(failure_of([&] { return price(bare, "A40", 1, Period::hour); }) ==
             "bad_argument: prices are in USD and EUR: currency= and a rate such as fx_eur= are needed");
  BOOST_TEST(is_bad(failure_of([&] { return best(bare, 40); })));
  BOOST_TEST(is_bad(failure_of([&] { return best(bare, 40, "currency=EUR"); })));
  BOOST_TEST(price(bare, "A40", 1, Period::hour, "currency=EUR fx_usd=0.9") == 1.5 * 0.9);
  BOOST_TEST(price(bare, "A40", 1, Period::hour, "fx_eur=1.1") == 1.5); // dollars: they alone have no rate
  BOOST_TEST(best(bare, 40, "fx_eur=1.05 period=hour").price == 1.4 * 1.05);
  BOOST_TEST(best(bare, 40, "fx_eur=1.05").currency == "USD");
  const Sheet rated{rows + "1.05\n"};
  BOOST_TEST(best(rated, 40, "period=hour").price == 1.4 * 1.05);
  BOOST_TEST(best(rated, 40, "period=hour").note == "at 1.05 USD for 1 EUR");
  BOOST_TEST(best(rated, 40, "period=hour currency=USD fx_eur=1.1").price == 1.5);
  const Sheet dollars{"gpu,price,currency,period\nA40,1.5,USD,hour\nA10,1,EUR,hour\n"};
  BOOST_TEST(price(dollars, "A40", 1, Period::hour) == 1.5); // the other card's currency does not matter
}

BOOST_AUTO_TEST_CASE(names_that_mean_several_cards) {
  const Sheet sheet{
      "gpu,vram_gb,price,currency,period\nA100,80,1.5,USD,hour\nH100,,2.5,USD,hour\nH100 PCIe,,2.6,USD,hour\n"};
  const Offer offer = best(sheet, 75, "exclude=H100-PCIe period=hour");
  BOOST_TEST(offer.label == "A100 80GB");
  BOOST_TEST(offer.note == "A100 may be A100 SXM 80GB or A100 PCIe 80GB");
  BOOST_TEST(price(sheet, offer.label, 1, Period::hour) == 1.5);
  BOOST_TEST(price(sheet, "A100 SXM 80GB", 1, Period::hour) == 1.5);
  BOOST_TEST(is_bad(failure_of([&] { return price(sheet, "A100", 1, Period::hour); }))); // 40 GB ones are not quoted
  BOOST_TEST(price(sheet, "H100 SXM", 1, Period::hour) == 2.5);
  BOOST_TEST(price(sheet, "H100 PCIe", 1, Period::hour) == 2.6); // a row of just this card comes first
  BOOST_TEST(is_unanswered(failure_of([&] { return best(sheet, 150, "fabric"); }))); // not all of them have it
  BOOST_TEST(best(sheet, 75, "fp8 period=hour").label == "H100");
  BOOST_TEST(is_unanswered(failure_of([&] { return best(sheet, 85, "max=1"); }))); // the NVL has 94 GB, the others 80
}

BOOST_AUTO_TEST_CASE(less_memory_than_the_name_has) {
  const Sheet sheet{"gpu,vram_gb,price,currency,period\nH100 SXM,40,1.5,USD,hour\n"};
  BOOST_TEST(best(sheet, 39).label == "H100 SXM vram_gb=40");
  BOOST_TEST(best(sheet, 41).count == 2);
  BOOST_TEST(parse_gpu("2x H100 SXM vram_gb=40", gpus()).candidates.front()->vram_gb.value() == 40);
}

BOOST_AUTO_TEST_CASE(what_no_gpu_function_prices) {
  const Sheet sheet{CsvCells::of_file("quotes/prices.csv")};
  BOOST_TEST(sheet.list.rows().size() == 4U);
  BOOST_TEST(is_unanswered(failure_of([&] { return price(sheet, "A40", 1, Period::hour); }))); // 0
  BOOST_TEST(is_unanswered(failure_of([&] { return price(sheet, "L4", 1); })));                // 1.234
  const Sheet nothing{"gpu,price,currency,period\nVoodoo 2,1.5,USD,hour\nA40,1.5,USD,term\n"};
  BOOST_TEST(nothing.list.rows().empty());
  BOOST_TEST(is_unanswered(failure_of([&] { return best(nothing, 10); })));
}

BOOST_AUTO_TEST_CASE(nothing_to_pay_comes_first_and_says_so) {
  const Sheet sheet{"gpu,price,currency,period,discount\nA40,1,USD,month,\nL40S,2,USD,month,100 %\nA40,3,USD,month,\n"};
  const Offer offer = best(sheet, 40);
  BOOST_TEST(offer.price == 0);
  BOOST_TEST(offer.note == "a discount of 100 % leaves nothing to pay");
  BOOST_TEST(offers(40, asking(""), sheet.sold).front().price == 0);
}

BOOST_AUTO_TEST_CASE(whole_nodes_of_quotes) {
  const Sheet sheet{"gpu,gpus,price,currency,period,price_for\nH100 SXM,8,20,USD,hour,offer\n"};
  BOOST_TEST(is_unanswered(failure_of([&] { return best(sheet, 1000); })));
  const Offer offer = best(sheet, 1000, "nodes=yes period=hour");
  BOOST_TEST(offer.label == "16x H100 SXM");
  BOOST_TEST(offer.price == 40);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::test
