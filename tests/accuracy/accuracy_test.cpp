#define BOOST_TEST_MODULE accuracy
#include "promise.hpp"
#include "report.hpp"

#include "text/csv.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram::accuracy;

namespace {

Comparison printed_and_ours(const std::string &printed, double digits, double ours) {
  Log log;
  log.id = "X1";
  log.printed = printed;
  log.digits = digits;
  log.unit = "MiB";
  log.note = "because";
  return {log, {ours, {}}};
}

KindOfLog kind_of(Kind kind) {
  return {kind, "some", "Some", "SOMETHING"};
}

Comparisons rows_of(Kind kind, std::vector<Comparison> rows) {
  return {kind_of(kind), std::move(rows), {}};
}

} // namespace

BOOST_AUTO_TEST_CASE(exact_is_the_same_to_the_last_printed_digit) {
  BOOST_TEST(printed_and_ours("3.19", 2, 3.1875).exact());
  BOOST_TEST(printed_and_ours("149.62", 2, 149.625).exact()); // printf rounds a tie to the even digit
  BOOST_TEST(printed_and_ours("149.63", 2, 149.625).exact());
  BOOST_TEST(!printed_and_ours("149.62", 2, 149.626).exact());
  BOOST_TEST(!printed_and_ours("149.62", 2, 149.61).exact());
  BOOST_TEST(printed_and_ours("238", 0, 238.4).exact());
  BOOST_TEST(!printed_and_ours("238", 0, 238.6).exact());
}

BOOST_AUTO_TEST_CASE(one_unit_of_the_last_printed_digit) {
  BOOST_TEST(printed_and_ours("149.62", 2, 149.63).within_units(1));
  BOOST_TEST(!printed_and_ours("149.62", 2, 149.631).within_units(1));
  BOOST_TEST(printed_and_ours("238", 0, 239).within_units(1));
  BOOST_TEST(!printed_and_ours("238", 0, 236.9).within_units(1));
}

BOOST_AUTO_TEST_CASE(an_error_is_ours_against_the_printed_figure) {
  BOOST_TEST(*printed_and_ours("200", 0, 190).error() == -0.05, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(printed_and_ours("200", 0, 190).within(0.0501));
  BOOST_TEST(!printed_and_ours("200", 0, 190).within(0.0499));
  BOOST_TEST(printed_and_ours("1", 0, 1.4).within(0.01)); // exact
}

BOOST_AUTO_TEST_CASE(the_median) {
  BOOST_TEST(!median({}).has_value());
  BOOST_TEST(*median({3, 1, 2}) == 2);
  BOOST_TEST(*median({4, 1, 2, 3}) == 2.5);
}

BOOST_AUTO_TEST_CASE(the_worst_row_is_out_the_most_to_either_side) {
  const std::vector<Comparison> rows{printed_and_ours("100", 0, 104), printed_and_ours("100", 0, 95),
                                     printed_and_ours("100", 0, 100)};
  BOOST_TEST(worst(rows) == &rows[1]);
  BOOST_TEST(worst({}) == nullptr);
  BOOST_TEST(worst(std::vector{printed_and_ours("1", 0, 1.4)}) == nullptr); // exact: "1" is all that was printed
}

BOOST_AUTO_TEST_CASE(rows_are_read_by_the_names_of_their_columns) {
  const std::vector<Log> logs =
      parse_logs("id,model,printed,unit,digits\nA1,\"kv_heads=1, or two\",1.50,GiB,2\n", "x.csv");
  BOOST_TEST(logs.size() == 1);
  BOOST_TEST(logs[0].model == "kv_heads=1, or two");
  BOOST_TEST(logs[0].printed_value() == 1.5);
  BOOST_TEST(logs[0].batch == 1);
  BOOST_TEST(!logs[0].is_difference());
  BOOST_CHECK_THROW(parse_logs("id,modle\nA1,x\n", "x.csv"), calcvram::CsvError);
  BOOST_CHECK_THROW(parse_logs("id,printed\nA1,many\n", "x.csv"), calcvram::CsvError);
  BOOST_CHECK_THROW(parse_logs("id,digits\nA1,two\n", "x.csv"), calcvram::CsvError);
}

BOOST_AUTO_TEST_CASE(an_answer_is_in_the_unit_of_the_log) {
  Log log;
  log.model = "kv_layers=2 kv_heads=1 head_dim=64";
  log.context = 1024;
  log.unit = "MiB";
  BOOST_TEST(*answer_to(Kind::kv, log).value == 0.5);
  log.options = "kv_k=q8_0";
  BOOST_TEST(*answer_to(Kind::kv, log).value == 0.25 * (1 + 17.0 / 32));
}

BOOST_AUTO_TEST_CASE(a_difference_is_one_run_minus_another) {
  Log log;
  log.model = "Llama 3.2 1B";
  log.context = 4096;
  log.options = "overhead=0";
  log.unit = "GB";
  const double longer = *answer_to(Kind::training, log).value;
  log.context = 1024;
  const double shorter = *answer_to(Kind::training, log).value;
  log.context = 4096;
  log.minus_context = "1024";
  BOOST_TEST(*answer_to(Kind::training, log).value == longer - shorter, boost::test_tools::tolerance(1e-12));
  log.minus_context = "";
  log.minus_options = "overhead=3";
  BOOST_TEST(*answer_to(Kind::training, log).value == -3, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(a_row_without_an_answer_says_why_and_breaks_a_promise) {
  Log log;
  log.id = "X9";
  log.model = "no such model";
  log.unit = "GB";
  log.printed = "1";
  const Answer answer = answer_to(Kind::inference, log);
  BOOST_TEST(!answer.value.has_value());
  BOOST_TEST(answer.failure.find("no such model") != std::string::npos);
  const Comparisons rows = rows_of(Kind::inference, {{log, answer}});
  BOOST_TEST(broken_promises(rows).size() == 1);
  BOOST_TEST(broken_promises(rows).front().find("X9") != std::string::npos);
  BOOST_TEST(report(std::vector{rows}).find("not computed: ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(promises) {
  const auto off_by = [](double share) { return printed_and_ours("100", 0, 100 * (1 + share)); };
  const auto broken = [](Kind kind, std::vector<Comparison> rows) {
    return broken_promises(rows_of(kind, std::move(rows))).size();
  };
  BOOST_TEST(broken(Kind::kv, {off_by(0.009), off_by(-0.009)}) == 0);
  BOOST_TEST(broken(Kind::kv, {off_by(0.011), off_by(-0.011)}) == 2);
  BOOST_TEST(broken(Kind::recurrent, {off_by(0.011)}) == 1);
  BOOST_TEST(broken(Kind::weights, {off_by(0.009), off_by(-0.011)}) == 1);
  BOOST_TEST(broken(Kind::inference, {off_by(0.01), off_by(-0.049), off_by(2)}) == 0);
  BOOST_TEST(broken(Kind::inference, {off_by(0.01), off_by(-0.051), off_by(2)}) == 1);
  BOOST_TEST(broken(Kind::training, {off_by(0.149)}) == 0);
  BOOST_TEST(broken(Kind::training, {off_by(-0.151)}) == 1);
  BOOST_TEST(broken(Kind::throughput, {off_by(0.3), off_by(-0.01)}) == 1);
}

BOOST_AUTO_TEST_CASE(a_row_that_is_out_says_why) {
  Comparison row = printed_and_ours("100", 0, 120);
  row.answer.range = {90, 99};
  BOOST_TEST(broken_promises(rows_of(Kind::compute, {row})).empty());
  row.log.note = "";
  BOOST_TEST(broken_promises(rows_of(Kind::compute, {row})).size() == 1);
  row.answer.range = {90, 150};
  BOOST_TEST(broken_promises(rows_of(Kind::compute, {row})).empty());
  BOOST_TEST(!is_out(Kind::throughput, printed_and_ours("100", 0, 300)));
  BOOST_TEST(is_out(Kind::kv, printed_and_ours("100", 0, 100.6)));
}

BOOST_AUTO_TEST_CASE(a_range_is_told_as_one) {
  Comparison inside = printed_and_ours("100", 0, 95);
  inside.answer.range = {80, 110};
  Comparison outside = printed_and_ours("100", 0, 80);
  outside.answer.range = {70, 90};
  BOOST_TEST(inside.in_range());
  BOOST_TEST(!outside.in_range());
  BOOST_TEST(!printed_and_ours("100", 0, 100).in_range());
  const std::string text = report(std::vector{rows_of(Kind::compute, {inside, outside})});
  BOOST_TEST(text.find("1 of 2 are inside") != std::string::npos);
  BOOST_TEST(text.find("70 to 90") != std::string::npos);
  BOOST_TEST(text.find("80 to 110") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_report_lists_what_is_out) {
  Comparisons rows = rows_of(Kind::weights, {printed_and_ours("100.0", 1, 109), printed_and_ours("100.0", 1, 111)});
  rows.compared[0].log.note = "near";
  rows.compared[1].log.note = "far";
  Log excluded;
  excluded.id = "X7";
  excluded.excluded = "a budget";
  rows.excluded.push_back(excluded);
  const std::string text = report(std::vector{rows});
  BOOST_TEST(text.find("| Some | 2 | 0 | 0 | 0 | 0 | 1 | 10 % | +11 % (X1) |") != std::string::npos);
  BOOST_TEST(text.find("| far |") != std::string::npos);
  BOOST_TEST(text.find("| near |") == std::string::npos);
  BOOST_TEST(text.find("X7") != std::string::npos);
  BOOST_TEST(text.find("a budget") != std::string::npos);
}
