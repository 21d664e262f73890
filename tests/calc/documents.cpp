// What is stored and what comes back: names, formulas and values in .ods and .xlsx.
#include <algorithm>
#include <cmath>

#include <boost/test/unit_test.hpp>

#include <com/sun/star/container/XNameAccess.hpp>
#include <com/sun/star/io/XInputStream.hpp>

#include "office.hpp"
#include "quote_sheet.hpp"
#include "signatures.hpp"
#include "uno_text.hpp"

namespace calcvram::calc {

namespace {

namespace css = com::sun::star;
using css::uno::Any;
using css::uno::Reference;
using css::uno::Sequence;
using css::uno::UNO_QUERY_THROW;

/// A part of a stored file, as text: the office unpacks it, so that no other library is needed.
std::string part_of(const std::filesystem::path &file, std::string_view part) {
  const Any url{to_url(file)};
  const Reference<css::container::XNameAccess> package{
      office().service("com.sun.star.packages.zip.ZipFileAccess", Sequence<Any>(&url, 1)), UNO_QUERY_THROW};
  Reference<css::io::XInputStream> stream;
  package->getByName(to_uno(part)) >>= stream;
  std::string text;
  Sequence<sal_Int8> bytes;
  while (stream->readBytes(bytes, 65536) > 0)
    for (const sal_Int8 byte : std::as_const(bytes))
      text.push_back(static_cast<char>(byte));
  return text;
}

std::string cell(std::size_t index) {
  return "A" + std::to_string(index + 1);
}

/// One call of each function, and two blocks.
Document one_of_each() {
  Document document = office().new_document();
  add_quotes(document);
  Sheet sheet = document.sheet();
  for (std::size_t i = 0; i < functions().size(); ++i)
    sheet.set_formula(cell(i), call(functions()[i]));
  sheet.set_array_formula("C1:F6", R"(=VRAM_INFER_TABLE("70b";"fp8"))");
  sheet.set_array_formula("H1:H3", R"(=GPU_FIT({50|80|110};"H100 PCIe"))");
  return document;
}

struct Contents {
  std::vector<std::string> formulas;
  Grid calls;
  Grid table;
  Grid verdicts;
};

Contents contents(const Document &document) {
  const Sheet sheet = document.sheet();
  Contents result{{}, sheet.values("A1:" + cell(functions().size() - 1)), sheet.values("C1:F6"), sheet.values("H1:H3")};
  for (std::size_t i = 0; i < functions().size(); ++i)
    result.formulas.push_back(sheet.formula(cell(i)));
  result.formulas.push_back(sheet.formula("C1"));
  return result;
}

/// .xlsx keeps fifteen digits of a number.
bool like(const Value &after, const Value &before) {
  const auto *number = std::get_if<double>(&after);
  const auto *expected = std::get_if<double>(&before);
  if (number != nullptr && expected != nullptr)
    return std::abs(*number - *expected) <= 1e-14 * std::abs(*expected);
  return after == before;
}

bool like(const Grid &after, const Grid &before) {
  return std::equal(after.values().begin(), after.values().end(), before.values().begin(), before.values().end(),
                    [](const Value &one, const Value &other) { return like(one, other); });
}

void check_reloaded(const Contents &before, const Contents &after) {
  for (std::size_t i = 0; i < functions().size(); ++i) {
    BOOST_TEST(after.formulas[i] == before.formulas[i]);
    BOOST_TEST(like(after.calls.at(i, 0), before.calls.at(i, 0)), functions()[i].name
                                                                      << ": " << describe(after.calls.at(i, 0))
                                                                      << " was " << describe(before.calls.at(i, 0)));
  }
  BOOST_TEST(after.formulas.back() == before.formulas.back());
  BOOST_TEST(like(after.table, before.table), "the table changed");
  BOOST_TEST(like(after.verdicts, before.verdicts), "the verdicts changed");
}

void check_round_trip(const std::string &extension) {
  const std::filesystem::path file = office().directory() / ("round_trip" + extension);
  Document document = one_of_each();
  const Contents before = contents(document);
  document.store(file);
  {
    const Document again = office().load(file);
    check_reloaded(before, contents(again));
  }
  // Loaded once more and calculated from nothing: what was kept was not only a copy.
  Document calculated = office().load(file);
  calculated.calculate_all();
  check_reloaded(before, contents(calculated));
}

void check_stored_names(const std::string &extension, std::string_view part) {
  const std::filesystem::path file = office().directory() / ("names" + extension);
  one_of_each().store(file);
  const std::string text = part_of(file, part);
  for (const Function &function : functions()) {
    BOOST_TEST((text.find(stored_name(function) + "(") != std::string::npos), stored_name(function)
                                                                                  << " is not in " << file.filename());
    BOOST_TEST((text.find(std::string{function.name} + "(") == std::string::npos),
               function.name << " is stored by its name on screen in " << file.filename());
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(documents)

BOOST_AUTO_TEST_CASE(ods_comes_back) {
  check_round_trip(".ods");
}
BOOST_AUTO_TEST_CASE(fods_comes_back) {
  check_round_trip(".fods");
}
BOOST_AUTO_TEST_CASE(xlsx_comes_back) {
  check_round_trip(".xlsx");
}
BOOST_AUTO_TEST_CASE(names_in_ods) {
  check_stored_names(".ods", "content.xml");
}
BOOST_AUTO_TEST_CASE(names_in_xlsx) {
  check_stored_names(".xlsx", "xl/worksheets/sheet1.xml");
}

BOOST_AUTO_TEST_CASE(pdf_is_written) {
  one_of_each().store(office().directory() / "one_of_each.pdf");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::calc
