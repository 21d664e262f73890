// What depends on a quote follows it: changed cells, inserted rows, formulas in the table; and Calc's own functions
// over what we give.
#include <array>
#include <cmath>

#include <boost/test/unit_test.hpp>

#include <com/sun/star/sheet/XCalculatable.hpp>
#include <com/sun/star/table/XColumnRowRange.hpp>

#include "quote_sheet.hpp"

namespace calcvram::calc {

namespace {

namespace css = com::sun::star;
using boost::test_tools::tolerance;
using css::uno::Reference;
using css::uno::UNO_QUERY_THROW;

/// 990 a month against 1.35 an hour on the sheet Quotes (A to G).
struct TwoQuotes {
  Document document = office().new_document();
  Sheet quotes = add_quotes(document, "monthly_or_hourly.csv");
  Sheet sheet = document.sheet();

  double number(const std::string &cell) {
    const Value value = sheet.value(cell);
    BOOST_TEST_REQUIRE(std::holds_alternative<double>(value), cell << " holds " << describe(value));
    return std::get<double>(value);
  }
  double calculated(const std::string &formula) {
    sheet.set_formula("Z1", formula);
    return number("Z1");
  }
  double calculated_array(const std::string &formula) {
    sheet.set_array_formula("Y1:Y1", formula);
    return number("Y1");
  }
  /// The rows of the quotes move down.
  void insert_row(sal_Int32 above) {
    Reference<css::table::XColumnRowRange> {
      quotes.uno(), UNO_QUERY_THROW
      } -> getRows()->insertByIndex(above, 1);
  }
  /// As pressing F9 does: what is volatile, and what depends on it.
  void calculate() {
    Reference<css::sheet::XCalculatable> {
      document.uno(), UNO_QUERY_THROW
      } -> calculate();
  }
};

/// Where 12 x 990 a year are set against 9,900 at once: row 4 of the quotes.
void add_own(Sheet &quotes) {
  quotes.set("H1", std::string{"min_term"});
  quotes.set("I1", std::string{"prepaid"});
  quotes.set_values("A4:I4",
                    {{std::string{"Own"}, std::string{"Bought"}, std::string{"A100 SXM 80GB"}, 9900.0,
                      std::string{"USD"}, std::string{"term"}, std::string{"reserved"}, std::string{"1 year"}, 1.0}});
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(quotes_that_change, TwoQuotes)

BOOST_AUTO_TEST_CASE(a_changed_price_changes_what_depends_on_it) {
  sheet.set_formula("A1", R"(=RENT_COST($Quotes.A:G;"hours"))");
  sheet.set_formula("A2", R"(=RENT_COST($Quotes.A1:G3;"hours"))");
  sheet.set_formula("A3", R"(=GPU_PRICE("A100 SXM 80GB";1;"hour";$Quotes.A1:G3))");
  sheet.set_formula("A4", R"(=INDEX(RENT_COMPARE($Quotes.A:G;;;;;"offer");1))");
  sheet.set_formula("A5", R"(=SUM(RENT_CASHFLOW($Quotes.A:G;3;2;12)))");
  sheet.set_formula("A6", R"(=COUNT(RENT_CHECK($Quotes.A:G;;;"row")))");
  BOOST_TEST(number("A1") == 985.5);
  BOOST_TEST((sheet.value("A4") == Value{std::string{"On demand"}}));
  BOOST_TEST(number("A6") == 0);
  quotes.set("D3", 2.0);
  BOOST_TEST(number("A1") == 1460);
  BOOST_TEST(number("A2") == 1460);
  BOOST_TEST(number("A3") == 2);
  BOOST_TEST((sheet.value("A4") == Value{std::string{"Monthly"}}));
  BOOST_TEST(number("A5") == 35040);
  quotes.set("D3", std::string{"on request"});
  BOOST_TEST((sheet.value("A1") == Value{bad_argument}), describe(sheet.value("A1")));
  BOOST_TEST(number("A6") == 1);
  quotes.set("D3", 1.35);
  BOOST_TEST(number("A1") == 985.5);
}

BOOST_AUTO_TEST_CASE(a_header_decides_again) {
  sheet.set_formula("A1", R"(=RENT_COST($Quotes.A:G;"hours";1;1;"month";"utilisation=0.5"))");
  BOOST_TEST(number("A1") == 492.75);
  quotes.set("G1", std::string{"remarks"}); // nobody says any more that only hours of use are billed
  BOOST_TEST(number("A1") == 985.5);
}

BOOST_AUTO_TEST_CASE(a_row_is_inserted) {
  sheet.set_formula("A1", R"(=RENT_COST($Quotes.A1:G3;"hours"))");
  sheet.set_formula("A2", R"(=RENT_COST($Quotes.A:G;3))");
  sheet.set_formula("A3", R"(=ROWS(RENT_COMPARE($Quotes.A:G)))");
  insert_row(1);
  BOOST_TEST(number("A1") == 985.5);
  BOOST_TEST(number("A2") == 990); // row 3 is another one now
  BOOST_TEST(number("A3") == 3);   // a blank row is no quote
  quotes.set_values("A2:G2", {{std::string{"New"}, std::string{"Small"}, std::string{"A40"}, 0.5, std::string{"USD"},
                               std::string{"hour"}, std::string{"used"}}});
  BOOST_TEST(number("A3") == 4);
  BOOST_TEST(calculated(R"(=RENT_COST($Quotes.A:G;"new"))") == 365);
}

BOOST_AUTO_TEST_CASE(a_price_may_be_a_formula) {
  sheet.set("B1", 1000.0);
  quotes.set_formula("D2", "=$Sheet1.B1*0.99");
  sheet.set_formula("A1", R"(=RENT_COST($Quotes.A:G;"monthly"))");
  BOOST_TEST(number("A1") == 990);
  sheet.set("B1", 500.0);
  BOOST_TEST(number("A1") == 495);
  // of another quote
  quotes.set_formula("D3", R"(=RENT_RATE(D2;"month";"hour"))");
  BOOST_TEST(calculated(R"(=RENT_COST($Quotes.A:G;"hours"))") == 495, tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(a_price_may_be_volatile) {
  quotes.set_formula("D2", "=RANDBETWEEN(1;1000000000)/100");
  sheet.set_formula("A1", R"(=RENT_COST($Quotes.A:G;"monthly"))");
  sheet.set_formula("A2", R"(=GPU_PRICE("A100 SXM 80GB";1;"month";$Quotes.A1:G3))");
  const double before = number("A1");
  calculate();
  BOOST_TEST(number("A1") != before);
  BOOST_TEST(number("A1") == std::get<double>(quotes.value("D2")));
  BOOST_TEST(number("A2") == number("A1"));
}

BOOST_AUTO_TEST_CASE(an_error_comes_and_goes) {
  sheet.set_formula("A1", R"(=RENT_COST($Quotes.A:G;"monthly"))");
  sheet.set_formula("A2", R"(=RENT_CHECK($Quotes.A:G;;;"finding"))");
  quotes.set_formula("D2", "=1/A9");
  BOOST_TEST((sheet.value("A1") == Value{bad_argument}), describe(sheet.value("A1")));
  BOOST_TEST((sheet.value("A2") == Value{std::string{"the cell holds an error, #DIV/0!"}}),
             describe(sheet.value("A2")));
  quotes.set("A9", 0.01);
  BOOST_TEST(number("A1") == 100);
}

BOOST_AUTO_TEST_CASE(present_value) {
  sheet.set_array_formula("A1:A13", R"(=RENT_CASHFLOW($Quotes.A:G;"monthly";1;12))");
  double expected = 0;
  for (int month = 1; month <= 12; ++month)
    expected += 990 / std::pow(1.01, month);
  BOOST_TEST(calculated("=A1+NPV(0.01;A2:A13)") == expected, tolerance(1e-12));
  // in one formula; NPV's first payment is a period away, ours is now
  BOOST_TEST(calculated(R"(=NPV(0.01;RENT_CASHFLOW($Quotes.A:G;"monthly";1;12))*1.01)") == expected, tolerance(1e-12));
  BOOST_TEST(calculated("=PMT(0.01;12;-NPV(0.01;A2:A13))") == 990, tolerance(1e-12));
  BOOST_TEST(calculated(R"(=SUM(A1:A13)-RENT_COST($Quotes.A:G;"monthly";1;12))") == 0);
}

BOOST_AUTO_TEST_CASE(present_value_by_dates) {
  double expected = 0;
  int days = 0;
  constexpr std::array lengths{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}; // of 2026
  for (std::size_t month = 0; month < lengths.size(); ++month) {
    sheet.set_formula("B" + std::to_string(month + 1), "=DATE(2026;" + std::to_string(month + 1) + ";1)");
    days += lengths.at(month);
    expected += 990 / std::pow(1.1, days / 365.0);
  }
  sheet.set_formula("B13", "=DATE(2027;1;1)");
  sheet.set_array_formula("A1:A13", R"(=RENT_CASHFLOW($Quotes.A:G;"monthly";1;12))");
  BOOST_TEST(calculated("=XNPV(0.1;A1:A13;B1:B13)") == expected, tolerance(1e-12));
  BOOST_TEST(calculated(R"(=XNPV(0.1;RENT_CASHFLOW($Quotes.A:G;"monthly";1;12);B1:B13))") == expected,
             tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(return_on_buying_instead) {
  add_own(quotes);
  BOOST_TEST(calculated(R"(=INDEX(RENT_CASHFLOW($Quotes.A:I;"own";1;12);1))") == 9900);
  const std::string difference = R"(RENT_CASHFLOW($Quotes.A:I;"monthly";1;12)-RENT_CASHFLOW($Quotes.A:I;"own";1;12))";
  const double rate = calculated_array("=IRR(" + difference + ")");
  // 9,900 now for twelve times 990
  BOOST_TEST(990 * (1 - std::pow(1 + rate, -12)) / rate == 9900, tolerance(1e-6));
  BOOST_TEST(calculated_array("=SUM(" + difference + ")") == 1980);
}

BOOST_AUTO_TEST_CASE(what_if_by_multiple_operations) {
  // what is varied stands in the options, and in a cell that the quotes ask
  sheet.set("A1", 730.0);
  sheet.set("A2", 1.35);
  quotes.set_formula("D3", "=$Sheet1.A2");
  sheet.set_formula("B1", R"(=RENT_COST($Quotes.A:G;"hours";1;1;"month";"hours_per_month="&A1))");
  sheet.set_formula("B2", R"(=INDEX(RENT_COMPARE($Quotes.A:G;1;1;"month";"hours_per_month="&A1;"offer");1))");
  sheet.set_formula("B3", R"(=GPU_PRICE("A100 SXM 80GB";1;"hour";$Quotes.A1:G3))");
  sheet.set("C1", 744.0);
  sheet.set("C2", 2.0);
  sheet.set_local_formula("D1", "=MULTIPLE.OPERATIONS(B1;A1;C1)");
  sheet.set_local_formula("D2", "=MULTIPLE.OPERATIONS(B2;A1;C1)");
  sheet.set_local_formula("D3", "=MULTIPLE.OPERATIONS(B1;A2;C2)");
  sheet.set_local_formula("D4", "=MULTIPLE.OPERATIONS(B3;A2;C2)");
  sheet.set_local_formula("D5", "=MULTIPLE.OPERATIONS(B1;A1;C1;A2;C2)");
  const auto check = [this] {
    BOOST_TEST(number("B1") == 985.5);
    BOOST_TEST(number("D1") == 1004.4);
    BOOST_TEST((sheet.value("D2") == Value{std::string{"Monthly"}}), describe(sheet.value("D2")));
    BOOST_TEST(number("D3") == 1460);
    BOOST_TEST(number("D4") == 2);
    BOOST_TEST(number("D5") == 1488);
  };
  check();
  document.calculate_all();
  check();
}

// Calc refuses every range that holds the varied cell itself, of SUM too: the quote must refer to a cell elsewhere.
BOOST_AUTO_TEST_CASE(what_if_the_varied_cell_is_a_quote) {
  quotes.set_formula("K1", R"(=RENT_COST(A1:G3;"hours"))");
  quotes.set_formula("K2", R"(=GPU_PRICE("A100 SXM 80GB";1;"hour";A1:G3))");
  quotes.set_formula("K3", "=SUM(D2:D3)");
  quotes.set("L1", 2.0);
  for (const std::string row : {"1", "2", "3"}) {
    quotes.set_local_formula("M" + row, "=MULTIPLE.OPERATIONS(K" + row + ";D3;L1)");
    BOOST_TEST((quotes.value("M" + row) == Value{bad_call}), describe(quotes.value("M" + row)));
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::calc
