#include "gpu/fit.hpp"

#include "gpu_fixture.hpp"
#include "test_table.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

namespace calcvram {
namespace {

using test::asking;
using test::failure_of;
using test::is_bad;
using test::is_unanswered;
using test::prices;
using test::the_card;

std::string verdict(double required_gb, std::string_view card, int count, std::string_view options = "") {
  return std::string{name_of(calcvram::fit(required_gb, the_card(card), count, asking(options)).verdict)};
}

int needed(double required_gb, std::string_view card, std::string_view options = "") {
  return count_needed(required_gb, the_card(card), asking(options), prices().sold_counts(the_card(card)));
}

} // namespace

namespace test {

BOOST_AUTO_TEST_SUITE(fit)

BOOST_AUTO_TEST_CASE(verdicts) {
  BOOST_TEST(verdict(75, "H100 PCIe", 1) == "fits");
  BOOST_TEST(verdict(76, "H100 PCIe", 1) == "fits"); // 4 GB are left: not less than 4
  BOOST_TEST(verdict(76.001, "H100 PCIe", 1) == "tight");
  BOOST_TEST(verdict(80, "H100 PCIe", 1) == "tight");
  BOOST_TEST(verdict(80.000001, "H100 PCIe", 1) == "no");
  BOOST_TEST(verdict(160, "H100 PCIe", 2) == "tight");
  BOOST_TEST(verdict(626, "A100 SXM 80GB", 8) == "tight"); // 14 GB in all, 1.75 a card
  BOOST_TEST(verdict(72, "A40", 2) == "fits");
}

BOOST_AUTO_TEST_CASE(free_memory) {
  const Fit two = calcvram::fit(70, the_card("A40"), 2, {});
  BOOST_TEST(two.total_gb == 96);
  BOOST_TEST(two.free_gb == 26);
  BOOST_TEST(two.free_per_card_gb == 13);
  const Fit each = calcvram::fit(40, the_card("A40"), 2, asking("per=card"));
  BOOST_TEST(each.total_gb == 96);
  BOOST_TEST(each.free_gb == 16);
  BOOST_TEST(each.free_per_card_gb == 8);
  BOOST_TEST(calcvram::fit(100, the_card("A40"), 2, {}).free_gb == -4);
}

BOOST_AUTO_TEST_CASE(options_matter) {
  BOOST_TEST(verdict(78, "H100 PCIe", 1, "tight=1") == "fits");
  BOOST_TEST(verdict(70, "H100 PCIe", 1, "tight=20") == "tight");
  BOOST_TEST(verdict(80, "H100 PCIe", 1, "tight=0") == "fits");
  BOOST_TEST(verdict(78, "H100 PCIe", 1, "tight=no") == "no");
  BOOST_TEST(verdict(75, "H100 PCIe", 1, "tight=no") == "fits");
  BOOST_TEST(verdict(60, "A40", 2, "per=card") == "no");
  BOOST_TEST(verdict(47, "A40", 100, "per=card") == "tight");
  BOOST_TEST(verdict(82, "H100 SXM", 1, "basis=usable") == "tight");
  BOOST_TEST(verdict(40, "A40", 1, "fp8") == "no");
  BOOST_TEST(verdict(60, "A40", 2, "fabric") == "no");
  BOOST_TEST(verdict(40, "A40", 1, "fabric") == "fits");
  BOOST_TEST(verdict(60, "A40", 4, "max=2") == "no");
  BOOST_TEST(verdict(40, "A40", 1, "vendor=AMD") == "no");
  BOOST_TEST(verdict(40, "A40", 1, "min_bandwidth=696") == "fits");
  BOOST_TEST(verdict(40, "A40", 1, "min_bandwidth=697") == "no");
  BOOST_TEST(verdict(10, "A2", 1, "min_bandwidth=1") == "no"); // unknown
  BOOST_TEST(verdict(40, "A40", 1, "exclude=A40") == "no");
}

BOOST_AUTO_TEST_CASE(out_of_range) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {0.0, -1.0, 1.1e9, nan, infinity}) {
    BOOST_TEST(is_bad(failure_of([bad] { return verdict(bad, "A40", 1); })), bad);
    BOOST_TEST(is_bad(failure_of([bad] { return needed(bad, "A40"); })), bad);
  }
  BOOST_TEST(is_bad(failure_of([] { return verdict(1, "A40", 0); })));
  BOOST_TEST(is_bad(failure_of([] { return verdict(1, "A40", 1'000'001); })));
  BOOST_TEST(verdict(1e9, "A40", 1) == "no");
  BOOST_TEST(is_unanswered(failure_of([] { return verdict(1, "MI308X", 1); })));
  BOOST_TEST(is_unanswered(failure_of([] { return verdict(1, "H100 PCIe", 1, "basis=usable"); })));
}

BOOST_AUTO_TEST_CASE(counts) {
  BOOST_TEST(needed(75, "H100 PCIe") == 1);
  BOOST_TEST(needed(80, "H100 PCIe") == 1);
  BOOST_TEST(needed(80.001, "H100 PCIe") == 2);
  BOOST_TEST(needed(7452, "MI300X") == 39);
  BOOST_TEST(needed(7452, "MI300X", "nodes=yes") == 40);
  BOOST_TEST(needed(7452, "MI300X", "nodes=yes sold=yes") == 40);
  BOOST_TEST(needed(300, "MI300X", "sold=yes") == 8);
  BOOST_TEST(needed(300, "H200 SXM", "sold=yes") == 8);
  BOOST_TEST(needed(282, "H200 SXM", "sold=yes") == 2);
  BOOST_TEST(needed(10, "B200", "sold=yes") == 2);
  BOOST_TEST(needed(130, "A40", "sold=yes") == 4);
  BOOST_TEST(needed(300, "A40", "nodes=yes") == 7);
  BOOST_TEST(needed(80, "H100 PCIe", "tight=no") == 2);
  BOOST_TEST(needed(152, "H100 PCIe", "tight=no") == 2);
  BOOST_TEST(needed(152.01, "H100 PCIe", "tight=no") == 3);
  BOOST_TEST(needed(47, "A40", "per=card") == 1);
  for (const auto *options :
       {"sold=yes", "max=2", "fabric", "fp8", "vendor=AMD", "exclude=A40", "sold=yes nodes=yes"}) {
    BOOST_TEST(is_unanswered(failure_of([&] { return needed(400, "A40", options); })), options);
  }
  BOOST_TEST(is_unanswered(failure_of([] { return needed(49, "A40", "per=card"); })));
  BOOST_TEST(is_unanswered(failure_of([] { return needed(4e8, "A40"); })));
  BOOST_TEST(needed(48e6, "A40") == 1'000'000);
  BOOST_TEST(is_unanswered(failure_of([] { return needed(48e6 + 1, "A40"); })));
  BOOST_TEST(is_unanswered(failure_of([] { return needed(10, "H100 NVL", "sold=yes"); })));
  BOOST_TEST(is_unanswered(failure_of([] { return needed(10, "MI308X"); })));
  BOOST_TEST(is_unanswered(failure_of([] {
    return needed(3, "RTX A2000 6GB",
                  "tight=6"
                  " per=card max=1 fp8");
  })));
}

BOOST_AUTO_TEST_CASE(the_count_is_the_smallest_that_fits) {
  for (const auto *card : {"A40", "MI300X", "RTX A2000 6GB", "H200 SXM", "GB200"}) {
    for (const auto *options : {"", "tight=no", "tight=0.1"}) {
      const auto wanted = asking(options);
      for (double gb = 0.3; gb < 1e7; gb *= 1.7) {
        const auto count = smallest_count(gb, the_card(card), wanted);
        if (!count) {
          continue;
        }
        BOOST_TEST((calcvram::fit(gb, the_card(card), *count, wanted).verdict != Verdict::no));
        BOOST_TEST((*count == 1 || calcvram::fit(gb, the_card(card), *count - 1, wanted).verdict == Verdict::no));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(five_nodes_of_the_rental_page) {
  const test::TestTable examples{"rental_page/worked_examples.csv"};
  for (std::size_t row = 0; row < examples.size(); ++row) {
    if (examples.text(row, "id") == "ex19") {
      BOOST_TEST(needed(7452, "MI300X", "sold=yes nodes=yes") == 8 * examples.number(row, "stated_value"));
    }
    if (examples.text(row, "id") == "ex12") {
      BOOST_TEST(calcvram::fit(1, the_card("A40"), 2, {}).total_gb == examples.number(row, "stated_value"));
    }
    if (examples.text(row, "id") == "ex14") {
      BOOST_TEST(calcvram::fit(1, the_card("RTX 5090"), 2, {}).total_gb == examples.number(row, "stated_value"));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace test
} // namespace calcvram
