#include "anys.hpp"

#include <boost/test/unit_test.hpp>
#include <com/sun/star/lang/XServiceInfo.hpp>
#include <com/sun/star/uno/XComponentContext.hpp>

using namespace calcvram::test;

extern "C" css::uno::XInterface *org_calcvram_AddIn_get_implementation(css::uno::XComponentContext *context,
                                                                       const css::uno::Sequence<Any> &arguments);

BOOST_AUTO_TEST_SUITE(component)

BOOST_AUTO_TEST_CASE(the_constructor_makes_the_service) {
  const css::uno::Reference<css::uno::XInterface> made{org_calcvram_AddIn_get_implementation(nullptr, {}),
                                                       SAL_NO_ACQUIRE};
  const css::uno::Reference<css::lang::XServiceInfo> info{made, css::uno::UNO_QUERY};
  BOOST_REQUIRE(info.is());
  BOOST_TEST(info->supportsService("org.calcvram.AddIn"));
  BOOST_TEST(!info->supportsService("org.example.Other"));
  BOOST_TEST((info->getImplementationName() == "org.calcvram.implementation.AddIn"));
  BOOST_TEST(css::uno::Reference<org::calcvram::XFunctions>(made, css::uno::UNO_QUERY).is());
}

BOOST_AUTO_TEST_CASE(rates_and_prices) {
  BOOST_TEST(number_of(addin()->rentRate(number(990), text("month"), text("hour"), number(720))) == 1.375);
  BOOST_TEST(number_of(addin()->rentRate(number(1), text("Monthly"), text("year"), omitted)) == 12);
  BOOST_TEST(number_of(addin()->gpuPrice(text("MI300X"), number(8), omitted, omitted, omitted)) == 11450);
  BOOST_TEST(number_of(addin()->gpuPrice(text("2x A40"), omitted, omitted, omitted, omitted)) == 456);
  BOOST_TEST(number_of(addin()->gpuPrice(text("RTX A5000"), omitted, text("week"), omitted, omitted)) == 55);
  BOOST_TEST(error_of(addin()->gpuPrice(text("B300"), omitted, omitted, omitted, omitted)) == not_available);
}

BOOST_AUTO_TEST_CASE(counts_of_cards) {
  BOOST_TEST(number_of(addin()->gpuCount(number(1288), text("MI300X"), omitted)) == 7);
  BOOST_TEST(number_of(addin()->gpuCount(number(1288), text("MI300X"), text("sold=yes"))) == 8);
  BOOST_TEST(error_of(addin()->gpuCount(number(100), text("A40"), text("fabric"))) == not_available);
}

BOOST_AUTO_TEST_CASE(what_fits_the_other_way_round) {
  const auto context = [](const Any &gpu, const Any &count, const Any &batch, const Any &options) {
    return addin()->vramMaxContext(text("70b"), gpu, count, text("fp8"), batch, omitted, options);
  };
  BOOST_TEST(number_of(context(text("H100 PCIe"), omitted, omitted, omitted)) == 24414);
  BOOST_TEST(number_of(context(text("H100 PCIe"), blank_cell, blank_cell, text(""))) == 24414);
  BOOST_TEST(number_of(context(text("H100 PCIe"), text("1"), number(2), blank_cell)) == 12207);
  BOOST_TEST(error_of(context(text("A40"), omitted, omitted, omitted)) == not_available);
  BOOST_TEST(error_of(context(text("A100"), number(2), omitted, omitted)) == err_502);
  BOOST_TEST(error_of(context(text("A40"), number(2), omitted, text("tp=4"))) == err_502);
  BOOST_TEST(error_of(context(number(80), omitted, omitted, omitted)) == err_502);
  BOOST_TEST(text_of(context(text(""), omitted, omitted, omitted)) == "");
  const auto cards = block_of<double>(
      context(block({{text("A40")}, {text("H100 PCIe")}, {text("no such")}}), omitted, omitted, omitted));
  BOOST_REQUIRE(cards.has_value());
  BOOST_TEST(error_of(cards->at(0).at(0)) == not_available);
  BOOST_TEST(cards->at(1).at(0) == 24414);
  BOOST_TEST(error_of(cards->at(2).at(0)) == err_502);
  const auto batch = [](const Any &context_tokens) {
    return addin()->vramMaxBatch(text("70b"), text("2x H100 PCIe"), omitted, text("fp8"), context_tokens, omitted,
                                 omitted);
  };
  BOOST_TEST(number_of(batch(omitted)) == 32);
  BOOST_TEST(number_of(batch(number(16384))) == 16);
  BOOST_TEST(error_of(batch(blank_cell)) == err_502);
}

BOOST_AUTO_TEST_CASE(speeds_and_what_a_token_costs) {
  const auto prefill = [](const Any &gpu, const Any &context, const Any &options) {
    return addin()->gpuPrefillTime(text("Llama 3 8B"), gpu, omitted, omitted, context, omitted, omitted, options);
  };
  const double one = number_of(prefill(text("H100 SXM"), omitted, omitted));
  BOOST_TEST(number_of(prefill(text("H100 SXM"), number(8192), text("mfu=0.5"))) == 2 * one,
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(number_of(prefill(text("8x H100 SXM"), omitted, omitted)) == one / 8, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(error_of(prefill(text("H100 SXM"), blank_cell, omitted)) == err_502);
  BOOST_TEST(error_of(prefill(text("A16"), omitted, omitted)) == not_available);
  BOOST_TEST(number_of(addin()->gpuTokenCost(number(3.6), number(1000), omitted)) == 1);
  BOOST_TEST(number_of(addin()->gpuTokenCost(number(3.6), number(1000), blank_cell)) == 1);
  BOOST_TEST(number_of(addin()->gpuTokenCost(number(3.6), number(1000), text("50 %"))) == 2);
  BOOST_TEST(error_of(addin()->gpuTokenCost(number(3.6), blank_cell, omitted)) == err_502);
  BOOST_TEST(error_of(addin()->gpuTokenCost(number(3.6), number(1000), number(60))) == err_502);
  BOOST_TEST(error_of(addin()->gpuTokenCost(omitted, number(1000), omitted)) == err_502);
}

BOOST_AUTO_TEST_SUITE_END()
