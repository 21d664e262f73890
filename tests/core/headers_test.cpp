#include "rent/headers.hpp"

#include "csv_cells.hpp"
#include "gpu_fixture.hpp"

#include <boost/test/unit_test.hpp>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace calcvram::test {
namespace {

QuoteHeaders headers_of(const std::string &line) {
  const CsvCells cells{line + "\n"};
  return QuoteHeaders::read(cells.block());
}

} // namespace

BOOST_AUTO_TEST_SUITE(headers)

BOOST_AUTO_TEST_CASE(ours_in_any_order) {
  const std::string promised =
      "provider offer gpu vram_gb bandwidth_gb_s gpus price currency fx price_for period billed bill_step min_gpus "
      "min_term discount tiers setup prepaid deposit support_pct storage_gb storage_price egress_gb egress_price "
      "tax_pct "
      "escalation_pct region spot as_of valid_until source";
  std::string names;
  std::string forwards;
  std::string backwards;
  for (const auto name : quote_header_names()) {
    names += (names.empty() ? "" : " ") + std::string{name};
    forwards += (forwards.empty() ? "" : ",") + std::string{name};
    backwards = std::string{name} + (backwards.empty() ? "" : ",") + backwards;
  }
  BOOST_TEST(names == promised);
  const QuoteHeaders first = headers_of(forwards);
  const QuoteHeaders last = headers_of(backwards);
  BOOST_TEST(first.findings().empty());
  BOOST_TEST(last.findings().empty());
  for (std::size_t field = 0; field < 32; ++field) {
    BOOST_TEST(first.column(static_cast<QuoteField>(field)).value() == field);
    BOOST_TEST(last.column(static_cast<QuoteField>(field)).value() == 31 - field);
  }
}

BOOST_AUTO_TEST_CASE(case_and_separators_do_not_matter) {
  const QuoteHeaders headers = headers_of("PRICE For,Price,VRAM-GB, Min Gpus ");
  BOOST_TEST(headers.column(QuoteField::price_for).value() == 0U);
  BOOST_TEST(headers.column(QuoteField::price).value() == 1U);
  BOOST_TEST(headers.column(QuoteField::vram_gb).value() == 2U);
  BOOST_TEST(headers.column(QuoteField::min_gpus).value() == 3U);
}

BOOST_AUTO_TEST_CASE(other_tables) {
  const QuoteHeaders sky =
      headers_of("InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,Region,SpotPrice");
  BOOST_TEST(sky.is_instance_table());
  BOOST_TEST(sky.column(QuoteField::offer).value() == 0U);
  BOOST_TEST(sky.column(QuoteField::spot_price).value() == 8U);
  BOOST_TEST(!sky.column(QuoteField::vram_gb).has_value()); // MemoryGiB is the host's
  const QuoteHeaders fsdl = headers_of("Cloud,GPU Type,GPU Arch,GPUs,GPU RAM,vCPUs,RAM,On-demand,Per-GPU,Spot,Name");
  BOOST_TEST(fsdl.is_instance_table());
  BOOST_TEST(fsdl.column(QuoteField::spot_price).value() == 9U);
  BOOST_TEST(!fsdl.column(QuoteField::spot).has_value());
  const QuoteHeaders focus = headers_of("PublisherName,ProviderName,SkuId,ListUnitPrice,ContractedUnitPrice");
  BOOST_TEST(focus.column(QuoteField::provider).value() == 1U); // the better of the two, wherever it stands
  BOOST_TEST(!focus.is_instance_table());
  BOOST_TEST_REQUIRE(focus.findings().size() == 1U);
  BOOST_TEST((focus.findings().front().severity == Severity::note));
  BOOST_TEST(headers_of("BilledCost,EffectiveCost").is_bill());
}

BOOST_AUTO_TEST_CASE(prices_by_their_words) {
  const std::vector<std::tuple<std::string, QuoteField, std::string, std::optional<Period>, std::optional<PriceFor>>>
      cases{
          {"on_demand_usd_per_gpu_hour", QuoteField::price, "USD", Period::hour, PriceFor::gpu},
          {"spot_usd_per_chip_hour", QuoteField::spot_price, "USD", Period::hour, PriceFor::gpu},
          {"price_usd_month", QuoteField::price, "USD", Period::month, {}},
          {"Price per GPU-hour (EUR)", QuoteField::price, "EUR", Period::hour, PriceFor::gpu},
          {"$/GPU/hr", QuoteField::price, "USD", Period::hour, PriceFor::gpu},
          {"€ per month", QuoteField::price, "EUR", Period::month, {}},
          {"monthly price", QuoteField::price, "", Period::month, {}},
          {"Hourly rate per instance", QuoteField::price, "", Period::hour, PriceFor::offer},
      };
  for (const auto &[name, field, currency, period, per] : cases) {
    BOOST_TEST_CONTEXT(name) {
      const QuoteHeaders headers = headers_of(name);
      BOOST_TEST(headers.column(field).has_value());
      BOOST_TEST(headers.price_header(field).currency == currency);
      BOOST_TEST((headers.price_header(field).period == period));
      BOOST_TEST((headers.price_header(field).per == per));
    }
  }
  // what only looks like one
  for (const auto *name : {"usd_per_gb_month", "gb_s_per_usd_month", "hours", "month", "gpu hours", "price list"}) {
    BOOST_TEST(is_bad(failure_of([&] { return headers_of(name); })), name);
  }
  BOOST_TEST(headers_of("usd_per_gpu_hour,price").column(QuoteField::price).value() == 1U);
}

BOOST_AUTO_TEST_CASE(no_price) {
  BOOST_TEST(
      failure_of([] { return headers_of("provider,gpu,pirce"); }) ==
      "bad_argument: the first row of quotes holds headers, one of them price; here it holds provider, gpu, pirce; "
      "did you mean price?");
  BOOST_TEST(is_bad(failure_of([] { return headers_of("1,2,3"); })));
  const std::vector<Cell> none;
  BOOST_TEST(is_bad(failure_of([&] { return QuoteHeaders::read({none, 0}); })));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::test
