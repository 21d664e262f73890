// The same sheet in other languages: the same numbers, whatever the decimal mark and whatever becomes of an i.
#include <boost/test/unit_test.hpp>

#include "office.hpp"
#include "quote_sheet.hpp"
#include "signatures.hpp"

namespace calcvram::calc {

namespace {

const std::vector<std::string> &extra_formulas() {
  static const std::vector<std::string> formulas{
      R"(=VRAM_INFER("LLAMA 3.1 70B INSTRUCT";"INT4";8192))",
      R"(=VRAM_INFER("70b";"fp8";8192;;;"overhead=2.5"))",
      R"(=VRAM_INFER("70b";"fp8";8192;;;"overhead=2,5"))",
      R"(=VRAM_INFER("70b";"fp8";8192;;;"overhead="&(5/2)))",
      R"(=VRAM_WEIGHTS("params=8.03B"))",
      R"(=GPU_PRICE("rtx a5000 ";1;"WEEK"))",
      R"(=GPU_FIT(75;"h100 pcie"))",
      R"(=GPU_CHEAPEST(626;"FABRIC prefer=SINGLE"))",
  };
  return formulas;
}

std::vector<Value> results(Office &where) {
  Document document = where.new_document();
  add_quotes(document);
  Sheet sheet = document.sheet();
  std::vector<Value> values;
  for (const Function &function : functions()) {
    sheet.set_formula("A1", call(function));
    values.push_back(sheet.value("A1"));
  }
  for (const std::string &formula : extra_formulas()) {
    sheet.set_formula("A1", formula);
    values.push_back(sheet.value("A1"));
  }
  return values;
}

std::string formula(std::size_t index) {
  return index < functions().size() ? call(functions()[index]) : extra_formulas()[index - functions().size()];
}

void check_like_here(const std::string &locale, const std::string &typed) {
  const std::vector<Value> here = results(office());
  Office there{{.locale = locale}};
  const std::vector<Value> values = results(there);
  for (std::size_t i = 0; i < here.size(); ++i)
    BOOST_TEST((values[i] == here[i]),
               locale << ": " << formula(i) << " gives " << describe(values[i]) << ", here " << describe(here[i]));
  // Typed with the marks of that language.
  const Document document = there.new_document();
  Sheet sheet = document.sheet();
  sheet.set_local_formula("A1", typed);
  BOOST_TEST((sheet.value("A1") == Value{2.5}), locale << ": " << typed << " gives " << describe(sheet.value("A1")));
  BOOST_TEST(there.alive());
}

} // namespace

BOOST_AUTO_TEST_SUITE(locales)

BOOST_AUTO_TEST_CASE(german) {
  check_like_here("de-DE", R"(=VRAM_WEIGHTS(2,5;1))");
}
BOOST_AUTO_TEST_CASE(spanish) {
  check_like_here("es-ES", R"(=VRAM_WEIGHTS(2,5;1))");
}
BOOST_AUTO_TEST_CASE(turkish) {
  check_like_here("tr-TR", R"(=VRAM_WEIGHTS(2,5;1))");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::calc
