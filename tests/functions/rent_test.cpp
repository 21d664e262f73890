// Quotes of a sheet, as Calc hands them over.
#include "anys.hpp"
#include "csv_cells.hpp"
#include "sheet_range.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

using namespace calcvram::test;
using calcvram::CellBlock;

namespace {

constexpr const char *three_suppliers = "provider,offer,gpu,price,currency,period,billed,setup\n"
                                        "Alpha,Flex,A100 SXM 80GB,1.35,USD,hour,used,\n"
                                        "Beta,Fixed,A100 SXM 80GB,990,USD,month,reserved,\n"
                                        "Gamma,Fixed,A40,240,USD,month,reserved,100\n";

const CsvCells &suppliers() {
  static const CsvCells cells{three_suppliers};
  return cells;
}

/// C:M of a sheet where nothing else stands.
Range range(const CsvCells &cells = suppliers()) {
  return whole_columns(cells.block(), 2, 12);
}

/// The same as a block, for the functions that take one.
Any block_of(const CellBlock &cells) {
  css::uno::Sequence<css::uno::Sequence<Any>> rows(static_cast<sal_Int32>(cells.rows()));
  for (std::size_t row = 0; row < cells.rows(); ++row) {
    auto &line = rows.getArray()[row];
    line.realloc(static_cast<sal_Int32>(cells.columns()));
    for (std::size_t column = 0; column < cells.columns(); ++column) {
      const auto *amount = std::get_if<double>(&cells.at(row, column));
      const auto *words = std::get_if<std::string_view>(&cells.at(row, column));
      line.getArray()[column] = amount != nullptr  ? Any{*amount}
                                : words != nullptr ? text(std::string{*words}.c_str())
                                                   : text("");
    }
  }
  return Any{rows};
}

Any cost(const Any &offer, const Any &gpus = omitted, const Any &duration = omitted, const Any &unit = omitted,
         const Any &options = omitted) {
  return addin()->rentCost(range(), offer, gpus, duration, unit, options);
}

Any compare(const Range &quotes, const Any &gpus = omitted, const Any &options = omitted, const Any &column = omitted) {
  return addin()->rentCompare(quotes, gpus, omitted, omitted, options, column);
}

Any flow(const Any &offer, const Any &gpus, const Any &duration, const Any &unit = omitted,
         const Any &options = omitted) {
  return addin()->rentCashflow(range(), offer, gpus, duration, unit, options);
}

Any check(const CsvCells &cells, const Any &today = omitted, const Any &options = omitted,
          const Any &column = omitted) {
  return addin()->rentCheck(range(cells), today, options, column);
}

std::string utf8(const rtl::OUString &text) {
  return rtl::OUStringToOString(text, RTL_TEXTENCODING_UTF8).getStr();
}

/// The words of a table function that was asked wrongly.
std::string refused(const Any &result) {
  const auto cells = calcvram::test::block_of<rtl::OUString>(result);
  BOOST_REQUIRE(cells.has_value());
  BOOST_REQUIRE(cells->size() == 1U);
  return utf8(cells->at(0).at(0));
}

std::vector<double> column_of(const Any &result) {
  const auto cells = calcvram::test::block_of<double>(result);
  BOOST_REQUIRE(cells.has_value());
  std::vector<double> column;
  for (const auto &row : *cells) {
    BOOST_REQUIRE(row.size() == 1U);
    column.push_back(row.front());
  }
  return column;
}

} // namespace

BOOST_AUTO_TEST_SUITE(rent)

BOOST_AUTO_TEST_CASE(a_quote_is_named_by_its_row_or_its_words) {
  BOOST_TEST(number_of(cost(number(3))) == 990);
  BOOST_TEST(number_of(cost(text("beta"))) == 990);
  BOOST_TEST(number_of(cost(text("Gamma Fixed"))) == 340);
  BOOST_TEST(error_of(cost(text("fixed"))) == err_502); // two rows have it
  BOOST_TEST(error_of(cost(text("Delta"))) == err_502);
  BOOST_TEST(error_of(cost(blank_cell)) == err_502);
  BOOST_TEST(error_of(cost(number(1))) == err_502); // the headers
  BOOST_TEST(error_of(cost(number(5))) == err_502); // below the table
  BOOST_TEST(error_of(cost(omitted)) == err_502);
  BOOST_TEST(text_of(cost(text(""))) == "");
}

BOOST_AUTO_TEST_CASE(an_order_has_defaults_and_nothing_costs_nothing) {
  BOOST_TEST(number_of(cost(text("alpha"))) == 985.5);
  BOOST_TEST(number_of(cost(text("alpha"), text(""), text(""), text(""), blank_cell)) == 985.5);
  BOOST_TEST(number_of(cost(text("beta"), number(2), number(3))) == 5940);
  BOOST_TEST(number_of(cost(text("alpha"), number(8), number(10), text("hours"))) == 108);
  BOOST_TEST(number_of(cost(text("beta"), blank_cell)) == 0); // 0 GPUs
  BOOST_TEST(number_of(cost(text("gamma"), omitted, number(0))) == 0);
  BOOST_TEST(number_of(cost(text("alpha"), omitted, omitted, omitted, text("hours_per_month=720"))) == 972);
  BOOST_TEST(error_of(cost(text("beta"), number(1.5))) == err_502);
  BOOST_TEST(error_of(cost(text("beta"), number(-1))) == err_502);
  BOOST_TEST(error_of(cost(text("beta"), omitted, number(101), text("year"))) == err_502);
  BOOST_TEST(error_of(cost(text("beta"), omitted, omitted, blank_cell)) == err_502); // an unquoted name
  BOOST_TEST(error_of(cost(text("beta"), omitted, omitted, text("fortnight"))) == err_502);
  BOOST_TEST(error_of(cost(text("beta"), omitted, omitted, omitted, text("no such=1"))) == err_502);
}

BOOST_AUTO_TEST_CASE(one_formula_is_a_sensitivity_table) {
  const auto costs =
      calcvram::test::block_of<double>(cost(block({{text("alpha")}, {text("beta")}}), omitted, omitted, omitted,
                                            block({{text("hours_per_month=720"), text("hours_per_month=744")}})));
  BOOST_REQUIRE(costs.has_value());
  BOOST_TEST(costs->at(0).at(0) == 972); // hourly is cheaper in a month of 720 hours
  BOOST_TEST(costs->at(0).at(1) == 1004.4);
  BOOST_TEST(costs->at(1).at(0) == 990);
  BOOST_TEST(costs->at(1).at(1) == 990);
}

BOOST_AUTO_TEST_CASE(options_may_be_two_columns) {
  const Any options = block({{text("currency"), text("EUR")}, {text("fx_usd"), number(0.5)}});
  BOOST_TEST(number_of(cost(text("beta"), omitted, omitted, omitted, options)) == 495);
}

BOOST_AUTO_TEST_CASE(quotes_stand_side_by_side) {
  const auto totals = column_of(compare(range(), omitted, text("hours_per_month=720"), text("total")));
  BOOST_TEST(totals == (std::vector{340.0, 972.0, 990.0}), boost::test_tools::per_element());
  const auto table = calcvram::test::block_of<Any>(compare(range()));
  BOOST_REQUIRE(table.has_value());
  BOOST_TEST(table->size() == 4U);
  BOOST_TEST(text_of(table->at(0).at(0)) == "rank");
  BOOST_TEST(text_of(table->at(1).at(1)) == "Gamma");
  BOOST_TEST(refused(compare(range(), omitted, omitted, text("totl"))) == "unknown column totl; did you mean total?");
  BOOST_TEST(refused(compare(range(), text("many"))).find("gpus is not a number") != std::string::npos);
  BOOST_TEST(refused(compare(range(), block({{number(1)}, {number(2)}}))).find("single value") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(payments_are_a_column_that_sums_to_the_cost) {
  const auto payments = column_of(flow(text("gamma"), number(2), number(3)));
  BOOST_TEST(payments == (std::vector{100.0, 480.0, 480.0, 480.0}), boost::test_tools::per_element());
  BOOST_TEST(number_of(cost(text("gamma"), number(2), number(3))) == 1540);
  // words in a column would be passed over by NPV as if nothing were wrong
  BOOST_TEST(error_of(flow(text("no such"), omitted, omitted)) == err_502);
  BOOST_TEST(error_of(flow(omitted, omitted, omitted)) == err_502);
  BOOST_TEST(error_of(flow(text("gamma"), block({{number(1)}, {number(2)}}), omitted)) == err_502);
}

BOOST_AUTO_TEST_CASE(hours_at_which_a_flat_price_wins) {
  const auto hours = [](const Any &flat, const Any &period, const Any &hourly, const Any &month = omitted) {
    return addin()->rentBreakeven(flat, period, hourly, month);
  };
  BOOST_TEST(number_of(hours(number(990), text("month"), number(1.35))) == 990 / 1.35,
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(error_of(hours(number(990), text("month"), number(0))) == err_502);
  BOOST_TEST(error_of(hours(number(990), blank_cell, number(1))) == err_502);
  BOOST_TEST(text_of(hours(text(""), text("month"), number(1))) == "");
}

BOOST_AUTO_TEST_CASE(an_error_cell_is_named_by_its_place) {
  const CsvCells cells{"gpu,price,currency,period\nA40,#N/A,USD,month\nA40,240,USD,month\n"};
  const auto words = calcvram::test::block_of<rtl::OUString>(check(cells, omitted, omitted, text("finding")));
  BOOST_REQUIRE(words.has_value());
  BOOST_TEST(utf8(words->at(0).at(0)).find("#N/A") != std::string::npos);
  BOOST_TEST(column_of(check(cells, omitted, omitted, text("row"))).front() == 2);
  BOOST_TEST(error_of(addin()->rentCost(range(cells), number(2), omitted, omitted, omitted, omitted)) == err_502);
  BOOST_TEST(number_of(addin()->rentCost(range(cells), number(3), omitted, omitted, omitted, omitted)) == 240);
}

BOOST_AUTO_TEST_CASE(nothing_is_wrong_with_a_clean_table) {
  const CsvCells clean{"provider,offer,gpu,price,currency,period,as_of\nAlpha,Flex,A40,240,USD,month,2026-11-01\n"};
  const auto table = calcvram::test::block_of<rtl::OUString>(check(clean));
  BOOST_REQUIRE(table.has_value());
  BOOST_TEST(table->size() == 2U); // Calc would repeat the header alone in every row of an array
  BOOST_TEST(utf8(table->at(0).at(3)) == "finding");
  BOOST_TEST(utf8(table->at(1).at(3)) == "");
  // a count of what it finds is 0, not an error
  const auto none = calcvram::test::block_of<Any>(check(clean, omitted, omitted, text("severity")));
  BOOST_REQUIRE(none.has_value());
  BOOST_TEST(text_of(none->at(0).at(0)) == "");
}

BOOST_AUTO_TEST_CASE(only_a_day_makes_a_price_old) {
  const CsvCells cells{"provider,offer,gpu,price,currency,period,as_of\nAlpha,Flex,A40,240,USD,month,2026-11-01\n"};
  const auto findings = [&](const Any &today, const Any &options) {
    const auto found = calcvram::test::block_of<double>(check(cells, today, options, text("row")));
    return found ? found->size() : 0;
  };
  BOOST_TEST(findings(omitted, omitted) == 0U);
  BOOST_TEST(findings(blank_cell, omitted) == 0U);
  BOOST_TEST(findings(text("2026-12-24"), omitted) == 1U);
  BOOST_TEST(findings(number(46380), omitted) == 1U); // 2026-12-24
  BOOST_TEST(findings(omitted, text("today=2026-12-24")) == 1U);
  BOOST_TEST(findings(text("2026-12-24"), text("max_age=90")) == 0U);
  BOOST_TEST(findings(text("2026-11-02"), text("today=2026-12-24")) == 0U); // the argument wins
  BOOST_TEST(refused(check(cells, text("24/12/2026"))).find("is not a date") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_is_no_table_is_refused_in_words) {
  const CsvCells cells{"gpu,remark\nA40,cheap\n"};
  BOOST_TEST(refused(compare(range(cells))).find("price") != std::string::npos);
  BOOST_TEST(refused(compare(range(CsvCells{""}))).find("headers") != std::string::npos); // nothing is filled
  BOOST_TEST(refused(compare(Range{})).find("range") != std::string::npos);
  BOOST_TEST(error_of(addin()->rentCost(range(cells), number(2), omitted, omitted, omitted, omitted)) == err_502);
  BOOST_TEST(error_of(addin()->rentCost(Range{}, number(2), omitted, omitted, omitted, omitted)) == err_502);
}

BOOST_AUTO_TEST_CASE(the_gpu_functions_price_from_a_sheet) {
  const Any quotes = block_of(suppliers().block());
  BOOST_TEST(number_of(addin()->gpuPrice(text("A40"), omitted, omitted, quotes, omitted)) == 240);
  BOOST_TEST(number_of(addin()->gpuPrice(text("2x A100 SXM 80GB"), omitted, text("hour"), quotes, omitted)) == 2.7);
  BOOST_TEST(error_of(addin()->gpuPrice(text("H100 SXM"), omitted, omitted, quotes, omitted)) == not_available);
  BOOST_TEST(text_of(addin()->gpuCheapest(number(60), omitted, quotes, omitted)) == "2x A40");
  BOOST_TEST(text_of(addin()->gpuCheapest(number(60), text("max=1"), quotes, text("provider"))) == "Alpha");
  BOOST_TEST(number_of(addin()->gpuCheapest(number(60), text("max=1"), quotes, text("row"))) == 2);
  BOOST_TEST(text_of(addin()->gpuCheapest(number(60), text("max=1"), omitted, text("row"))) == "");
  const auto labels =
      calcvram::test::block_of<rtl::OUString>(addin()->gpuOffers(number(60), text("max=1"), quotes, text("label")));
  BOOST_REQUIRE(labels.has_value());
  BOOST_TEST(labels->size() == 2U);
  // the words of what is wrong with the quotes
  const Any no_table = block({{text("gpu"), text("remark")}, {text("A40"), text("cheap")}});
  BOOST_TEST(refused(addin()->gpuOffers(number(60), omitted, no_table, omitted)).find("price") != std::string::npos);
  BOOST_TEST(error_of(addin()->gpuCheapest(number(60), omitted, no_table, omitted)) == err_502);
  // one cell is the list's name, also as a range
  BOOST_TEST(text_of(addin()->gpuCheapest(number(60), omitted, block({{text("2026-12")}}), omitted)) ==
             text_of(addin()->gpuCheapest(number(60), omitted, omitted, omitted)));
  BOOST_TEST(error_of(addin()->gpuCheapest(number(60), omitted, text("2025-12"), omitted)) == err_502);
  BOOST_TEST(error_of(addin()->gpuCheapest(number(60), omitted, blank_cell, omitted)) == err_502);
}

BOOST_AUTO_TEST_SUITE_END()
