#include "text/name.hpp"

#include <array>
#include <boost/test/unit_test.hpp>

using namespace calcvram;

BOOST_AUTO_TEST_SUITE(name)

BOOST_AUTO_TEST_CASE(case_and_separators_do_not_matter) {
  for (const auto *spelling : {"Llama 3.1 70B", "llama-3.1-70b", "LLAMA_3_1_70B", "llama 3-1 70 B",
                               "Llama\xC2\xA0"
                               "3.1\xE2\x80\x91"
                               "70B"}) {
    BOOST_TEST(fold(spelling) == "llama3.1.70b", spelling);
  }
  BOOST_TEST(fold("RTX 4090") == fold("rtx4090"));
  BOOST_TEST(fold("Q4_K_M") == "q4km");
  BOOST_TEST(fold("  spaced out  ") == "spacedout");
}

BOOST_AUTO_TEST_CASE(digits_stay_apart) {
  BOOST_TEST(fold("Gemma 31B") != fold("Gemma 3 1B"));
  BOOST_TEST(fold("Llama 3.1") != fold("Llama 31"));
  BOOST_TEST(fold("q8_0") == "q8.0");
}

BOOST_AUTO_TEST_CASE(other_characters_stay) {
  BOOST_TEST(fold("meta-llama/Llama-3") == "metallama/llama3");
  BOOST_TEST(fold("\xC4\xB1") == "\xC4\xB1"); // a dotless i is no i
  BOOST_TEST(fold("") == "");
  BOOST_TEST(fold("---") == "");
}

BOOST_AUTO_TEST_CASE(the_stack_copy_is_the_same) {
  const std::string long_name(500, 'A');
  BOOST_TEST(FoldedName{long_name}.view() == std::string(500, 'a'));
  BOOST_TEST(FoldedName{"H100 SXM"}.view() == "h100sxm");
}

BOOST_AUTO_TEST_CASE(edits_are_counted) {
  BOOST_TEST(edit_distance("", "") == 0U);
  BOOST_TEST(edit_distance("abc", "") == 3U);
  BOOST_TEST(edit_distance("kitten", "sitting") == 3U);
  BOOST_TEST(edit_distance("fp8", "f8p") == 1U);
  BOOST_TEST(edit_distance("kitten", "sitting", 3) == 3U);
  BOOST_TEST(edit_distance(std::string(1'000'000, 'x'), "fp8", 5) > 5U); // at once, or this test takes minutes
}

BOOST_AUTO_TEST_CASE(the_nearest_is_found_or_nothing) {
  constexpr std::array<std::string_view, 4> known{"adamw", "sgd", "qlora", "checkpointing"};
  BOOST_TEST(nearest("adamm", known) == "adamw");
  BOOST_TEST(nearest("Check-Pointng", known) == "checkpointing");
  BOOST_TEST(nearest("zebra crossing", known) == "");
  BOOST_TEST(nearest("xy", known) == "");
  BOOST_TEST(did_you_mean("qlroa", known) == "; did you mean qlora?");
  BOOST_TEST(did_you_mean("nothing like it", known) == "");
}

BOOST_AUTO_TEST_SUITE_END()
