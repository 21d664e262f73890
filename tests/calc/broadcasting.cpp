// Several values at once: a row with a column, texts that compare, a bad value in its own cell.
#include <boost/test/unit_test.hpp>

#include "expectation.hpp"
#include "office.hpp"

namespace calcvram::calc {

namespace {

struct Filled {
  Document document = office().new_document();
  Sheet sheet = document.sheet();

  Filled() {
    sheet.set("A1", std::string{"7b"});
    sheet.set("A2", std::string{"13b"});
    sheet.set("A3", std::string{"70b"});
    sheet.set("B5", 1024.0);
    sheet.set("C5", 8192.0);
    for (int row = 1; row <= 3; ++row)
      sheet.set("D" + std::to_string(row), 20.0 + 30.0 * row);
  }

  double number(const std::string &formula) {
    sheet.set_formula("M1", formula);
    const Value value = sheet.value("M1");
    BOOST_TEST_REQUIRE(std::holds_alternative<double>(value), formula << " gives " << describe(value));
    return std::get<double>(value);
  }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(broadcasting, Filled)

BOOST_AUTO_TEST_CASE(a_column_with_a_row_is_a_table) {
  sheet.set_array_formula("F1:G3", "=VRAM_KVCACHE(A1:A3;B5:C5)");
  const Grid grid = sheet.values("F1:G3");
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 2; ++column) {
      const std::string one = "=VRAM_KVCACHE(A" + std::to_string(row + 1) + ";" + (column == 0 ? "B5" : "C5") + ")";
      const double expected = number(one);
      BOOST_TEST((grid.at(row, column) == Value{expected}), one << " in the table: " << describe(grid.at(row, column)));
    }
}

BOOST_AUTO_TEST_CASE(inside_other_functions) {
  const double sum = number("=VRAM_WEIGHTS(A1)+VRAM_WEIGHTS(A2)+VRAM_WEIGHTS(A3)");
  BOOST_TEST(number("=SUM(VRAM_WEIGHTS(A1:A3))") == sum);
  BOOST_TEST(number("=SUMPRODUCT(VRAM_WEIGHTS(A1:A3))") == sum);
  BOOST_TEST(number("=INDEX(VRAM_WEIGHTS(A1:A3);2)") == 26.0);
  BOOST_TEST(number("=MAX(VRAM_WEIGHTS(A1:A3))") == 140.0);
  BOOST_TEST(number("=COUNT(VRAM_WEIGHTS(A1:A3))") == 3.0);
}

BOOST_AUTO_TEST_CASE(unequal_lengths_leave_cells_without_an_answer) {
  sheet.set_array_formula("F1:F3", "=VRAM_KVCACHE(A1:A3;D1:D2)");
  BOOST_TEST((sheet.value("F3") == Value{not_available}), describe(sheet.value("F3")));
}

BOOST_AUTO_TEST_CASE(texts_compare_equal) {
  // 50, 80 and 110 GB against 80 GB: fits, tight, no.
  BOOST_TEST(number("=SUMPRODUCT(GPU_FIT(D1:D3;\"H100 PCIe\")=\"fits\")") == 1.0);
  BOOST_TEST(number("=SUMPRODUCT(GPU_FIT(D1:D3;\"H100 PCIe\")=\"tight\")") == 1.0);
  BOOST_TEST(number("=SUMPRODUCT(GPU_FIT(D1:D3;\"H100 PCIe\")=\"no\")") == 1.0);
  BOOST_TEST(number("=MATCH(\"no\";GPU_FIT(D1:D3;\"H100 PCIe\");0)") == 3.0);
  sheet.set_array_formula("F1:F3", "=GPU_FIT(D1:D3;\"H100 PCIe\")");
  BOOST_TEST(number("=COUNTIF(F1:F3;\"fits\")") == 1.0);
  BOOST_TEST(number("=SUMPRODUCT(GPU_CHEAPEST(D1:D3;\"prefer=single\")=\"MI300X\")") == 1.0);
}

BOOST_AUTO_TEST_CASE(columns_of_tables_look_up) {
  sheet.set_array_formula("F1:F400", "=GPU_LIST(\"\";\"name\")");
  sheet.set_array_formula("G1:G400", "=GPU_LIST(\"\";\"vram_gb\")");
  BOOST_TEST(number("=VLOOKUP(\"MI300X\";IFNA(F1:G400;\"\");2;0)") == 192.0);
  BOOST_TEST(number("=INDEX(G1:G400;MATCH(\"MI300X\";F1:F400;0))") == 192.0);
}

BOOST_AUTO_TEST_CASE(a_bad_value_stays_in_its_cell) {
  sheet.set("A2", std::string{"no such model"});
  sheet.set_array_formula("F1:F3", "=VRAM_WEIGHTS(A1:A3)");
  BOOST_TEST((sheet.value("F1") == Value{14.0}), describe(sheet.value("F1")));
  BOOST_TEST((sheet.value("F2") == Value{bad_argument}), describe(sheet.value("F2")));
  BOOST_TEST((sheet.value("F3") == Value{140.0}), describe(sheet.value("F3")));
}

BOOST_AUTO_TEST_CASE(a_bad_value_among_texts_is_words) {
  sheet.set("D2", -5.0);
  sheet.set_array_formula("F1:F3", "=GPU_FIT(D1:D3;\"H100 PCIe\")");
  const Value bad = sheet.value("F2");
  const auto *text = std::get_if<std::string>(&bad);
  BOOST_TEST((text != nullptr && text->starts_with("error:")), describe(bad));
  BOOST_TEST((sheet.value("F1") == Value{std::string{"fits"}}), describe(sheet.value("F1")));
}

BOOST_AUTO_TEST_CASE(two_columns_of_keys_are_one_thing) {
  sheet.set("H1", std::string{"params"});
  sheet.set("I1", std::string{"8.03B"});
  sheet.set("H2", std::string{"layers"});
  sheet.set("I2", 32.0);
  sheet.set("H3", std::string{"hidden"});
  sheet.set("I3", 4096.0);
  BOOST_TEST(number("=VRAM_KVCACHE(H1:I3;2048)") ==
             number("=VRAM_KVCACHE(\"params=8.03B layers=32 hidden=4096\";2048)"));
  sheet.set("J1", std::string{"overhead"});
  sheet.set("K1", 5.0);
  BOOST_TEST(number("=VRAM_INFER(\"70b\";\"fp8\";8192;;;J1:K1)-VRAM_INFER(\"70b\";\"fp8\";8192)") == 3.0,
             boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::calc
