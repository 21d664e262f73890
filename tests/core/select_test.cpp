#include "rent/select.hpp"

#include "gpu_fixture.hpp"
#include "test_table.hpp"

#include <boost/test/unit_test.hpp>

namespace calcvram {
namespace {

using test::asking;
using test::failure_of;
using test::is_bad;
using test::is_unanswered;
using test::sets;

Offer best(double required_gb, std::string_view text = "") {
  return cheapest(required_gb, asking(text), sets());
}

std::vector<Offer> all(double required_gb, std::string_view text = "") {
  return offers(required_gb, asking(text), sets());
}

} // namespace

namespace test {

BOOST_AUTO_TEST_SUITE(select)

BOOST_AUTO_TEST_CASE(which_gpu_of_the_rental_page) {
  const test::TestTable table{"rental_page/which_gpu.csv"};
  BOOST_TEST(table.size() == 30U);
  for (std::size_t row = 0; row < table.size(); ++row) {
    BOOST_TEST_CONTEXT(table.place(row)) {
      const std::string &method = table.text(row, "method");
      const std::string rules = std::string{"prefer=single"} + (method == "inference_fp8" ? " fp8" : "") +
                                (method == "full_ft" ? " fabric" : "");
      const double need = table.number(row, "need_gb");
      if (table.text(row, "gpu").starts_with("five nodes")) {
        BOOST_TEST(is_unanswered(failure_of([&] { return best(need, rules); })));
        BOOST_TEST(best(need, rules + " nodes=yes").label == "40x MI300X");
        continue;
      }
      const Offer offer = best(need, rules);
      BOOST_TEST(offer.gpu().label.starts_with(table.text(row, "gpu")));
      BOOST_TEST(offer.count == table.number(row, "count"));
      BOOST_TEST(test::printed(offer.price, 0) == table.number(row, "price_usd_month"));
      BOOST_TEST((offer.fit.verdict == Verdict::tight) == (table.number(row, "tight") == 1));
    }
  }
}

BOOST_AUTO_TEST_CASE(some_sets) {
  struct Case {
    double gb;
    std::string_view rules;
    std::string_view label;
    double price;
    Verdict verdict;
  };
  const std::vector<Case> cases{
      {411, "fp8 prefer=single", "8x MI300X", 11450, Verdict::fits},
      {626, "fabric prefer=single", "8x A100 SXM 80GB", 7130, Verdict::tight},
      {626, "fabric prefer=single tight=no", "8x MI300X", 11450, Verdict::fits},
      {7452, "nodes=yes", "40x MI300X", 57250, Verdict::fits},
      {7452, "nodes=yes count=48", "48x MI300X", 68700, Verdict::fits},
      {40, "", "A40", 240, Verdict::fits},
      {72, "", "2x A40", 456, Verdict::fits},
      {72, "prefer=single", "A100 SXM 80GB", 990, Verdict::fits},
      {72, "max=1", "A100 SXM 80GB", 990, Verdict::fits},
      {72, "count=4", "4x RTX A5000", 699.2, Verdict::fits},
      {40, "exclude=A40", "RTX A6000", 290, Verdict::fits},
      {40, "vendor=AMD", "MI300X", 1590, Verdict::fits},
      {40, "min_bandwidth=900", "2x RTX 3090", 437, Verdict::fits},
      {40, "per=card count=2", "2x A40", 456, Verdict::fits},
      {20, "count=1", "RTX A5000", 190, Verdict::fits},
      {50, "basis=usable max=1", "RTX A6000", 290, Verdict::tight},
      {10, "count=2 exclude=A40 min_bandwidth=7000", "2x B200", 7391, Verdict::fits},
  };
  for (const auto &[gb, rules, label, price, verdict] : cases) {
    const Offer offer = best(gb, rules);
    BOOST_TEST(offer.label == label, gb << " GB " << rules);
    BOOST_TEST(offer.price == price, gb << " GB " << rules);
    BOOST_TEST((offer.fit.verdict == verdict), gb << " GB " << rules);
  }
}

BOOST_AUTO_TEST_CASE(nothing_holds_it) {
  for (const auto *rules : {"", "prefer=single", "count=40", "nodes=yes max=32", "nodes=yes count=12",
                            "nodes=yes fp8 "
                            "vendor=Intel",
                            "nodes=yes provider=Somebody"}) {
    BOOST_TEST(is_unanswered(failure_of([&] { return best(7452, rules); })), rules);
    BOOST_TEST(is_unanswered(failure_of([&] { return all(7452, rules); })), rules);
  }
  BOOST_TEST(is_unanswered(failure_of([] { return best(1e9, "nodes=yes"); })));
  BOOST_TEST(is_unanswered(failure_of([] { return best(200, "per=card nodes=yes"); })));
  BOOST_TEST(failure_of([] { return best(7452); }) == "no_answer: nothing on the list holds 7452 GB under these "
                                                      "requirements; nodes=yes adds whole nodes of 8");
  for (const double bad : {0.0, -1.0, 1e10}) {
    BOOST_TEST(is_bad(failure_of([bad] { return best(bad); })));
  }
  BOOST_TEST(is_bad(failure_of([] { return best(40, "currency=EUR"); })));
  BOOST_TEST(is_bad(failure_of([] { return best(1e9, "currency=EUR"); })));
}

BOOST_AUTO_TEST_CASE(periods_and_currencies) {
  BOOST_TEST(best(20, "period=week").label == "RTX 3090");
  BOOST_TEST(best(20, "period=week").price == 230.0 * 168 / 730);
  const Offer week = best(20, "period=week exclude=RTX-3090");
  BOOST_TEST(week.label == "RTX A5000");
  BOOST_TEST(week.price == 55);
  BOOST_TEST((week.period == Period::week));
  BOOST_TEST(week.note.empty());
  BOOST_TEST(best(40, "period=week").price == 240.0 * 168 / 730);
  BOOST_TEST(best(40, "period=hour hours_per_month=720").price == 240.0 / 720);
  BOOST_TEST(best(40, "period=year").price == 2880);
  BOOST_TEST(best(40, "currency=EUR fx_usd=0.5").price == 120);
  BOOST_TEST(best(40, "currency=EUR fx_usd=0.5").currency == "EUR");
  BOOST_TEST(best(130, "tiers=marginal").price == 240 + 2 * 228 + 240 * 0.92);
}

BOOST_AUTO_TEST_CASE(the_first_offer_is_the_cheapest) {
  for (const auto *rules : {"", "prefer=single", "fp8", "fabric", "nodes=yes", "nodes=yes fabric", "period=week",
                            "tiers=marginal", "max=2", "per=card", "basis=usable", "tight=no", "count=8"}) {
    for (const double gb : {0.5, 7.0, 21.0, 48.0, 79.0, 130.0, 190.0, 411.0, 1288.0}) {
      BOOST_TEST_CONTEXT(gb << " GB " << rules) {
        Offer cheap;
        if (!failure_of([&] { return cheap = best(gb, rules); }).empty()) {
          BOOST_TEST(is_unanswered(failure_of([&] { return all(gb, rules); })));
          continue;
        }
        const auto table = all(gb, rules);
        BOOST_TEST(table.front().label == cheap.label);
        BOOST_TEST(table.front().price == cheap.price);
        BOOST_TEST(table.front().note == cheap.note);
        for (const Offer &offer : table) {
          BOOST_TEST((offer.fit.verdict != Verdict::no));
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(offers_are_sorted) {
  const auto by_price = all(10);
  BOOST_TEST(by_price.size() == sets().all().size());
  for (std::size_t i = 1; i < by_price.size(); ++i) {
    BOOST_TEST(by_price[i - 1].price <= by_price[i].price);
  }
  const auto singles_first = all(10, "prefer=single");
  BOOST_TEST(singles_first.size() == by_price.size());
  BOOST_TEST(singles_first[13].count == 1); // B200 is not sold alone
  BOOST_TEST(singles_first[14].count > 1);
  BOOST_TEST(all(10, "nodes=yes").size() == by_price.size()); // more than a node is not needed
  BOOST_TEST(all(7452, "nodes=yes").size() == 5U);
}

BOOST_AUTO_TEST_CASE(what_costs_the_same_goes_by_cards_then_memory_then_place) {
  constexpr std::string_view csv =
      "gpu,provider,offer,price,currency,period,sold_counts,node_round,tiers,source,as_of,notes\n"
      "rtx-4090,P,two,50,USD,month,2,,,s,2026-12-01,\n"
      "l4,P,small,100,USD,month,1,,,s,2026-12-01,\n"
      "a40,P,large,100,USD,month,1,,,s,2026-12-01,\n"
      "l40s,P,later,100,USD,month,1,,,s,2026-12-01,\n";
  const auto list = parse_price_list(csv, "p", test::gpus());
  std::string order;
  for (const Offer &offer : offers(20, {}, RentalSets{list})) {
    order += offer.row->terms().offer + " ";
  }
  BOOST_TEST(order == "large later small two ");
}

BOOST_AUTO_TEST_CASE(a_week_row_alone_answers_only_weeks) {
  constexpr std::string_view csv =
      "gpu,provider,offer,price,currency,period,sold_counts,node_round,tiers,source,as_of,notes\n"
      "a40,P,week,55,USD,week,1,,,s,2026-12-01,\n";
  const auto list = parse_price_list(csv, "p", test::gpus());
  const RentalSets weekly{list};
  BOOST_TEST(cheapest(20, asking("period=week"), weekly).price == 55);
  BOOST_TEST(is_unanswered(failure_of([&] { return cheapest(20, {}, weekly); })));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace test
} // namespace calcvram
