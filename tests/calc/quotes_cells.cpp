// Where a table of quotes may stand and what its cells may be: any columns, any order, other sheets, names, dates.
#include <array>

#include <boost/test/unit_test.hpp>

#include <com/sun/star/beans/XPropertySet.hpp>
#include <com/sun/star/sheet/XNamedRanges.hpp>
#include <com/sun/star/table/CellAddress.hpp>

#include "quote_sheet.hpp"
#include "uno_text.hpp"

namespace calcvram::calc {

namespace {

namespace css = com::sun::star;
using css::uno::Reference;
using css::uno::UNO_QUERY_THROW;

struct OneDocument {
  Document document = office().new_document();
  Sheet sheet = document.sheet();

  /// Puts a table at a place of a sheet of its own (counted from 0).
  Sheet quotes(const std::string &csv, std::size_t row = 0, std::size_t column = 0) {
    Sheet added = document.add_sheet("Quotes");
    put_table(added, test::CsvCells{csv}.block(), row, column);
    return added;
  }
  Value value(const std::string &formula) {
    sheet.set_formula("Z1", formula);
    return sheet.value("Z1");
  }
  void require(const std::string &formula, const Value &expected) {
    const Value got = value(formula);
    BOOST_TEST((got == expected), formula << " gives " << describe(got) << ", expected " << describe(expected));
  }
  void require_words(const std::string &formula, std::string_view words) {
    const Value got = value(formula);
    const auto *text = std::get_if<std::string>(&got);
    BOOST_TEST((text != nullptr && text->find(words) != std::string::npos),
               formula << " gives " << describe(got) << ", expected words with " << words);
  }
};

constexpr const char *two = "provider,offer,gpu,price,currency,period\n"
                            "North,n1,A40,240,USD,month\n"
                            "South,s1,L40S,520,USD,month\n";
constexpr const char *same_in_another_order = "period,note,currency,price,GPU,Offer,PROVIDER\n"
                                              "month,x,USD,240,A40,n1,North\n"
                                              "month,y,USD,520,L40S,s1,South\n";

} // namespace

BOOST_FIXTURE_TEST_SUITE(quotes_in_cells, OneDocument)

BOOST_AUTO_TEST_CASE(columns_in_any_order) {
  quotes(same_in_another_order);
  require(R"(=RENT_COST($Quotes.A:G;"north n1";2))", 480.0);
  require(R"(=INDEX(RENT_COMPARE($Quotes.A:G;1;1;"month";"";"offer");2))", std::string{"s1"});
  require(R"(=GPU_PRICE("L40S";1;"month";$Quotes.A1:G3))", 520.0);
}

BOOST_AUTO_TEST_CASE(blank_rows_and_columns) {
  Sheet added = quotes("price,,gpu,period,currency,offer\n"
                       ",,,,,\n"
                       "240,,A40,month,USD,n1\n"
                       ",,,,,\n"
                       ",,,,,\n"
                       "520,,L40S,month,USD,s1\n");
  require("=ROWS(RENT_COMPARE($Quotes.A:F))", 3.0);
  require("=ROWS(RENT_CHECK($Quotes.A:F))", 2.0);
  require(R"(=RENT_COST($Quotes.A:F;6))", 520.0);
  require(R"(=RENT_COST($Quotes.A:F;4))", bad_argument); // a blank row
  require(R"(=GPU_PRICE("L40S";1;"month";$Quotes.A1:F20))", 520.0);
  // cells of blanks alone are blank, and rows of them no quotes
  added.set("A4", std::string{"  "});
  require("=ROWS(RENT_COMPARE($Quotes.A:F))", 3.0);
}

BOOST_AUTO_TEST_CASE(a_table_anywhere_on_a_sheet) {
  Sheet added = quotes(two, 9, 4); // E10
  // formulas and notes around it: none of its columns, or below its rows
  added.set("A1", std::string{"Quotes of December"});
  added.set_formula("A3", "=1/0");
  for (int row = 1; row < 60; ++row)
    added.set_formula("C" + std::to_string(row), "=RENT_COST($E$10:$J$12;\"n1\")*" + std::to_string(row));
  require(R"(=RENT_COST($Quotes.E10:J12;"north"))", 240.0);
  require(R"(=RENT_COST($Quotes.E10:J1048576;"north"))", 240.0);
  require(R"(=RENT_COST($Quotes.E10:XFD100;3))", 520.0);
  require("=ROWS(RENT_CHECK($Quotes.E10:J1048576))", 2.0);
  BOOST_TEST((added.value("C59") == Value{240.0 * 59}), describe(added.value("C59")));
  // the headers must be the range's first row
  require(R"(=RENT_COST($Quotes.E:J;"north"))", bad_argument);
  require_words("=RENT_COMPARE($Quotes.E:J)", "one of them price");
}

BOOST_AUTO_TEST_CASE(whole_columns_with_formulas_beside_them) {
  quotes(two);
  for (int row = 1; row <= 40; ++row)
    sheet.set_formula("B" + std::to_string(row), "=RENT_COST($Quotes.A:K;\"north\";" + std::to_string(row) + ')');
  BOOST_TEST((sheet.value("B40") == Value{9600.0}), describe(sheet.value("B40")));
  // on the quotes' own sheet, right of them
  Sheet own = document.sheet(1);
  own.set_formula("N2", R"(=RENT_COST(A:K;"south"))");
  own.set_formula("N3", R"(=RENT_COST($A:$K;"south";2)+N2)");
  BOOST_TEST((own.value("N2") == Value{520.0}), describe(own.value("N2")));
  BOOST_TEST((own.value("N3") == Value{1560.0}), describe(own.value("N3")));
}

BOOST_AUTO_TEST_CASE(names_and_references_that_are_computed) {
  quotes(two);
  Reference<css::sheet::XNamedRanges> names;
  Reference<css::beans::XPropertySet> {
    document.uno(), UNO_QUERY_THROW
    } -> getPropertyValue("NamedRanges") >>= names;
  names->addNewByName(to_uno("offers"), to_uno("$Quotes.$A:$F"), css::table::CellAddress{}, 0);
  names->addNewByName(to_uno("offers_here"), to_uno("$Quotes.$A$1:$F$3"), css::table::CellAddress{}, 0);
  require(R"(=RENT_COST(offers;"south"))", 520.0);
  require(R"(=GPU_PRICE("A40";1;"month";offers_here))", 240.0);
  require(R"(=RENT_COST(OFFSET($Quotes.A1;0;0;3;6);"south"))", 520.0);
  require(R"(=RENT_COST(INDIRECT("$Quotes.A:F");"south"))", 520.0);
  require(R"(=RENT_COST(IF(A1=0;$Quotes.A1:F3;$Quotes.A1:F2);"south"))", 520.0);
  require(R"(=RENT_COST($Quotes.A1:F2~$Quotes.A3:F3;"south"))", bad_call);
}

BOOST_AUTO_TEST_CASE(one_formula_for_all_rows) {
  quotes(two);
  sheet.set_array_formula("A1:A2", "=RENT_COST($Quotes.A:F;{2|3};2)");
  BOOST_TEST((sheet.value("A1") == Value{480.0}), describe(sheet.value("A1")));
  BOOST_TEST((sheet.value("A2") == Value{1040.0}), describe(sheet.value("A2")));
  sheet.set_array_formula("C1:D2", R"(=RENT_COST($Quotes.A:F;$Quotes.B2:B3;{1;8}))");
  BOOST_TEST((sheet.value("D1") == Value{1920.0}), describe(sheet.value("D1")));
  BOOST_TEST((sheet.value("C2") == Value{520.0}), describe(sheet.value("C2")));
}

BOOST_AUTO_TEST_CASE(dates_as_cells_and_as_texts) {
  Sheet added = quotes("offer,gpu,price,currency,period,as_of,valid_until\n"
                       "real,A40,240,USD,month,,\n"
                       "text,L40S,520,USD,month,2026-10-01,2026-11-15\n");
  added.set_formula("F2", "=DATE(2026;10;1)");
  added.set_formula("G2", "=DATE(2026;11;15)");
  for (const std::string today : {"DATE(2026;12;1)", "\"2026-12-01\"", "46357"}) {
    sheet.set_array_formula("A1:A4", "=RENT_CHECK($Quotes.A:G;" + today + ";;\"finding\")");
    for (const std::string cell : {"A1", "A3"})
      BOOST_TEST((sheet.value(cell) == Value{std::string{"expired 16 days ago"}}),
                 today << ": " << describe(sheet.value(cell)));
    for (const std::string cell : {"A2", "A4"})
      BOOST_TEST((sheet.value(cell) == Value{std::string{"stale: the price is 61 days old"}}),
                 today << ": " << describe(sheet.value(cell)));
  }
  require("=ROWS(RENT_CHECK($Quotes.A:G))", 2.0); // no clock is read
  require_words(R"(=INDEX(RENT_COMPARE($Quotes.A:G;1;1;"month";"today=2026-12-01";"warnings");1))", "2026-10-01");
  // a cell of the sheet is today, also in the options as two columns
  sheet.set_formula("C1", "=DATE(2026;12;1)");
  require("=ROWS(RENT_CHECK($Quotes.A:G;C1))", 5.0);
  sheet.set("B1", std::string{"today"});
  require("=ROWS(RENT_CHECK($Quotes.A:G;;B1:C1))", 5.0);
  require_words(R"(=INDEX(RENT_COMPARE($Quotes.A:G;1;1;"month";B1:C1;"warnings");2))", "expired on 2026-11-15");
}

BOOST_AUTO_TEST_CASE(booleans_in_the_spot_column) {
  Sheet added = quotes("offer,gpu,price,currency,period,spot\n"
                       "a,A40,240,USD,month,\n"
                       "b,A40,100,USD,month,\n"
                       "c,A40,110,USD,month,yes\n"
                       "d,A40,120,USD,month,no\n");
  added.set_formula("F2", "=FALSE()");
  added.set_formula("F3", "=TRUE()");
  require(R"(=INDEX(RENT_COMPARE($Quotes.A:F;1;1;"month";"";"offer");1))", std::string{"d"});
  require(R"(=INDEX(RENT_COMPARE($Quotes.A:F;1;1;"month";"spot=yes";"offer");1))", std::string{"b"});
  require(R"(=GPU_PRICE("A40";1;"month";$Quotes.A1:F5))", 120.0);
  require(R"(=GPU_PRICE("A40";1;"month";$Quotes.A1:F5;"spot=yes"))", 100.0);
}

BOOST_AUTO_TEST_CASE(percentages_as_cells_and_as_texts) {
  quotes("offer,gpu,price,currency,period,discount,tax_pct\n"
         "a,A40,240,USD,month,0.05,20 %\n"
         "b,A40,240,USD,month,5 %,0.2\n"
         "c,A40,240,USD,month,5,0.2\n");
  for (const std::string row : {"2", "3"}) {
    require("=RENT_COST($Quotes.A:G;" + row + ')', 228.0);
    require("=RENT_COST($Quotes.A:G;" + row + R"(;1;1;"month";"tax=gross"))", 273.6);
  }
  require("=RENT_COST($Quotes.A:G;4)", bad_argument);
}

BOOST_AUTO_TEST_CASE(currencies_are_never_mixed_silently) {
  quotes("offer,gpu,price,currency,period,fx\n"
         "euros,A40,200,EUR,month,\n"
         "dollars,A40,210,USD,month,\n"
         "pounds,A40,180,GBP,month,1.25\n");
  require("=COUNT(RENT_COMPARE($Quotes.A:E;1;1;\"month\";\"\";\"rank\"))", 1.0);
  require_words(R"(=INDEX(RENT_COMPARE($Quotes.A:E;1;1;"month";"currency=USD";"warnings");2))", "needs a rate");
  for (int row = 1; row <= 3; ++row)
    sheet.set("A" + std::to_string(row),
              std::string{std::array{"currency", "fx_eur", "fx_gbp"}.at(static_cast<std::size_t>(row - 1))});
  sheet.set("B1", std::string{"USD"});
  sheet.set("B2", 1.1);
  sheet.set("B3", 1.3);
  sheet.set_array_formula("D1:F3", "=RENT_COMPARE($Quotes.A:E;1;1;\"month\";A1:B3;\"total\")");
  BOOST_TEST((sheet.value("D1") == Value{210.0}), describe(sheet.value("D1")));
  BOOST_TEST((sheet.value("D2") == Value{220.0}), describe(sheet.value("D2"))); // 200 x 1.1
  BOOST_TEST((sheet.value("D3") == Value{234.0}), describe(sheet.value("D3"))); // 180 x 1.3
  sheet.set("B2", 1.0);                                                         // and a rate that changes
  BOOST_TEST((sheet.value("D1") == Value{200.0}), describe(sheet.value("D1")));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::calc
