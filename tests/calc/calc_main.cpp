// Starts the one office of a suite before its first test and ends it after the last.
#define BOOST_TEST_MODULE CALCVRAM_SUITE

#include <memory>

#include <boost/test/unit_test.hpp>
#include <boost/test/unit_test_monitor.hpp>

#include <com/sun/star/uno/Exception.hpp>

#include "office.hpp"
#include "uno_text.hpp"

namespace calcvram::calc {

namespace {

std::unique_ptr<Office> the_office;

void report(const com::sun::star::uno::Exception &exception) {
  BOOST_ERROR("the office threw: " + from_uno(exception.Message));
}

struct OfficeFixture {
  void setup() {
    boost::unit_test::unit_test_monitor.register_exception_translator<com::sun::star::uno::Exception>(&report);
    the_office = std::make_unique<Office>();
  }
  void teardown() {
    BOOST_TEST(the_office->alive(), "the office died during the suite");
    the_office.reset();
  }
};

} // namespace

Office &office() {
  return *the_office;
}

} // namespace calcvram::calc

using calcvram::calc::OfficeFixture;
BOOST_TEST_GLOBAL_FIXTURE(OfficeFixture);
