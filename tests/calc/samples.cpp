// The sample workbooks: what they show is what the functions give, and their sheets of values say the same.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include "office.hpp"
#include "test_table.hpp"

namespace calcvram::calc {

namespace {

constexpr std::string_view whole_sheet = "A1:N80";

/// A copy: somebody may have the workbook itself open.
Document sample(const std::string &name) {
  const std::filesystem::path copy = office().directory() / name;
  std::filesystem::copy_file(std::filesystem::path{CALCVRAM_SAMPLES} / name, copy,
                             std::filesystem::copy_options::overwrite_existing);
  Document document = office().load(copy);
  document.calculate_all();
  return document;
}

bool close(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(a));
}

/// Whether a cell of a sheet of values says what the live one shows. Hints in the first column, and inputs that do not
/// matter ("–" or nothing), may differ.
bool keeps(const Value &live, const Value &kept, std::size_t column) {
  if (const auto *number = std::get_if<double>(&kept)) {
    const auto *shown = std::get_if<double>(&live);
    return shown != nullptr && close(*shown, *number);
  }
  const auto *text = std::get_if<std::string>(&kept);
  return column == 0 || text == nullptr || text->empty() || *text == "–" || live == kept;
}

/// No cell of the sheet is an error.
void require_sound(const Sheet &sheet, const std::string &what) {
  const Grid grid = sheet.values(whole_sheet);
  for (std::size_t row = 0; row < grid.rows(); ++row)
    for (std::size_t column = 0; column < grid.columns(); ++column)
      BOOST_TEST(!std::holds_alternative<CellError>(grid.at(row, column)),
                 what << " row " << row + 1 << " column " << column + 1 << ": " << describe(grid.at(row, column)));
}

/// The sheet of values says what the live sheet shows, in the same place.
void require_kept(const Sheet &live, const Sheet &kept, const std::string &what) {
  const Grid shown = live.values(whole_sheet);
  const Grid stored = kept.values(whole_sheet);
  int numbers = 0;
  for (std::size_t row = 0; row < shown.rows(); ++row)
    for (std::size_t column = 0; column < shown.columns(); ++column) {
      BOOST_TEST(keeps(shown.at(row, column), stored.at(row, column), column),
                 what << " row " << row + 1 << " column " << column + 1 << ": " << describe(shown.at(row, column))
                      << " is kept as " << describe(stored.at(row, column)));
      numbers += std::holds_alternative<double>(stored.at(row, column)) ? 1 : 0;
    }
  BOOST_TEST(numbers > 40, what << " keeps only " << numbers << " numbers");
}

} // namespace

BOOST_AUTO_TEST_SUITE(samples)

BOOST_AUTO_TEST_CASE(sizing_shows_what_its_values_keep) {
  const Document document = sample("sizing.fods");
  require_sound(document.sheet(0), "sizing");
  require_kept(document.sheet(0), document.sheet(1), "sizing");
}

BOOST_AUTO_TEST_CASE(which_gpu_shows_what_its_values_keep) {
  const Document document = sample("which-gpu.fods");
  for (const int sheet : {0, 1}) {
    require_sound(document.sheet(sheet), "which-gpu sheet " + std::to_string(sheet));
    require_kept(document.sheet(sheet), document.sheet(sheet + 2), "which-gpu sheet " + std::to_string(sheet));
  }
}

BOOST_AUTO_TEST_CASE(sizing_takes_every_preset_for_both_workloads) {
  Document document = sample("sizing.fods");
  Sheet sheet = document.sheet(0);
  for (const std::string preset : {"GPT-2", "Llama 3.2 1B", "Llama 3.2 3B", "Mistral 7B", "Llama 3 8B", "Llama 2 13B",
                                   "Mixtral 8x7B", "Llama 3 70B", "Llama 3.1 405B", "Custom"})
    for (const std::string workload : {"Inference", "Training"}) {
      sheet.set("B8", preset);
      sheet.set("B17", workload);
      document.calculate_all();
      const Value total = sheet.value("E5");
      BOOST_TEST((std::holds_alternative<double>(total) && std::get<double>(total) > 1),
                 preset << " " << workload << ": " << describe(total));
      require_sound(sheet, preset + " " + workload);
    }
}

BOOST_AUTO_TEST_CASE(which_gpu_is_the_rental_pages_table) {
  const Document document = sample("which-gpu.fods");
  const Grid grid = document.sheet(0).values(whole_sheet);
  const test::TestTable page{"rental_page/which_gpu.csv"};
  constexpr std::size_t methods = 6;
  std::size_t cell = 0; // six methods of a model, then the next model
  for (std::size_t row = 0; row < grid.rows(); ++row) {
    if (grid.at(row, 1) != Value{std::string{"GB needed"}})
      continue;
    for (std::size_t method = 0; method < methods; ++method, ++cell) {
      BOOST_REQUIRE(cell < page.size());
      const auto *needed = std::get_if<double>(&grid.at(row, 2 + method));
      BOOST_REQUIRE_MESSAGE(needed != nullptr, page.place(cell));
      BOOST_TEST(std::floor(*needed + 0.5) == page.number(cell, "need_gb"), page.place(cell));
      if (!page.text(cell, "price_usd_month").empty()) {
        const auto *asked = std::get_if<double>(&grid.at(row + 2, 2 + method));
        BOOST_REQUIRE_MESSAGE(asked != nullptr, page.place(cell));
        BOOST_TEST(std::floor(*asked + 0.5) == page.number(cell, "price_usd_month"), page.place(cell));
        const Value verdict{std::string{page.text(cell, "tight") == "1" ? "tight" : "fits"}};
        BOOST_TEST((grid.at(row + 3, 2 + method) == verdict), page.place(cell));
      }
    }
  }
  BOOST_TEST(cell == page.size());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::calc
