#include "memory/optimizer.hpp"

#include "failing.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram;
using namespace calcvram::test;

BOOST_AUTO_TEST_SUITE(optimizer)

BOOST_AUTO_TEST_CASE(bytes_a_parameter) { // the web calculator: 8, 4, 0
  BOOST_TEST(parse_optimizer("AdamW").state_bytes == 8);
  BOOST_TEST(parse_optimizer("Adam").state_bytes == 8);
  BOOST_TEST(parse_optimizer("SGD momentum").state_bytes == 4);
  BOOST_TEST(parse_optimizer("sgd-momentum").state_bytes == 4);
  BOOST_TEST(parse_optimizer("sgd").state_bytes == 0);
  BOOST_TEST(parse_optimizer("lion").state_bytes == 4);
  BOOST_TEST(parse_optimizer("adamw-8bit").state_bytes == 2.03125);
}

BOOST_AUTO_TEST_CASE(unknown_words_suggest_the_nearest) {
  BOOST_TEST(words_of([] { return parse_optimizer("adamm"); }) == "unknown optimizer adamm; did you mean adamw?");
}

BOOST_AUTO_TEST_SUITE_END()
