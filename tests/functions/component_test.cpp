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

BOOST_AUTO_TEST_SUITE_END()
