#include "catalogue/catalogue.hpp"
#include "failing.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <stdexcept>

using namespace calcvram;
using namespace calcvram::test;

BOOST_AUTO_TEST_SUITE(model_catalogue)

BOOST_AUTO_TEST_CASE(all_models_are_there_with_source_and_date) {
  BOOST_TEST(models().all().size() == 164U);
  for (const ModelEntry &entry : models().all()) {
    BOOST_TEST(!entry.source.empty(), entry.model.name);
    BOOST_TEST(entry.as_of.size() == 10U, entry.model.name);
  }
}

BOOST_AUTO_TEST_CASE(every_name_finds_its_own_row) {
  for (const ModelEntry &entry : models().all()) {
    for (const auto name : names_of(entry)) {
      BOOST_TEST(models().find(name) == &entry, name);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_search_finds_parts_of_names) {
  const auto found = models().search("llama 3.1");
  BOOST_TEST(found.size() >= 3U);
  BOOST_TEST(models().search("").size() == models().all().size());
}

BOOST_AUTO_TEST_CASE(a_misspelt_search_finds_the_nearest) {
  BOOST_REQUIRE(!models().search("deepseak v3").empty());
  BOOST_TEST(models().search("deepseak v3").front()->model.name == "DeepSeek-V3");
  BOOST_TEST(models().search("mixtrel 8x7b").front()->model.name == "Mixtral 8x7B");
  BOOST_TEST(is_bad_argument([] { return models().search("xyzzy plugh frobnicate"); }));
}

BOOST_AUTO_TEST_CASE(two_rows_of_one_name_are_refused) {
  const std::string csv = "name,id,source,as_of,layers,hidden\nA 1,x/a,s,2026-12-01,2,8\nB,x/a-1,s,2026-12-01,2,8\n";
  BOOST_CHECK_THROW(ModelCatalogue{parse_models(csv, "m.csv")}, std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(only_a_row_marked_unknown_may_lack_its_caches) {
  BOOST_TEST(
      std::ranges::all_of(models().all(), [](const ModelEntry &entry) { return entry.model.cache_gap.empty(); }));
  const auto unknown = parse_models("name,id,source,as_of,layers,hidden,notes,unknown\n"
                                    "A,x/a,s,2026-12-01,2,8,rows of another kind,1\n",
                                    "m.csv");
  BOOST_TEST(words_of([&] { return require_caches(unknown.front().model).caches.size(); }) ==
             "the catalogue has no layer groups (rows of another kind) for A");
}

BOOST_AUTO_TEST_SUITE_END()
