#include "cell.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <string>
#include <vector>

namespace calcvram::test {

BOOST_AUTO_TEST_SUITE(cell)

BOOST_AUTO_TEST_CASE(the_same_cells_have_the_same_content) {
  const std::string a = "a text of more than eight bytes";
  const std::string b = a;
  const std::vector<Cell> one{Blank{}, 1.5, std::string_view{a}, ErrorCell{532}, 0.0, 2.0};
  const std::vector<Cell> two{Blank{}, 1.5, std::string_view{b}, ErrorCell{532}, -0.0, 2.0};
  BOOST_TEST((content_of({one, 3}) == content_of({two, 3})));
}

BOOST_AUTO_TEST_CASE(whatever_differs_shows) {
  const std::vector<Cell> cells{Blank{},
                                1.0,
                                std::string_view{"1"},
                                std::string_view{""},
                                ErrorCell{502},
                                ErrorCell{503},
                                2.0,
                                std::string_view{"ab"},
                                std::string_view{"a"},
                                std::string_view{"12345678"},
                                std::string_view{"12345679"},
                                std::numeric_limits<double>::quiet_NaN()};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (std::size_t j = 0; j < cells.size(); ++j) {
      const std::vector<Cell> one{cells[i]};
      const std::vector<Cell> other{cells[j]};
      const bool same = content_of({one, 1}) == content_of({other, 1});
      BOOST_TEST(same == (i == j), i << " and " << j);
    }
  }
  // the same cells in another order, another shape, split elsewhere
  const std::vector<Cell> ab{std::string_view{"a"}, std::string_view{"b"}};
  const std::vector<Cell> ba{std::string_view{"b"}, std::string_view{"a"}};
  const std::vector<Cell> joined{std::string_view{"ab"}, std::string_view{""}};
  BOOST_TEST(!(content_of({ab, 2}) == content_of({ba, 2})));
  BOOST_TEST(!(content_of({ab, 2}) == content_of({ab, 1})));
  BOOST_TEST(!(content_of({ab, 2}) == content_of({joined, 2})));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::test
