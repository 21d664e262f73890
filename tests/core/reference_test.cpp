// REFERENCE.md names every word that the program reads.
#include "memory/optimizer.hpp"
#include "memory/options.hpp"
#include "model/keys.hpp"
#include "precision/precision.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <iterator>
#include <string>

using namespace calcvram;

namespace {

const std::string &reference() {
  static const std::string text = [] {
    std::ifstream file{CALCVRAM_REFERENCE};
    return std::string{std::istreambuf_iterator<char>{file}, {}};
  }();
  return text;
}

bool is_listed(std::string_view word) {
  return reference().find("`" + std::string{word} + "`") != std::string::npos;
}

} // namespace

BOOST_AUTO_TEST_SUITE(reference)

BOOST_AUTO_TEST_CASE(every_option) {
  for (const auto name : vram_option_names()) {
    BOOST_TEST(is_listed(name), name);
  }
}

BOOST_AUTO_TEST_CASE(every_model_key) {
  for (const ShapeKey &key : shape_keys()) {
    BOOST_TEST(is_listed(key.name), key.name);
  }
}

BOOST_AUTO_TEST_CASE(every_precision_and_optimizer) {
  for (const auto name : precision_list()) {
    BOOST_TEST(is_listed(name), name);
  }
  for (const auto name : optimizer_names()) {
    BOOST_TEST(is_listed(name), name);
  }
  BOOST_TEST(precision_list().size() > 60U);
}

BOOST_AUTO_TEST_SUITE_END()
