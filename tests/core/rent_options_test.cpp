#include "rent/rent_options.hpp"

#include "failing.hpp"
#include "quote_fixture.hpp"
#include "text/date.hpp"

#include <array>
#include <boost/test/unit_test.hpp>

namespace calcvram::test {

BOOST_AUTO_TEST_SUITE(rent_options)

BOOST_AUTO_TEST_CASE(reading) {
  const RentOptions options = renting("required_gb=75 spot=yes hours_per_month=720; today=2026-12-01 precision=fp8 "
                                      "max_age=90 round=0,01 fx_eur=1.08 currency=usd utilisation=60 %");
  BOOST_TEST(options.required_gb.value() == 75);
  BOOST_TEST(options.common.spot);
  BOOST_TEST(options.common.hours_per_month == 720);
  BOOST_TEST(options.today.value() == 46357);
  BOOST_TEST(options.rate_field == "fp8_tflops");
  BOOST_TEST(options.max_age_days == 90);
  BOOST_TEST(options.round->to_double() == 0.01);
  BOOST_TEST(options.common.currency == "USD");
  BOOST_TEST(options.common.utilisation == 0.6);
  BOOST_TEST(renting("storage_gb=2,5").storage_gb->to_double() == 2.5);
  BOOST_TEST(renting("egress_gb=0").egress_gb->is_zero());
  BOOST_TEST(!renting("egress_gb=").egress_gb.has_value());
  BOOST_TEST(renting("as_of=46357").today.value() == 46357);
  BOOST_TEST(renting("today= required_gb=").today.has_value() == false);
  BOOST_TEST(renting("").common.hours_per_month == 730);
}

BOOST_AUTO_TEST_CASE(two_columns) {
  const std::array<Cell, 6> cells{std::string_view{"today"},       46357.0,
                                  std::string_view{"required_gb"}, 75.0,
                                  std::string_view{"spot"},        std::string_view{"yes"}};
  const RentOptions options = parse_rent_options(CellBlock{cells, 2}, gpus());
  BOOST_TEST(options.today.value() == 46357);
  BOOST_TEST(options.required_gb.value() == 75);
  BOOST_TEST(options.common.spot);
  BOOST_TEST(is_rent_option_key("Required GB"));
  BOOST_TEST(is_rent_option_key("currency"));
  BOOST_TEST(is_rent_option_key("fx_eur"));
  BOOST_TEST(!is_rent_option_key("A40"));
}

BOOST_AUTO_TEST_CASE(bad_ones) {
  for (const auto *bad :
       {"required_gb=0", "required_gb=x", "required_gb", "today=01/12/2026", "today=0", "precision=fp7", "round=0",
        "max_age=-1", "nonsense=1", "today=46357 as_of=46357", "spot=perhaps"}) {
    BOOST_TEST(is_bad_argument([bad] { return renting(bad); }), bad);
  }
  BOOST_TEST(words_of([] { return renting("storage_gb=-1"); }) == "storage_gb=-1 must be from 0 to 1e9");
}

BOOST_AUTO_TEST_CASE(an_unknown_one_suggests_the_nearest_of_all) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases{
      {"curency=USD", "unknown option curency; did you mean currency?"},
      {"reqired_gb=75", "unknown option reqired_gb; did you mean required_gb?"},
      {"storage=75", "unknown option storage; did you mean storage_gb?"},
      {"egres_gb=1", "unknown option egres_gb; did you mean egress_gb?"},
      {"maxage_days=3", "unknown option maxage_days"},
      {"asof1=3", "unknown option asof1; did you mean as_of?"},
      {"exclude=A40, L40S", "unknown option L40S; a list of GPUs has commas and no spaces: exclude=A40,RTX-A6000"},
  };
  for (const auto &[text, expected] : cases) {
    BOOST_TEST(words_of([&, typed = text] { return renting(typed); }).starts_with(expected), text);
  }
}

BOOST_AUTO_TEST_CASE(every_name_is_a_key) {
  const auto own = rent_option_names();
  const auto common = requirement_names();
  BOOST_TEST(own.size() == 8U);
  for (const auto name : own) {
    BOOST_TEST(is_rent_option_key(name), name);
    BOOST_TEST(!is_requirement_key(name), name);
  }
  for (const auto name : common) {
    BOOST_TEST(is_requirement_key(name), name);
  }
}

BOOST_AUTO_TEST_CASE(dates) {
  BOOST_TEST(parse_date("2026-12-01").value() == 46357);
  BOOST_TEST(parse_date(" 1899-12-31T23:59:59Z ").value() == 1);
  BOOST_TEST(parse_date("2024-02-29 10:00").value() == 45351);
  for (const auto *text : {"2026-02-29", "2026-13-01", "2026-1-1", "20261201", "01.12.2026", "", "2026-12-011",
                           "2026-12-0x", "-026-12-01"}) {
    BOOST_TEST(!parse_date(text), text);
  }
  BOOST_TEST(format_date(46357) == "2026-12-01");
  BOOST_TEST(format_date(45351.9) == "2024-02-29");
  BOOST_TEST(format_date(-1) == "-1");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::test
