// What the Function Wizard has to show: each function once, with words for it and for each of its arguments.
#include <map>

#include <boost/test/unit_test.hpp>

#include <com/sun/star/beans/PropertyValue.hpp>
#include <com/sun/star/container/XIndexAccess.hpp>
#include <com/sun/star/sheet/FunctionArgument.hpp>

#include "office.hpp"
#include "signatures.hpp"
#include "uno_text.hpp"

namespace calcvram::calc {

namespace {

namespace css = com::sun::star;
using css::uno::Any;
using css::uno::Reference;
using css::uno::Sequence;
using css::uno::UNO_QUERY_THROW;

struct Described {
  int times = 0;
  std::string words;
  std::vector<css::sheet::FunctionArgument> arguments;
};

void read(const Sequence<css::beans::PropertyValue> &properties, std::map<std::string, Described> &all) {
  std::string name;
  Described described;
  for (const css::beans::PropertyValue &property : properties) {
    rtl::OUString text;
    Sequence<css::sheet::FunctionArgument> arguments;
    if (property.Name == "Name" && (property.Value >>= text))
      name = from_uno(text);
    else if (property.Name == "Description" && (property.Value >>= text))
      described.words = from_uno(text);
    else if (property.Name == "Arguments" && (property.Value >>= arguments))
      described.arguments.assign(arguments.begin(), arguments.end());
  }
  const int times = all[name].times;
  all[name] = std::move(described);
  all[name].times = times + 1;
}

std::map<std::string, Described> described_functions(Office &where) {
  const Reference<css::container::XIndexAccess> descriptions{where.service("com.sun.star.sheet.FunctionDescriptions"),
                                                             UNO_QUERY_THROW};
  std::map<std::string, Described> all;
  for (sal_Int32 i = 0; i < descriptions->getCount(); ++i) {
    Sequence<css::beans::PropertyValue> properties;
    descriptions->getByIndex(i) >>= properties;
    read(properties, all);
  }
  return all;
}

void check_words(Office &where) {
  const std::map<std::string, Described> all = described_functions(where);
  for (const Function &function : functions()) {
    const auto found = all.find(std::string{function.name});
    BOOST_TEST_REQUIRE((found != all.end()), function.name << " is not there");
    const Described &described = found->second;
    BOOST_TEST(described.times == 1, function.name << " is listed " << described.times << " times");
    BOOST_TEST(described.words.size() > 20, function.name << ": " << described.words);
    BOOST_TEST(described.arguments.size() == function.arguments.size(), function.name << " has other arguments");
    for (const css::sheet::FunctionArgument &argument : described.arguments) {
      // "###" is what Calc shows for an argument that no text belongs to.
      BOOST_TEST(!from_uno(argument.Name).empty());
      BOOST_TEST((argument.Name != "###"), function.name << ": an argument without a name");
      BOOST_TEST(argument.Description.getLength() > 5, function.name << ", " << from_uno(argument.Name));
    }
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(descriptions)

BOOST_AUTO_TEST_CASE(in_english) {
  check_words(office());
}

BOOST_AUTO_TEST_CASE(in_spanish_and_turkish) {
  const std::map<std::string, Described> english = described_functions(office());
  for (const std::string language : {"es", "tr"}) {
    Office there{{.ui_language = language}};
    check_words(there);
    for (const auto &[name, described] : described_functions(there))
      if (name.starts_with("VRAM_") || name.starts_with("GPU_") || name.starts_with("RENT_"))
        BOOST_TEST(described.words != english.at(name).words, name << " has no words in " << language);
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::calc
