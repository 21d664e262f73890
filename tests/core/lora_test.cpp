#include "memory/lora.hpp"

#include "failing.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram;
using namespace calcvram::test;

BOOST_AUTO_TEST_SUITE(lora)

BOOST_AUTO_TEST_CASE(words_are_sets_of_matrices) {
  BOOST_TEST((parse_lora_targets("q,v") == LoraTargets{LoraTargets::q | LoraTargets::v}));
  BOOST_TEST((parse_lora_targets("q_proj+v_proj") == parse_lora_targets("q/v")));
  BOOST_TEST((parse_lora_targets("all") == LoraTargets{}));
  BOOST_TEST((parse_lora_targets("all-linear") == parse_lora_targets("attention,mlp")));
}

BOOST_AUTO_TEST_CASE(unknown_words_suggest_the_nearest) {
  BOOST_TEST(words_of([] { return parse_lora_targets("q,atention"); }) ==
             "targets= has no atention; did you mean attention?");
  BOOST_TEST(is_bad_argument([] { return parse_lora_targets(","); }));
}

BOOST_AUTO_TEST_SUITE_END()
