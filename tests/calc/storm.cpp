// Thousands of calls with arguments of every kind, at random: the office lives, and each cell holds something defined.
#include <array>
#include <chrono>
#include <random>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "office.hpp"
#include "quote_sheet.hpp"
#include "signatures.hpp"

namespace calcvram::calc {

namespace {

constexpr std::size_t calls = 5'000;
constexpr std::size_t block = 500;              // the office takes quadratic time for more
constexpr std::chrono::seconds patience{15};    // for one formula: a busy machine is not a hang
constexpr std::size_t rare_arguments = 24;      // each may cost the office a second
constexpr std::uint_fast32_t seed = 20'261'201; // the same storm each time

constexpr std::array arguments{
    // numbers
    "0", "1", "-1", "0.5", "2", "3", "7", "70", "8192", "1E15", "1E300", "-1E300", "4.9E-324", "1E5", "TRUE()",
    // texts that are right somewhere
    R"("70b")", R"("llama 3 8b")", R"("gpt-oss-120b")", R"("fp8")", R"("Q4_K_M")", R"("lora")", R"("adamw")",
    R"("H100 PCIe")", R"("8x MI300X")", R"("80 GB")", R"("month")", R"("gb")", R"("layers")", R"("2026-12")",
    R"("overhead=3")", R"("tp=8 zero=3 per=card")", R"("params=8.03B layers=32 hidden=4096")",
    R"("kv_layers=12 kv_heads=8 head_dim=64 window=128 window_layers=12")",
    // texts that are not
    R"("")", R"(" ")", R"("=")", R"("a=b=c")", R"("params=-1B layers=1E99")", R"("0x H100")",
    R"("999999999999x H100 PCIe")", R"("tp=0")", R"("1.234,56")", R"("NaN")", R"("inf")", R"("ağırlık İıŞş")", R"("💥")",
    R"(REPT("a=1 ";5000))", R"(CHAR(1)&CHAR(9))",
    // left out, blank, errors
    "", "Data.B1", "Data.C1", "NA()", "Data.C2",
    // blocks: of numbers, texts, mixed, with a blank, with an error, one cell, keys and values, large
    "Data.A1:A6", "Data.A1:F1", "Data.A1:F6", "Data.D1:D6", "Data.E1:F6", "Data.B1:B6", "Data.B2:C3", "Data.A1:A1",
    "Data.A1:A2000", "{1|2|3}", R"({"70b";"13b"})", R"({1;"fp8"|"";2})", "Data.A1:A3~Data.D1:D3", "Data.H1:K4",
    "$Quotes.$A$1:$J$4", "$Quotes.$A:$J", "$Quotes.$B$2:$J$4"};

// Whole columns (mixed, of texts, blank) and the longest of texts.
constexpr std::array rare{"Data.A:A", "Data.D:D", "Data.G:G", R"(REPT("x";30000))"};

class Generator {
public:
  std::string formula() {
    const Function &function = functions()[below(functions().size())];
    std::string text = "=" + std::string{function.name} + "(";
    // Now and then one too few or one too many.
    const std::size_t count = below(function.arguments.size() + 1) + (below(20) == 0 ? 1u : 0u);
    for (std::size_t i = 0; i < count; ++i)
      text.append(i == 0 ? "" : ";").append(below(3) == 0 ? good(function, i) : any());
    return text + ")";
  }

private:
  std::size_t below(std::size_t limit) { return engine_() % limit; }

  std::string good(const Function &function, std::size_t argument) {
    return argument < function.arguments.size() ? std::string{function.arguments[argument].good} : any();
  }

  std::string any() {
    if (rare_left_ > 0 && below(200) == 0) {
      --rare_left_;
      return rare[below(rare.size())];
    }
    return arguments[below(arguments.size())];
  }

  std::mt19937 engine_{seed};
  std::size_t rare_left_ = rare_arguments;
};

void fill_data(Sheet sheet) {
  for (int row = 1; row <= 6; ++row) {
    const std::string at = std::to_string(row);
    sheet.set("A" + at, 10.0 * row);
    sheet.set("D" + at, std::string{row % 2 == 0 ? "70b" : "H100 PCIe"});
    sheet.set("E" + at, std::string{row % 2 == 0 ? "layers" : "params"});
    sheet.set("F" + at, 8.0 * row);
  }
  sheet.set("A4", std::string{"fp8"});
  sheet.set_formula("C2", "=1/0");
  const std::array headers{"provider", "gpu", "price", "period"};
  const std::array values{"somebody", "H100 PCIe", "1490", "month"};
  for (std::size_t column = 0; column < headers.size(); ++column) {
    const std::string letter{"HIJK"[column]};
    sheet.set(letter + "1", std::string{headers[column]});
    sheet.set(letter + "2", std::string{values[column]});
    sheet.set(letter + "3", 100.0);
  }
}

/// A number, a text, or one of the errors a function may show: #NAME? would be a function that is not there, #VALUE!
/// an exception that got lost, #NUM! a number that is none.
bool defined(const Value &value) {
  const auto *error = std::get_if<CellError>(&value);
  return error == nullptr || *error == bad_argument || *error == bad_call || *error == division_by_zero ||
         *error == not_available;
}

std::string rows_of(const char *column, std::size_t first, std::size_t count) {
  return column + std::to_string(first) + ":" + column + std::to_string(first + count - 1);
}

} // namespace

// Calc hands over all of its 1,048,576 rows, which takes it a second; an answer of as many texts would take it minutes.
BOOST_AUTO_TEST_CASE(whole_columns_and_long_texts_do_not_hang) {
  Document document = office().new_document();
  fill_data(document.add_sheet("Data"));
  add_quotes(document);
  Sheet sheet = document.sheet();
  for (const Function &function : functions())
    for (const std::string_view argument : rare) {
      const std::string formula = call(function, 0, argument);
      const auto begin = std::chrono::steady_clock::now();
      sheet.set_formula("A1", formula);
      const Value value = sheet.value("A1");
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
      BOOST_TEST_REQUIRE(took < patience, formula << " takes " << took.count() << " s");
      BOOST_TEST(defined(value), formula << " gives " << describe(value));
    }
}

BOOST_AUTO_TEST_CASE(storm) {
  Document document = office().new_document();
  fill_data(document.add_sheet("Data"));
  add_quotes(document);
  Sheet sheet = document.sheet();
  Generator generator;
  std::vector<std::string> formulas;
  std::vector<Value> first;
  for (std::size_t row = 1; row <= calls; row += block) {
    std::vector<std::vector<std::string>> lines;
    for (std::size_t i = 0; i < block; ++i) {
      formulas.push_back(generator.formula());
      lines.push_back({formulas.back()});
    }
    sheet.set_formulas(rows_of("A", row, block), lines);
    const Grid grid = sheet.values(rows_of("A", row, block));
    BOOST_TEST_REQUIRE(office().alive(), "the office died between rows " << row << " and " << row + block);
    first.insert(first.end(), grid.values().begin(), grid.values().end());
  }
  std::size_t numbers = 0;
  for (std::size_t i = 0; i < calls; ++i) {
    BOOST_TEST(defined(first[i]), formulas[i] << " gives " << describe(first[i]));
    numbers += std::holds_alternative<double>(first[i]) ? 1u : 0u;
  }
  // A storm that only ever meets refusals tests little.
  BOOST_TEST(numbers > calls / 100);
}

BOOST_AUTO_TEST_CASE(the_same_again) {
  Document document = office().new_document();
  fill_data(document.add_sheet("Data"));
  add_quotes(document);
  Sheet sheet = document.sheet();
  Generator generator;
  std::vector<std::vector<std::string>> lines;
  for (std::size_t i = 0; i < block; ++i)
    lines.push_back({generator.formula()});
  sheet.set_formulas(rows_of("A", 1, block), lines);
  const Grid before = sheet.values(rows_of("A", 1, block));
  document.calculate_all();
  BOOST_TEST((before == sheet.values(rows_of("A", 1, block))), "a second calculation gives other results");
}

} // namespace calcvram::calc
