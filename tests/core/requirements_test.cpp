#include "gpu/requirements.hpp"

#include "gpu_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace calcvram {
namespace {

using test::asking;
using test::failure_of;

std::string fault(std::string_view text) {
  return failure_of([text] { return asking(text); });
}

} // namespace

namespace test {

BOOST_AUTO_TEST_SUITE(requirements)

BOOST_AUTO_TEST_CASE(defaults) {
  for (const auto *text : {"", "  ", "max= vendor= tight="}) {
    const auto none = asking(text);
    BOOST_TEST(!none.fp8);
    BOOST_TEST(!none.fabric);
    BOOST_TEST(!none.count.has_value());
    BOOST_TEST(!none.max.has_value());
    BOOST_TEST(none.tight_gb == 4);
    BOOST_TEST(none.tight_allowed);
    BOOST_TEST(!none.nodes);
    BOOST_TEST((none.prefer == Prefer::price));
    BOOST_TEST((none.basis == CapacityBasis::nominal));
    BOOST_TEST((none.per == RequiredPer::total));
    BOOST_TEST(!none.period.has_value());
    BOOST_TEST(none.hours_per_month == 730);
    BOOST_TEST(none.utilisation == 1);
  }
}

BOOST_AUTO_TEST_CASE(every_key) {
  const auto all = asking(
      "fp8 fabric=yes count=4 max=8 vendor=nvidia min_bandwidth=900,5 exclude=A40,rtx-a6000,A100 tight=2.5 nodes "
      "prefer=single basis=usable per=card period=weekly hours_per_month=720 sold=yes currency=eur fx_usd=0.92 "
      "utilisation=50% spot=no tax=gross tiers=marginal provider=GPU-Rent-Hub region=DFW-1");
  BOOST_TEST(all.fp8);
  BOOST_TEST(all.fabric);
  BOOST_TEST(*all.count == 4);
  BOOST_TEST(*all.max == 8);
  BOOST_TEST(all.vendor == "NVIDIA");
  BOOST_TEST(all.min_bandwidth == 900.5);
  BOOST_TEST(all.exclude.size() == 6U); // A100 is four cards
  BOOST_TEST(all.tight_gb == 2.5);
  BOOST_TEST(all.nodes);
  BOOST_TEST((all.prefer == Prefer::single));
  BOOST_TEST((all.basis == CapacityBasis::usable));
  BOOST_TEST((all.per == RequiredPer::card));
  BOOST_TEST((*all.period == Period::week));
  BOOST_TEST(all.hours_per_month == 720);
  BOOST_TEST(all.sold);
  BOOST_TEST(all.currency == "EUR");
  BOOST_TEST(all.fx.size() == 1U);
  BOOST_TEST(all.fx.front().first == "USD");
  BOOST_TEST(all.utilisation == 0.5);
  BOOST_TEST(!all.spot);
  BOOST_TEST(all.tax_gross);
  BOOST_TEST((all.tiers == TierRule::marginal));
  BOOST_TEST(all.provider == "gpurenthub");
  BOOST_TEST(all.region == "DFW-1");
  BOOST_TEST(all.currency == "EUR");
  BOOST_TEST(fx_rate(all, "USD").value() == 0.92);
  BOOST_TEST(!fx_rate(all, "GBP").has_value());
}

BOOST_AUTO_TEST_CASE(words_of_yes_and_no) {
  BOOST_TEST(asking("fp8=1").fp8);
  BOOST_TEST(asking("FP8=TRUE").fp8);
  BOOST_TEST(!asking("fp8=no").fp8);
  BOOST_TEST(!asking("fp8=0").fp8);
  BOOST_TEST(!asking("tight=no").tight_allowed);
  BOOST_TEST(asking("tight=no").tight_gb == 4);
  BOOST_TEST(asking("tight=0").tight_gb == 0);
  BOOST_TEST(asking("hours_per_month=0").hours_per_month == 730);
  BOOST_TEST(asking("utilisation=0").utilisation == 1);
}

BOOST_AUTO_TEST_CASE(two_columns) {
  const std::vector<Cell> cells{std::string_view{"max"},     8.0,
                                std::string_view{"fp8"},     1.0,
                                std::string_view{"exclude"}, std::string_view{"A40, RTX A6000"},
                                std::string_view{"vendor"},  Blank{}};
  const auto read = parse_requirements(CellBlock{cells, 2}, test::gpus());
  BOOST_TEST(*read.max == 8);
  BOOST_TEST(read.fp8);
  BOOST_TEST(read.exclude.size() == 2U);
  BOOST_TEST(is_requirement_key("min bandwidth"));
  BOOST_TEST(is_requirement_key("fx_eur"));
  BOOST_TEST(!is_requirement_key("A40"));
}

BOOST_AUTO_TEST_CASE(faults_in_words) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases{
      {"fb8", "unknown requirement fb8; did you mean fp8?"},
      {"colour=red", "unknown requirement colour"},
      {"maximum=8", "unknown requirement maximum"},
      {"max", "max needs a value: max=..."},
      {"max=0", "max must be a whole number from 1 to 1,000,000, not 0"},
      {"count=2.5", "count must be a whole number from 1 to 1,000,000, not 2.5"},
      {"count=many", "count=many is not a number"},
      {"vendor=nvidea", "unknown vendor nvidea; did you mean NVIDIA?"},
      {"min_bandwidth=-1", "min_bandwidth=-1 must be from 0 to 1e9"},
      {"exclude=A4O", "unknown GPU A4O in exclude; did you mean A40?"},
      {"exclude=A40, L40S", "unknown requirement L40S; a list of GPUs has commas and no spaces: exclude=A40,RTX-A6000"},
      {"tight=maybe", "tight=maybe is not a number"},
      {"nodes=8", "nodes=8 is neither yes nor no"},
      {"prefer=singel", "prefer=singel is not price or single; did you mean single?"},
      {"basis=gross", "basis=gross is not nominal or usable"},
      {"per=gpu", "per=gpu is not total or card"},
      {"period=fortnight", "unknown period fortnight"},
      {"hours_per_month=7300", "hours_per_month must be more than 0 and at most 744, not 7300"},
      {"currency=euro", "currency=euro: a currency is three letters, like USD"},
      {"fx_euro=1", "fx_euro=1: a currency is three letters, like USD"},
      {"fx_eur=0", "fx_eur=0 must be more than 0 and at most 1e9"},
      {"utilisation=2", "utilisation=2 must be from 0 to 1"},
      {"tax=maybe", "tax=maybe is not net or gross"},
      {"tiers=steep", "tiers=steep is not order or marginal"},
      {"max=8 max=9", "max is given twice"},
  };
  for (const auto &[text, expected] : cases) {
    BOOST_TEST(fault(text) == "bad_argument: " + std::string{expected}, text);
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace test
} // namespace calcvram
