// Price files opened as they are, and quotes in files and languages of the office.
#include <cmath>

#include <boost/test/unit_test.hpp>

#include "expectation.hpp"
#include "quote_sheet.hpp"

namespace calcvram::calc {

namespace {

const std::filesystem::path &quote_files() {
  static const std::filesystem::path directory = std::filesystem::path{CALCVRAM_TEST_DATA} / "quotes";
  return directory;
}

Value calculated(Sheet &sheet, const std::string &formula) {
  sheet.set_formula("Z1", formula);
  return sheet.value("Z1");
}

void require(Sheet &sheet, const std::string &formula, const Value &expected) {
  const Value got = calculated(sheet, formula);
  BOOST_TEST((got == expected), formula << " gives " << describe(got) << ", expected " << describe(expected));
}

/// A catalogue in SkyPilot's columns, opened as a file: its sheet is called like it.
void check_catalogue(Document document) {
  Sheet sheet = document.add_sheet("Calculation");
  require(sheet, "=ROWS(RENT_COMPARE($catalogue.A:K))", 20.0); // sixteen rows, three of them with two prices, a header
  require(sheet, R"(=INDEX(RENT_COMPARE($catalogue.A:K;1;1;"month";"required_gb=40";"offer");1))", std::string{"c5"});
  require(sheet, R"(=INDEX(RENT_COMPARE($catalogue.A:K;1;1;"month";"required_gb=40";"total");1))", 357.7);
  require(sheet, R"(=INDEX(RENT_COMPARE($catalogue.A:K;1;1;"month";"required_gb=40";"currency");1))",
          std::string{"USD"});
  require(sheet, R"(=GPU_CHEAPEST(40;"";$catalogue.A1:K17))", std::string{"A40"});
  require(sheet, R"(=GPU_CHEAPEST(40;"spot=yes";$catalogue.A1:K17;"price"))", 328.5);
  require(sheet, R"(=INDEX(GPU_OFFERS(40;"";$catalogue.A1:K17;"label");2))", std::string{"2x L4"});
  // the table has fifteen findings; the digits that arithmetic left are lost in the import, which keeps fifteen of them
  require(sheet, R"(=SUMPRODUCT(RENT_CHECK($catalogue.A:K;;;"row")>1))", 14.0);
}

constexpr std::string_view table_range = "A1:R20";
constexpr std::string_view flow_range = "T1:T14";
constexpr std::string_view findings_range = "V1:Y17";

Document blocks() {
  Document document = office().new_document();
  add_quotes(document, "catalogue.csv").set("G11", 0.3698); // .xlsx keeps fifteen digits: dust does not come back
  Sheet sheet = document.sheet();
  sheet.set_array_formula(table_range, "=RENT_COMPARE($Quotes.A:I)");
  sheet.set_array_formula(flow_range, R"(=RENT_CASHFLOW($Quotes.A:I;"c5";1;13))");
  sheet.set_array_formula(findings_range, "=RENT_CHECK($Quotes.A1:I17)");
  return document;
}

std::vector<Grid> contents(const Document &document) {
  const Sheet sheet = document.sheet();
  return {sheet.values(table_range), sheet.values(flow_range), sheet.values(findings_range)};
}

bool near(const Value &one, const Value &other) {
  const auto *number = std::get_if<double>(&one);
  const auto *expected = std::get_if<double>(&other);
  if (number == nullptr || expected == nullptr)
    return one == other;
  return std::abs(*number - *expected) <= 1e-14 * std::abs(*expected); // .xlsx keeps fifteen digits
}

void check_like(const std::vector<Grid> &after, const std::vector<Grid> &before) {
  for (std::size_t block = 0; block < before.size(); ++block)
    for (std::size_t row = 0; row < before[block].rows(); ++row)
      for (std::size_t column = 0; column < before[block].columns(); ++column)
        BOOST_TEST(near(after[block].at(row, column), before[block].at(row, column)),
                   "block " << block << ", row " << row << ", column " << column << ": "
                            << describe(after[block].at(row, column)) << " was "
                            << describe(before[block].at(row, column)));
}

void check_round_trip(const std::string &extension) {
  const std::filesystem::path file = office().directory() / ("quotes" + extension);
  Document document = blocks();
  const std::vector<Grid> before = contents(document);
  BOOST_TEST((before[0].at(1, 2) == Value{std::string{"c14"}}), describe(before[0].at(1, 2)));
  BOOST_TEST((before[1].at(13, 0) == Value{357.7}), describe(before[1].at(13, 0)));
  document.store(file);
  {
    const Document again = office().load(file);
    check_like(contents(again), before);
  }
  Document changed = office().load(file);
  changed.calculate_all();
  check_like(contents(changed), before);
  // what was loaded still follows the quotes
  Sheet quotes = changed.sheet(1);
  quotes.set("G6", 0.5);
  BOOST_TEST((changed.sheet().value("T2") == Value{365.0}), describe(changed.sheet().value("T2")));
}

/// The same quotes and the same formulas in a language: the same numbers.
void check_in(const std::string &locale) {
  Office there{{.locale = locale}};
  Document document = there.new_document();
  add_quotes(document, "texts.csv");
  Sheet sheet = document.sheet();
  require(sheet, R"(=RENT_COST($Quotes.A:G;"dollars";1;1;"hour"))", 3.06);
  require(sheet, R"(=RENT_COST($Quotes.A:G;"COMMA"))", 1234.56);
  require(sheet, R"(=RENT_COST($Quotes.A:G;"point";1;1;"month";"SPOT=YES"))", 1234.56);
  require(sheet, R"(=RENT_COST($Quotes.A:G;"ambiguous"))", bad_argument);
  require(sheet, R"(=RENT_COST($Quotes.A:G;"sign";1;12;"MONTH";"utilisation="&(1/2)))", 2880.0);
  require(sheet, R"(=RENT_COST($Quotes.A:G;"dollars";1;1;"month";"currency=EUR fx_usd="&(1/2)))", 1116.9);
  require(sheet, "=ROWS(RENT_CHECK($Quotes.A:G;DATE(2026;12;1)))", 7.0);
  require(sheet, R"(=GPU_PRICE("h100 sxm";1;"MONTH";$Quotes.A1:G7))", 1234.56);
  BOOST_TEST(there.alive());
  // typed with that language's marks
  sheet.set("A1", 12.0);
  sheet.set_local_formula("Z1", R"(=RENT_COST($Quotes.A:G;"sign";1;2,5))");
  BOOST_TEST((sheet.value("Z1") == Value{600.0}), locale << ": " << describe(sheet.value("Z1")));
  // a file of English numbers, opened as such
  check_catalogue(there.load_csv(quote_files() / "catalogue.csv"));
}

} // namespace

BOOST_AUTO_TEST_SUITE(quotes_in_files)

BOOST_AUTO_TEST_CASE(a_catalogue_opened_as_it_is) {
  check_catalogue(office().load_csv(quote_files() / "catalogue.csv"));
}

BOOST_AUTO_TEST_CASE(a_bill_opened_as_it_is) {
  Document document = office().load_csv(quote_files() / "focus_purchase.csv");
  Sheet sheet = document.add_sheet("Calculation");
  require(sheet, "=SUM(RENT_CASHFLOW($focus_purchase.A:M;2;1;12))", 8760.0);
  require(sheet, "=INDEX(RENT_CASHFLOW($focus_purchase.A:M;2;1;12);1)", 8760.0);
}

BOOST_AUTO_TEST_CASE(ods_comes_back) {
  check_round_trip(".ods");
}
BOOST_AUTO_TEST_CASE(fods_comes_back) {
  check_round_trip(".fods");
}
BOOST_AUTO_TEST_CASE(xlsx_comes_back) {
  check_round_trip(".xlsx");
}

BOOST_AUTO_TEST_CASE(german) {
  check_in("de-DE");
}
BOOST_AUTO_TEST_CASE(spanish) {
  check_in("es-ES");
}
BOOST_AUTO_TEST_CASE(turkish) {
  check_in("tr-TR");
}

// A price that the language of the import took for no number is a text: read where it can mean one thing only.
BOOST_AUTO_TEST_CASE(english_numbers_opened_as_german_ones) {
  Office there{{.locale = "de-DE"}};
  Document document = there.load_csv(quote_files() / "catalogue.csv", false);
  Sheet sheet = document.add_sheet("Calculation");
  require(sheet, R"(=GPU_PRICE("A100 80GB";1;"hour";$catalogue.A1:K17))", 1.35);
  require(sheet, R"(=GPU_CHEAPEST(40;"";$catalogue.A1:K17))", std::string{"A40"});
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::calc
