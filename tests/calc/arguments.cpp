// Each argument of each function, given each kind of thing a sheet can hold there.
#include <algorithm>
#include <optional>

#include <boost/test/unit_test.hpp>

#include "expectation.hpp"
#include "office.hpp"
#include "quote_sheet.hpp"
#include "signatures.hpp"

namespace calcvram::calc {

namespace {

/// A document whose first sheet's cells serve as arguments: A1 blank, A2 an error, A3 a good value.
class Bench {
public:
  Bench() : document_{office().new_document()}, sheet_{document_.sheet()} {
    sheet_.set_formula("A2", "=1/0");
    add_quotes(document_);
  }

  Sheet &sheet() { return sheet_; }

  Value evaluate(const std::string &formula) {
    sheet_.set_formula("M1", formula);
    return sheet_.value("M1");
  }

  /// The same formula over two rows.
  Grid evaluate_array(const std::string &formula) {
    sheet_.set_array_formula("P1:P2", formula);
    Grid grid = sheet_.values("P1:P2");
    sheet_.clear("P1:P2");
    return grid;
  }

private:
  Document document_;
  Sheet sheet_;
};

bool is_error(const Value &value, CellError error) {
  return value == Value{error};
}
bool is_words(const Value &value) {
  const auto *text = std::get_if<std::string>(&value);
  return text != nullptr && text->find(' ') != std::string::npos;
}

/// Err:502, or from a table one cell of words, which is not what it says when all is well.
bool is_refused(Bench &bench, const Function &function, const std::string &formula, const Value &got) {
  if (!function.is_table())
    return is_error(got, bad_argument);
  const Value rows = bench.evaluate("=ROWS(" + formula.substr(1) + ')');
  return is_words(got) && got != bench.evaluate(call(function)) && rows == Value{1.0};
}

void require_refusal(Bench &bench, const Function &function, std::size_t argument, std::string_view given,
                     std::string_view kind) {
  const std::string formula = call(function, argument, given);
  const Value got = bench.evaluate(formula);
  BOOST_TEST(is_refused(bench, function, formula, got),
             kind << " as " << function.arguments[argument].name << ": " << formula << " gives " << describe(got));
}

/// Calc itself refuses what is no cell range, and does not ask us.
void require_bad_call(Bench &bench, const std::string &formula) {
  const Value got = bench.evaluate(formula);
  BOOST_TEST(is_error(got, bad_call), formula << " gives " << describe(got));
}

void require_same(Bench &bench, const std::string &formula, const std::string &like) {
  const Value got = bench.evaluate(formula);
  const Value expected = bench.evaluate(like);
  BOOST_TEST((got == expected),
             formula << " gives " << describe(got) << ", but " << like << " gives " << describe(expected));
}

template <typename Check> void for_each_argument(Check check) {
  Bench bench;
  for (const Function &function : functions())
    for (std::size_t argument = 0; argument < function.arguments.size(); ++argument)
      BOOST_TEST_CONTEXT(function.name << ", " << function.arguments[argument].name)
  check(bench, function, argument);
}

bool is_quotes(const Argument &argument) {
  return argument.role == Role::quotes || argument.role == Role::quote_range;
}

bool is_table_of_quotes(const Argument &argument) {
  return is_quotes(argument) && argument.good.starts_with('$');
}

bool is_one_of(Role role, std::initializer_list<Role> roles) {
  return std::find(roles.begin(), roles.end(), role) != roles.end();
}

/// What a blank cell (a 0) is taken for: nothing if it is refused, as every name is, since GPU_LIST(H100) without
/// quotes reads a cell.
std::optional<std::string_view> blank_means(const Argument &argument) {
  switch (argument.role) {
  case Role::options:
  case Role::count:
  case Role::date:
    return argument.omitted_equals;
  case Role::context_or_zero:
  case Role::amount:
    return "0";
  default:
    return std::nullopt;
  }
}

/// A number where a word belongs, and the reverse.
std::string_view wrong_number(Role role) {
  if (is_one_of(role, {Role::model, Role::gpu, Role::name}))
    return role == Role::model ? "123456" : "17";
  return is_one_of(role, {Role::options, Role::quotes, Role::column}) ? "17" : "-1";
}

} // namespace

BOOST_AUTO_TEST_SUITE(arguments)

BOOST_AUTO_TEST_CASE(good_values) {
  Bench bench;
  for (const Function &function : functions()) {
    const Value got = bench.evaluate(call(function));
    BOOST_TEST((std::holds_alternative<double>(got) || std::holds_alternative<std::string>(got)),
               call(function) << " gives " << describe(got));
    BOOST_TEST((got != Value{std::string{}}), call(function) << " gives an empty text");
    if (function.is_table()) {
      // Without the column, its last argument, it begins with a header of one word.
      const std::string whole = call(function, function.arguments.size() - 1, "");
      const Value header = bench.evaluate(whole);
      BOOST_TEST(!is_words(header), whole << " gives " << describe(header));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_wrong_number) {
  for_each_argument([](Bench &bench, const Function &function, std::size_t argument) {
    const Role role = function.arguments[argument].role;
    if (role == Role::quote_range)
      require_bad_call(bench, call(function, argument, "17"));
    else if (role != Role::search) // any number is a text to search for
      require_refusal(bench, function, argument, wrong_number(role), "a wrong number");
  });
}

BOOST_AUTO_TEST_CASE(a_wrong_text) {
  for_each_argument([](Bench &bench, const Function &function, std::size_t argument) {
    const Role role = function.arguments[argument].role;
    if (role == Role::quote_range)
      require_bad_call(bench, call(function, argument, "\"qqq zzz\""));
    else if (role != Role::search) // a search that finds nothing still answers
      require_refusal(bench, function, argument, "\"qqq zzz\"", "a wrong text");
  });
}

BOOST_AUTO_TEST_CASE(a_blank_cell) {
  for_each_argument([](Bench &bench, const Function &function, std::size_t argument) {
    const std::optional<std::string_view> means = blank_means(function.arguments[argument]);
    if (means)
      require_same(bench, call(function, argument, "A1"), call(function, argument, *means));
    else
      require_refusal(bench, function, argument, "A1", "a blank cell");
  });
}

BOOST_AUTO_TEST_CASE(left_out) {
  for_each_argument([](Bench &bench, const Function &function, std::size_t argument) {
    const Argument &of = function.arguments[argument];
    const std::string formula = call(function, argument, "");
    if (!of.omitted_equals.empty())
      require_same(bench, formula, call(function, argument, of.omitted_equals));
    else if (of.role == Role::column) // the whole table: its first header
      BOOST_TEST(std::holds_alternative<std::string>(bench.evaluate(formula)), formula);
    else
      require_refusal(bench, function, argument, "", "nothing");
  });
}

BOOST_AUTO_TEST_CASE(an_empty_text_is_left_out) {
  for_each_argument([](Bench &bench, const Function &function, std::size_t argument) {
    const Argument &of = function.arguments[argument];
    if (!of.omitted_equals.empty() || of.role == Role::column)
      require_same(bench, call(function, argument, "\"\""), call(function, argument, ""));
  });
}

// Calc hands an error on without asking us, but for a cell range, whose errors we see.
BOOST_AUTO_TEST_CASE(an_error) {
  for_each_argument([](Bench &bench, const Function &function, std::size_t argument) {
    if (function.arguments[argument].role == Role::quote_range) {
      require_refusal(bench, function, argument, "A2", "an error");
      return;
    }
    const std::string formula = call(function, argument, "A2");
    const Value got = bench.evaluate(formula);
    BOOST_TEST(is_error(got, division_by_zero), formula << " gives " << describe(got));
  });
}

BOOST_AUTO_TEST_CASE(a_range_with_an_error) {
  for_each_argument([](Bench &bench, const Function &function, std::size_t argument) {
    if (function.arguments[argument].role == Role::quote_range)
      require_refusal(bench, function, argument, "A2:A3", "an error where headers belong");
    else
      require_bad_call(bench, call(function, argument, "A2:A3"));
  });
}

BOOST_AUTO_TEST_CASE(a_good_cell) {
  for_each_argument([](Bench &bench, const Function &function, std::size_t argument) {
    if (is_table_of_quotes(function.arguments[argument]))
      return; // a table does not fit into a cell
    bench.sheet().set_formula("A3", formula_of(function.arguments[argument].good));
    require_same(bench, call(function, argument, "A3"), call(function));
  });
}

BOOST_AUTO_TEST_CASE(a_range) {
  for_each_argument([](Bench &bench, const Function &function, std::size_t argument) {
    const Argument &of = function.arguments[argument];
    const std::string good = formula_of(of.good);
    bench.sheet().set_formula("B1", good);
    bench.sheet().set_formula("B2", good);
    if (is_quotes(of))
      return; // a range there is a table of quotes
    if (function.gives != Gives::value) {
      // Options in two columns are one list; in one column they are several, which such a function does not take.
      require_refusal(bench, function, argument, "B1:B2", "a range");
      return;
    }
    const std::string formula = call(function, argument, "B1:B2");
    const Value one = bench.evaluate(call(function));
    const Grid got = bench.evaluate_array(formula);
    BOOST_TEST((got.at(0, 0) == one && got.at(1, 0) == one), formula << " gives " << describe(got.at(0, 0)) << " and "
                                                                     << describe(got.at(1, 0)) << ", expected "
                                                                     << describe(one));
  });
}

BOOST_AUTO_TEST_CASE(a_range_with_a_blank) {
  for_each_argument([](Bench &bench, const Function &function, std::size_t argument) {
    const Argument &of = function.arguments[argument];
    if (function.gives != Gives::value || is_quotes(of))
      return;
    bench.sheet().set_formula("C1", formula_of(of.good));
    const Value one = bench.evaluate(call(function));
    const Value blank =
        of.omitted_equals.empty() ? Value{std::string{}} : bench.evaluate(call(function, argument, of.omitted_equals));
    const std::string formula = call(function, argument, "C1:C2");
    const Grid got = bench.evaluate_array(formula);
    BOOST_TEST((got.at(0, 0) == one && got.at(1, 0) == blank), formula << " gives " << describe(got.at(0, 0)) << " and "
                                                                       << describe(got.at(1, 0)) << ", expected "
                                                                       << describe(one) << " and " << describe(blank));
  });
}

BOOST_AUTO_TEST_CASE(an_inline_array) {
  for_each_argument([](Bench &bench, const Function &function, std::size_t argument) {
    const Argument &of = function.arguments[argument];
    if (of.role == Role::quote_range)
      require_bad_call(bench, call(function, argument, R"({"price";"period"|990;"month"})"));
    if (is_quotes(of))
      return;
    const std::string array = std::string{"{"}.append(of.good).append("|").append(of.good).append("}");
    if (function.gives != Gives::value) {
      require_refusal(bench, function, argument, array, "an inline array");
      return;
    }
    const Value one = bench.evaluate(call(function));
    const Grid got = bench.evaluate_array(call(function, argument, array));
    BOOST_TEST((got.at(0, 0) == one && got.at(1, 0) == one), call(function, argument, array)
                                                                 << " gives " << describe(got.at(0, 0)) << " and "
                                                                 << describe(got.at(1, 0)));
  });
}

BOOST_AUTO_TEST_CASE(whole_columns_of_quotes) {
  for_each_argument([](Bench &bench, const Function &function, std::size_t argument) {
    if (is_table_of_quotes(function.arguments[argument]))
      require_same(bench, call(function, argument, "$Quotes.$A:$J"), call(function));
  });
}

BOOST_AUTO_TEST_CASE(one_cell_is_no_table_of_quotes) {
  for_each_argument([](Bench &bench, const Function &function, std::size_t argument) {
    if (!is_table_of_quotes(function.arguments[argument]))
      return;
    bench.sheet().set("A4", 990.0);
    bench.sheet().set("A5", std::string{"price less"});
    for (const std::string_view one : {"A4", "A5", "A4:A4", "A1:C1"})
      require_refusal(bench, function, argument, one, "no table of quotes");
  });
}

BOOST_AUTO_TEST_CASE(an_inline_table_of_quotes) {
  Bench bench;
  require_same(bench, R"(=GPU_PRICE("A40";2;"month";{"gpu";"price";"period"|"A40";240;"month"}))", "=480");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::calc
