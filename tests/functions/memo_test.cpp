#include "memo.hpp"

#include <boost/test/unit_test.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

using calcvram::glue::TextMemo;

namespace {

/// Counts how often it is asked to parse.
struct Lengths {
  std::size_t operator()(std::string_view text) const {
    ++asked;
    if (text.empty()) {
      throw std::runtime_error{"nothing"};
    }
    return text.size();
  }
  mutable int asked = 0;
};

rtl::OUString letters(int count) {
  rtl::OUString text;
  for (int i = 0; i < count; ++i) {
    text += rtl::OUString{"x"};
  }
  return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(memo)

BOOST_AUTO_TEST_CASE(a_text_is_parsed_once) {
  TextMemo<std::size_t> memo;
  const Lengths lengths;
  for (int time = 0; time < 3; ++time) {
    BOOST_TEST(memo.of(letters(5), lengths) == 5U);
    BOOST_TEST(memo.of(letters(7), lengths) == 7U);
  }
  BOOST_TEST(lengths.asked == 2);
}

BOOST_AUTO_TEST_CASE(the_last_few_are_kept) {
  TextMemo<std::size_t> memo;
  const Lengths lengths;
  constexpr int more_than_are_kept = 20;
  for (int round = 0; round < 2; ++round) {
    for (int count = 1; count <= more_than_are_kept; ++count) {
      BOOST_TEST(memo.of(letters(count), lengths) == static_cast<std::size_t>(count));
    }
  }
  BOOST_TEST(lengths.asked == 2 * more_than_are_kept);
  memo.of(letters(more_than_are_kept), lengths);
  BOOST_TEST(lengths.asked == 2 * more_than_are_kept);
}

BOOST_AUTO_TEST_CASE(a_failure_is_not_kept) {
  TextMemo<std::size_t> memo;
  const Lengths lengths;
  BOOST_CHECK_THROW(memo.of(letters(0), lengths), std::runtime_error);
  BOOST_CHECK_THROW(memo.of(letters(0), lengths), std::runtime_error);
  BOOST_TEST(lengths.asked == 2);
}

BOOST_AUTO_TEST_SUITE_END()
