// The sample workbooks: what they show is what the functions give, and their sheets of values say the same.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <com/sun/star/container/XNamed.hpp>
#include <com/sun/star/sheet/CellFlags.hpp>
#include <com/sun/star/sheet/XCellRangesQuery.hpp>

#include "office.hpp"
#include "test_table.hpp"
#include "uno_text.hpp"

namespace calcvram::calc {

namespace {

constexpr std::string_view whole_sheet = "A1:Z80";

/// A copy, just as it opens: somebody may have the workbook itself open.
Document opened_sample(const std::string &name, Office &where = office()) {
  const std::filesystem::path copy = where.directory() / name;
  std::filesystem::copy_file(std::filesystem::path{CALCVRAM_SAMPLES} / name, copy,
                             std::filesystem::copy_options::overwrite_existing);
  return where.load(copy);
}

Document sample(const std::string &name) {
  Document document = opened_sample(name);
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

/// The sheets of values, from `first_kept` on, say what these sheets show, as the workbook opens and once recalculated.
void require_kept_as_it_opens(const std::string &name, int quotes_sheet, const std::vector<int> &live, int first_kept) {
  Document document = opened_sample(name + ".fods");
  for (const bool recalculated : {false, true}) {
    if (recalculated)
      document.calculate_all();
    require_sound(document.sheet(quotes_sheet), name + ", sheet of quotes");
    int kept = first_kept;
    for (const int sheet : live) {
      const std::string what = name + " sheet " + std::to_string(sheet) + (recalculated ? "" : " as it opens");
      require_sound(document.sheet(sheet), what);
      require_kept(document.sheet(sheet), document.sheet(kept++), what);
    }
  }
}

double number_in(const Sheet &sheet, std::string_view cell) {
  const Value value = sheet.value(cell);
  const auto *number = std::get_if<double>(&value);
  BOOST_REQUIRE_MESSAGE(number != nullptr, cell << " is " << describe(value));
  return *number;
}

std::string text_in(const Sheet &sheet, std::string_view cell) {
  const Value value = sheet.value(cell);
  const auto *text = std::get_if<std::string>(&value);
  BOOST_REQUIRE_MESSAGE(text != nullptr, cell << " is " << describe(value));
  return *text;
}

void require_number(const Sheet &sheet, std::string_view cell, double expected) {
  const double number = number_in(sheet, cell);
  BOOST_TEST(close(expected, number), cell << " is " << number << ", not " << expected);
}

std::string name_of(const Sheet &sheet) {
  using com::sun::star::container::XNamed;
  return from_uno(com::sun::star::uno::Reference<XNamed> { sheet.uno(), com::sun::star::uno::UNO_QUERY_THROW }
                  -> getName());
}

bool holds_formulas(const Sheet &sheet) {
  using com::sun::star::sheet::XCellRangesQuery;
  const com::sun::star::uno::Reference<XCellRangesQuery> query{sheet.uno(), com::sun::star::uno::UNO_QUERY_THROW};
  const auto formulas = query->queryContentCells(com::sun::star::sheet::CellFlags::FORMULA);
  return !formulas->getRangeAddressesAsString().isEmpty();
}

/// Sheets of quotes.fods and budget.fods, in their order.
enum QuotesSheet : int { compare, quotes, cash_flow, break_even, first_quotes_values };
enum BudgetSheet : int { budget, workloads, budget_quotes, first_budget_values };

/// What `count` equal payments at the end of each period are worth at the start.
double annuity(double payment, double rate, int count) {
  return payment * (1 - std::pow(1 + rate, -count)) / rate;
}

/// The first column of the comparison's row that is called `offer`: its rank, or "".
Value rank_of(const Sheet &sheet, const std::string &offer) {
  const Grid grid = sheet.values("A25:C36");
  for (std::size_t row = 0; row < grid.rows(); ++row)
    if (grid.at(row, 2) == Value{offer})
      return grid.at(row, 0);
  BOOST_FAIL("no row of the comparison is called " + offer);
  return Empty{};
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

// --- quotes.fods ---------------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(quotes_shows_what_its_values_keep_as_it_opens) {
  require_kept_as_it_opens("quotes", quotes, {compare, cash_flow, break_even}, first_quotes_values);
}

BOOST_AUTO_TEST_CASE(quotes_ranks_what_holds_the_workload) {
  Document document = sample("quotes.fods");
  Sheet sheet = document.sheet(compare);
  // 8 GPUs for 12 months of 730 hours: USD 72,000 a year and 3 % support; 1.35 an hour of 80 % of the hours, with
  // storage and traffic; EUR 900 less 10 % and a set-up fee of EUR 1,500, at 1.10
  require_number(sheet, "F39", 1.35 * 8 * 12 * 730 * 0.8 + 4000 * 0.07 * 12 + 1500 * 0.05 * 12);
  require_number(sheet, "F40", (900 * 0.9 * 8 * 12 + 1500) * 1.1);
  require_number(sheet, "F41", 72000 * 1.03);
  require_number(sheet, "H40", (900 * 0.9 * 8 * 12 + 1500) * 1.1 * 1.19);
  BOOST_TEST((rank_of(sheet, "8x A100 by the year") == Value{1.0}));
  BOOST_TEST((rank_of(sheet, "A100 on demand") == Value{2.0}));
  BOOST_TEST((rank_of(sheet, "A100 reserved") == Value{3.0}));
  BOOST_TEST((rank_of(sheet, "L40S reserved") == Value{std::string{}}), "401 GB are not held by 8 of 48");

  sheet.set("D9", 0.7); // less use makes the price by the hour the cheapest
  sheet.set("D13", std::string{"yes"});
  document.calculate_all();
  BOOST_TEST((rank_of(sheet, "A100 spot") == Value{1.0}));
  BOOST_TEST((rank_of(sheet, "A100 on demand") == Value{2.0}));
  BOOST_TEST((rank_of(sheet, "8x A100 by the year") == Value{3.0}));

  sheet.set("D18", 8.0); // fewer sequences fit into the smaller GPUs
  document.calculate_all();
  BOOST_TEST(std::holds_alternative<double>(rank_of(sheet, "L40S reserved")));

  sheet.set("D5", 9.0); // nodes of eight
  sheet.set("D11", 1.2);
  document.calculate_all();
  require_number(sheet, "F41", 2 * 72000 * 1.03);
  require_number(sheet, "F40", (900 * 0.9 * 9 * 12 + 1500) * 1.2);
}

BOOST_AUTO_TEST_CASE(quotes_takes_every_unit_and_tax) {
  Document document = sample("quotes.fods");
  for (const std::string unit : {"hour", "day", "week", "month", "quarter", "year"})
    for (const std::string tax : {"net", "gross"}) {
      Sheet sheet = document.sheet(compare);
      sheet.set("D6", 3.0);
      sheet.set("D7", unit);
      sheet.set("D12", tax);
      document.calculate_all();
      for (const int index : {compare, cash_flow, break_even})
        require_sound(document.sheet(index), unit + " " + tax + " sheet " + std::to_string(index));
      const Sheet flow = document.sheet(cash_flow);
      for (const std::string column : {"C", "D", "E"})
        require_number(flow, column + "12", number_in(flow, column + "13")); // the payments' sum is RENT_COST
    }
}

BOOST_AUTO_TEST_CASE(quotes_discounts_the_cash_flow) {
  const Document document = sample("quotes.fods");
  const Sheet sheet = document.sheet(cash_flow);
  const double rate = std::pow(1.08, 1.0 / 12) - 1;
  require_number(sheet, "E6", rate);
  const double on_demand = 1.35 * 8 * 730 * 0.8 + 4000 * 0.07 + 1500 * 0.05;
  const double reserved = 900 * 0.9 * 8 * 1.1;
  const double prepaid = 0.3 * 72000;
  const double yearly = (0.7 * 72000 + 0.03 * 72000) / 12;
  require_number(sheet, "C14", annuity(on_demand, rate, 12));
  require_number(sheet, "D14", 1500 * 1.1 + annuity(reserved, rate, 12));
  require_number(sheet, "E14", prepaid + annuity(yearly, rate, 12));
  for (const std::string month : {"41", "46", "52"}) { // 1, 6 and 12
    require_number(sheet, "C" + month, on_demand);
    require_number(sheet, "D" + month, reserved);
    require_number(sheet, "E" + month, yearly);
  }
  BOOST_TEST((sheet.value("E53") == Value{std::string{}}), "a thirteenth payment: " << describe(sheet.value("E53")));

  double by_dates = prepaid; // from 2027-01-01 on
  double days = 0;
  for (const int length : {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31})
    by_dates += yearly / std::pow(1.08, (days += length) / 365);
  require_number(sheet, "E15", by_dates);

  // at the internal rate what is saved later is worth what is paid ahead
  const double internal_rate = number_in(sheet, "E21");
  BOOST_TEST(std::abs(annuity(on_demand - yearly, internal_rate, 12) - prepaid) < 1e-3);
  // 36 payments for the machine, whose value at the end comes back, and what it takes to run
  const double owned = 130000 - 20000 * std::pow(1 + rate, -36);
  require_number(sheet, "E30", owned / annuity(1, rate, 36) + 2400);
}

BOOST_AUTO_TEST_CASE(quotes_breaks_even_at_733_hours) {
  Document document = sample("quotes.fods");
  const Sheet sheet = document.sheet(break_even);
  require_number(sheet, "B9", 990);
  require_number(sheet, "B10", 1.35);
  require_number(sheet, "B11", 990 / 1.35);
  require_number(sheet, "C11", 990 * 0.9 / 1.35); // with the discount of 8 GPUs
  const std::string by_the_hour = "by the hour is cheaper";
  const std::string by_the_month = "by the month is cheaper";
  for (const std::string row : {"16", "17", "18"}) {
    const double hours = number_in(sheet, "B" + row);
    BOOST_TEST(text_in(sheet, "G" + row) == (hours < 744 ? by_the_hour : by_the_month), hours << " hours");
  }
  BOOST_TEST(text_in(sheet, "G19") == by_the_hour);
  document.sheet(compare).set("D8", 744.0);
  document.calculate_all();
  BOOST_TEST(text_in(sheet, "G19") == by_the_month);
}

BOOST_AUTO_TEST_CASE(quotes_what_if_tables_are_the_functions_with_those_options) {
  Document document = sample("quotes.fods");
  Sheet sheet = document.sheet(break_even);
  constexpr std::array<double, 4> hours{672, 720, 730, 744};
  constexpr std::array<int, 7> per_cent{40, 50, 60, 70, 80, 90, 100};
  const Grid totals = sheet.values("B24:H27");
  const Grid cheapest = sheet.values("B32:H35");
  for (std::size_t row = 0; row < hours.size(); ++row)
    for (std::size_t column = 0; column < per_cent.size(); ++column) {
      const std::string options = "\"currency=USD fx_eur=1.1 hours_per_month=" + std::to_string(hours[row]) +
                                  " utilisation=" + std::to_string(per_cent[column]) + "%";
      const std::string order = "(Quotes_table;";
      sheet.set_formula("K1", "=ORG.CALCVRAM.ADDIN.RENTCOST" + order + "\"Alder A100 on demand\";8;12;\"month\";" +
                                  options + "\")");
      sheet.set_formula("K2", "=INDEX(ORG.CALCVRAM.ADDIN.RENTCOMPARE" + order + "8;12;\"month\";" + options +
                                  " required_gb=400.8\";\"provider\");1;1)");
      const std::string place = options + ": ";
      BOOST_TEST((keeps(sheet.value("K1"), totals.at(row, column), 1) && number_in(sheet, "K1") > 0),
                 place << describe(totals.at(row, column)) << " is not " << describe(sheet.value("K1")));
      BOOST_TEST((sheet.value("K2") == cheapest.at(row, column)),
                 place << describe(cheapest.at(row, column)) << " is not " << describe(sheet.value("K2")));
    }
}

// --- budget.fods ---------------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(budget_shows_what_its_values_keep_as_it_opens) {
  require_kept_as_it_opens("budget", budget_quotes, {budget, workloads}, first_budget_values);
}

BOOST_AUTO_TEST_CASE(budget_is_gpus_by_prices_and_a_tenth_more) {
  Document document = sample("budget.fods");
  Sheet sheet = document.sheet(budget);
  // June: 26 x 1.05^5 = 33.2 sequences take 3 replicas of 16, each on 8 GPUs at USD 0.36 an hour
  require_number(sheet, "G35", 24);
  require_number(sheet, "G21", 24 * 0.36 * 730 * 0.91);
  require_number(sheet, "C23", 2 * 265 * 0.91);  // two A40
  require_number(sheet, "B23", 0);               // from February on
  require_number(sheet, "E25", 8 * 900 * 0.9);   // eight A100, 10 % off, in April
  require_number(sheet, "J26", 8 * 1650 * 1.03); // eight H100 with support, in September
  const Grid months = sheet.values("B21:M26");
  double year = 0;
  for (const Value &month : months.values())
    year += std::get<double>(month);
  require_number(sheet, "N27", year);
  require_number(sheet, "N29", year * 1.1);
  require_number(sheet, "M30", year * 1.1);
  require_number(sheet, "B15", year * 1.1);

  sheet.set("B9", 0.2);
  document.sheet(budget_quotes).set("E7", 300.0); // the A40
  document.calculate_all();
  require_number(sheet, "C23", 2 * 300 * 0.91);
  require_number(sheet, "N29", number_in(sheet, "N27") * 1.2);
}

BOOST_AUTO_TEST_CASE(budget_says_what_no_quote_holds) {
  Document document = sample("budget.fods");
  require_number(document.sheet(budget), "B18", 0);
  document.sheet(workloads).set("C7", std::string{"Llama 3.1 405B"});
  document.sheet(workloads).set("D7", std::string{"fp32"});
  document.calculate_all();
  require_number(document.sheet(budget), "B18", 1);
  require_number(document.sheet(budget), "N22", 0);
  BOOST_TEST(text_in(document.sheet(workloads), "M7") == "none holds it");
  require_sound(document.sheet(budget), "budget");
  require_sound(document.sheet(workloads), "workloads");
}

// --- both ----------------------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(finance_workbooks_count_the_same_with_decimal_commas) {
  Office german{OfficeSettings{.locale = "de-DE"}};
  for (const std::string name : {"quotes.fods", "budget.fods"}) {
    const Document here = sample(name);
    Document document = opened_sample(name, german);
    document.calculate_all();
    const bool is_quotes = name == "quotes.fods";
    for (const int index :
         is_quotes ? std::vector<int>{compare, cash_flow, break_even} : std::vector<int>{budget, workloads}) {
      const Grid english = here.sheet(index).values(whole_sheet);
      const Grid figures = document.sheet(index).values(whole_sheet);
      for (std::size_t cell = 0; cell < english.values().size(); ++cell)
        if (std::holds_alternative<double>(english.values()[cell]))
          BOOST_TEST(keeps(figures.values()[cell], english.values()[cell], 1),
                     name << " sheet " << index << " cell " << cell << ": " << describe(figures.values()[cell]));
      require_sound(document.sheet(index), name + " in German");
    }
  }
}

BOOST_AUTO_TEST_CASE(quotes_takes_a_pasted_table_of_other_headers) {
  Document document = sample("quotes.fods");
  Sheet table = document.sheet(quotes);
  table.clear("A1:Z13");
  // as SkyPilot's catalogue has them: USD an hour for the instance
  const std::vector<std::vector<std::string>> rows{
      {"InstanceType", "AcceleratorName", "AcceleratorCount", "Price", "SpotPrice", "Region"},
      {"8x80", "A100-80GB-SXM", "8", "10.4", "5.2", "north"},
      {"1x141", "H200", "1", "3.1", "", "south"}};
  table.set_formulas("A1:F3", rows);
  Sheet sheet = document.sheet(compare);
  for (const std::string row : {"39", "40"})
    sheet.set("B" + row, std::string{row == "39" ? "8x80" : "1x141"});
  sheet.set("B41", 2.0); // a row by its number
  sheet.set("D21", std::string{"round=0.01 max_age=60"});
  document.calculate_all();
  require_sound(sheet, "compare");
  require_sound(document.sheet(cash_flow), "cash flow");
  require_number(sheet, "F39", 10.4 * 12 * 730 * 0.8);
  require_number(sheet, "F40", 8 * 3.1 * 12 * 730 * 0.8);
  require_number(sheet, "F41", 10.4 * 12 * 730 * 0.8);
  BOOST_TEST((rank_of(sheet, "8x80") == Value{1.0}));
}

// --- all of them ---------------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(sheets_of_values_hold_no_formula) {
  struct Workbook {
    const char *name;
    int sheets, of_values;
  };
  for (const Workbook &workbook : {Workbook{"sizing.fods", 2, 1}, Workbook{"which-gpu.fods", 4, 2},
                                   Workbook{"quotes.fods", 7, 3}, Workbook{"budget.fods", 5, 2}}) {
    const Document document = opened_sample(workbook.name);
    BOOST_TEST(document.uno()->getSheets()->getElementNames().getLength() == workbook.sheets, workbook.name);
    int of_values = 0;
    for (int index = 0; index < workbook.sheets; ++index) {
      const Sheet sheet = document.sheet(index);
      const std::string name = name_of(sheet);
      const bool values = name == "Values" || name.ends_with(", values");
      of_values += values ? 1 : 0;
      BOOST_TEST(holds_formulas(sheet) == (!values && name != "Quotes"), workbook.name << ", " << name);
    }
    BOOST_TEST(of_values == workbook.of_values, workbook.name);
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::calc
