#include "rent/offer.hpp"

#include "gpu/spec.hpp"
#include "gpu_fixture.hpp"
#include "test_table.hpp"

#include <boost/test/unit_test.hpp>

namespace calcvram {
namespace {

using test::asking;
using test::failure_of;
using test::is_bad;
using test::is_unanswered;
using test::prices;
using test::the_card;

double price(std::string_view card, int count, Period period = Period::month, std::string_view options = "") {
  return rental_price(prices(), the_card(card), count, period, asking(options));
}

} // namespace

namespace test {

BOOST_AUTO_TEST_SUITE(offer)

BOOST_AUTO_TEST_CASE(worked_examples_of_the_rental_page) {
  const test::TestTable examples{"rental_page/worked_examples.csv"};
  const std::vector<std::tuple<std::string, std::string_view, int, Period>> cases{
      {"ex13", "A40", 2, Period::month},
      {"ex16", "RTX 5090", 2, Period::month},
      {"ex18", "RTX A5000", 1, Period::week},
  };
  for (const auto &[id, card, count, period] : cases) {
    for (std::size_t row = 0; row < examples.size(); ++row) {
      if (examples.text(row, "id") == id) {
        BOOST_TEST(price(card, count, period) == examples.number(row, "stated_value"), id);
      }
    }
  }
  const double cheaper = 1 - price("RTX 4090", 1) / price("A100 SXM 80GB", 1); // ex11
  BOOST_TEST(test::printed(cheaper * 100, 0) == 61);
  const double ratio = price("MI300X", 8) / price("A100 SXM 80GB", 1); // ex17: the page's "twelve-fold"
  BOOST_TEST(test::printed(ratio, 2) == 11.57);
}

BOOST_AUTO_TEST_CASE(other_periods) {
  BOOST_TEST(price("A100 SXM 80GB", 1, Period::hour, "hours_per_month=720") == 1.375);
  BOOST_TEST(price("A40", 2, Period::year) == 5472);
  BOOST_TEST(price("A40", 2, Period::quarter) == 1368);
  BOOST_TEST(price("A40", 1, Period::week) == 240.0 * 168 / 730);
  BOOST_TEST(price("RTX A5000", 1, Period::day) == 190.0 * 24 / 730); // from the month, not from the week
  BOOST_TEST(price("RTX A5000", 2, Period::week) == 104.5);
}

BOOST_AUTO_TEST_CASE(sold_or_not) {
  BOOST_TEST(price("MI300X", 4) == 5851.2);
  BOOST_TEST(price("B200", 1) == 3890);
  BOOST_TEST(price("MI300X", 1'000'000) == 125000 * 11450.0);
}

BOOST_AUTO_TEST_CASE(options_matter) {
  BOOST_TEST(price("A40", 3, Period::month, "tiers=marginal") == 696);
  BOOST_TEST(price("A40", 1, Period::month, "currency=USD") == 240);
  BOOST_TEST(price("A40", 1, Period::month, "currency=EUR fx_usd=0.5") == 120);
  BOOST_TEST(price("A40", 1, Period::month, "provider=gpu_rent_hub") == 240);
  BOOST_TEST(price("A40", 1, Period::month, "region=Dallas spot=yes tax=gross fp8 max=8") == 240);
  BOOST_TEST(is_bad(failure_of([] { return price("A40", 1, Period::month, "currency=EUR"); })));
  BOOST_TEST(is_unanswered(failure_of([] { return price("A40", 1, Period::month, "provider=Somebody"); })));
}

BOOST_AUTO_TEST_CASE(no_price) {
  BOOST_TEST(is_unanswered(failure_of([] { return price("H100 NVL", 1); })));
  BOOST_TEST(is_bad(failure_of([] { return price("A40", 0); })));
  const auto any = [](std::string_view text) {
    const auto card_price = [](const Gpu &card) { return rental_price(prices(), card, 1, Period::month); };
    return failure_of([&] { return answer_for_all(parse_gpu(text, test::gpus()), card_price); });
  };
  BOOST_TEST(is_unanswered(any("80 GB")));
  BOOST_TEST(is_bad(any("A100"))); // one of the four is on the list
  BOOST_TEST(any("A100 SXM vram_gb=80").empty());
}

BOOST_AUTO_TEST_CASE(a_row_of_the_table) {
  const PriceRow &row = *prices().row_for(the_card("MI300X"), Period::month);
  const Offer offer = make_offer(row, 8, Period::month, {}, fit(816, the_card("MI300X"), 8, {}));
  const auto text = [&](std::string_view key) { return std::get<std::string_view>(offer_field(key).value(offer)); };
  const auto number = [&](std::string_view key) { return std::get<double>(offer_field(key).value(offer)); };
  BOOST_TEST(text("label") == "8x MI300X");
  BOOST_TEST(text("gpu") == "MI300X");
  BOOST_TEST(number("count") == 8);
  BOOST_TEST(number("price") == 11450);
  BOOST_TEST(text("period") == "month");
  BOOST_TEST(text("currency") == "USD");
  BOOST_TEST(text("provider") == "GPU Rent Hub");
  BOOST_TEST(text("offer") == "MI300X monthly");
  BOOST_TEST(number("total_gb") == 1536);
  BOOST_TEST(number("free_gb") == 720);
  BOOST_TEST(text("verdict") == "fits");
  BOOST_TEST(text("note") == "a node of 8, the node price rounded to 10 USD");
  BOOST_TEST(text("row").empty()); // of a sheet's quotes it is their row
  BOOST_TEST(offer_fields().size() == 13U);
  BOOST_TEST(failure_of([] { return offer_field("pirce"); }) ==
             "bad_argument: unknown field pirce; did you mean price?");
  const auto euros = asking("currency=EUR fx_usd=0.5 hours_per_month=720");
  const Offer hourly = make_offer(row, 40, Period::hour, euros, {});
  BOOST_TEST(hourly.price == 57250.0 / 720 * 0.5);
  BOOST_TEST(hourly.currency == "EUR");
  BOOST_TEST(hourly.note == "5 nodes of 8, the node price rounded to 10 USD; from the price per month, 720 hours a "
                            "month; at 0.5 EUR for 1 USD");
}

BOOST_AUTO_TEST_CASE(every_label_reads_back) {
  for (const PriceRow &row : prices().rows()) {
    for (const int count : {1, 2, 8, 40}) {
      const std::string label = set_label(*row.terms().gpu, count);
      const GpuChoice choice = parse_gpu(label, test::gpus());
      BOOST_TEST(choice.count.value_or(1) == count, label);
      BOOST_TEST(choice.candidates.size() == 1U, label);
      BOOST_TEST(choice.candidates.front() == row.terms().gpu, label);
      BOOST_TEST(!choice.needs_size, label);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace test
} // namespace calcvram
