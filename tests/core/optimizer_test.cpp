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

BOOST_AUTO_TEST_CASE(states_in_few_bits) { // bitsandbytes: 256 values a scale; TorchAO torchao/optim/README.md
  BOOST_TEST(parse_optimizer("adamw-bf16").state_bytes == 4);
  BOOST_TEST(parse_optimizer("paged_adamw_8bit").state_bytes == 2.03125);
  BOOST_TEST(parse_optimizer("adamw_bnb_8bit").state_bytes == 2.03125);
  BOOST_TEST(parse_optimizer("adamw-4bit").state_bytes == 1.0625);
  BOOST_TEST(parse_optimizer("lion-8bit").state_bytes == 1.015625);
  BOOST_TEST(parse_optimizer("paged_adamw_32bit").state_bytes == 8);
}

BOOST_AUTO_TEST_CASE(not_every_parameter_has_the_same_states) {
  BOOST_TEST((parse_optimizer("adamw").rule == StateRule::each));
  BOOST_TEST((parse_optimizer("Adafactor").rule == StateRule::factored));
  BOOST_TEST((parse_optimizer("muon").rule == StateRule::muon));
}

BOOST_AUTO_TEST_CASE(unknown_words_suggest_the_nearest) {
  BOOST_TEST(words_of([] { return parse_optimizer("adamm"); }) == "unknown optimizer adamm; did you mean adamw?");
  BOOST_TEST(words_of([] { return parse_optimizer("adafacter"); }) ==
             "unknown optimizer adafacter; did you mean adafactor?");
}

BOOST_AUTO_TEST_SUITE_END()
