#include "memory/breakdown.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram;

BOOST_AUTO_TEST_SUITE(breakdown)

BOOST_AUTO_TEST_CASE(parts_of_nothing_are_left_out) {
  Breakdown parts{Explain::yes};
  parts.add(Component::weights, Bytes{3}, [] { return std::string{"three"}; });
  parts.add(Component::master_weights, Bytes{}, [] { return std::string{"never"}; });
  parts.add(Component::overhead, Bytes{4}, [] { return std::string{"four"}; });
  BOOST_REQUIRE(parts.lines().size() == 2U);
  BOOST_TEST(parts.total().count() == 7);
  BOOST_TEST(parts.of(Component::overhead).count() == 4);
  BOOST_TEST(parts.of(Component::logits).count() == 0);
  BOOST_TEST(parts.lines()[0].how == "three");
}

BOOST_AUTO_TEST_CASE(words_are_made_only_when_asked_for) {
  bool asked = false;
  Breakdown parts{Explain::no};
  parts.add(Component::weights, Bytes{3}, [&] {
    asked = true;
    return std::string{"three"};
  });
  BOOST_TEST(!asked);
  BOOST_TEST(parts.lines()[0].how.empty());
}

BOOST_AUTO_TEST_CASE(gigabytes_are_decimal) {
  BOOST_TEST(Bytes{1e9}.gb() == 1);
  BOOST_TEST(Bytes::from_gb(2).count() == 2e9);
}

BOOST_AUTO_TEST_SUITE_END()
