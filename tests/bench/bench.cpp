// Prints what our functions cost beside functions of the same arguments that do nothing. Only the ratios mean
// anything: both are measured in one office, in turns, and the medians are compared.
#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iomanip>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <com/sun/star/uno/Exception.hpp>

#include "office.hpp"
#include "uno_text.hpp"

namespace {

using calcvram::calc::describe;
using calcvram::calc::Document;
using calcvram::calc::Office;
using calcvram::calc::Sheet;
using calcvram::calc::TemporaryDirectory;
using calcvram::calc::Value;
using Clock = std::chrono::steady_clock;

constexpr int repeats = 15;
constexpr std::size_t cells = 20'000;
constexpr std::size_t rows = 100'000;
constexpr std::size_t quote_cells = 2'000; // that share one table of quotes
constexpr std::size_t few_quotes = 100;
constexpr std::size_t many_quotes = 10'000;
constexpr int start_repeats = 8;
constexpr double start_limit_ms = 50;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double microseconds(const std::function<void()> &work) {
  const auto begin = Clock::now();
  work();
  return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

std::string down_to(std::string_view column, std::size_t row) {
  return std::string{column} + "1:" + std::string{column} + std::to_string(row);
}

/// Column A: contexts from 1 to 100,000, each another number; B: a model's name.
void fill_inputs(Sheet sheet, std::size_t count) {
  std::vector<std::vector<double>> contexts;
  for (std::size_t row = 0; row < count; ++row)
    contexts.push_back({static_cast<double>(row + 1)});
  sheet.set_numbers(down_to("A", count), contexts);
  sheet.set("B1", std::string{"70b"});
  sheet.set("C1", 1.0);
  sheet.set("D1", std::string{"fp8"});
}

void require_number(const Sheet &sheet, std::string_view cell, std::string_view formula) {
  const Value value = sheet.value(cell);
  if (!std::holds_alternative<double>(value))
    throw std::runtime_error{std::string{formula} + " gives " + describe(value) + ", not a number"};
}

Document filled_down(Office &office, std::string_view formula) {
  Document document = office.new_document();
  Sheet sheet = document.sheet();
  fill_inputs(sheet, cells);
  sheet.set_formula("F1", formula);
  sheet.fill_down(down_to("F", cells));
  require_number(sheet, "F" + std::to_string(cells), formula);
  return document;
}

Document one_array(Office &office, std::string_view formula, bool names) {
  Document document = office.new_document();
  Sheet sheet = document.sheet();
  fill_inputs(sheet, rows);
  if (names)
    sheet.set_texts(down_to("B", rows), rows, "70b");
  sheet.set_array_formula(down_to("F", rows), formula);
  require_number(sheet, "F" + std::to_string(rows), formula);
  return document;
}

struct Pair {
  double ours;
  double noop;
};

/// In turns, so that whatever else the machine does meets both alike.
Pair compare(Document ours, Document noop, std::size_t calls) {
  std::vector<double> our_times;
  std::vector<double> noop_times;
  ours.calculate_all();
  noop.calculate_all();
  for (int repeat = 0; repeat < repeats; ++repeat) {
    our_times.push_back(microseconds([&] { ours.calculate_all(); }));
    noop_times.push_back(microseconds([&] { noop.calculate_all(); }));
  }
  const auto count = static_cast<double>(calls);
  return {median(our_times) / count, median(noop_times) / count};
}

void print_header() {
  std::cout << std::left << std::setw(56) << "what" << std::right << std::setw(10) << "us ours" << std::setw(12)
            << "us no-op" << std::setw(9) << "ratio" << std::setw(9) << "limit"
            << "  holds\n";
}

void print(std::string_view what, Pair pair, double limit) {
  const double ratio = pair.ours / pair.noop;
  std::cout << std::left << std::setw(56) << what << std::right << std::fixed << std::setprecision(3) << std::setw(10)
            << pair.ours << std::setw(12) << pair.noop << std::setw(9) << ratio << std::setw(9) << limit
            << (ratio <= limit ? "  yes" : "  NO") << std::endl;
}

/// What has no limit but patience, in milliseconds.
void print_time(std::string_view what, Pair pair) {
  constexpr double thousand = 1000;
  std::cout << std::left << std::setw(56) << what << std::right << std::fixed << std::setprecision(2)
            << pair.ours / thousand << " ms ours, " << pair.noop / thousand << " ms to read the cells" << std::endl;
}

void cell_by_cell(Office &office) {
  struct Row {
    std::string_view what;
    std::string_view arguments;
  };
  for (const Row &row : {Row{"cell: KV by name, arguments written out", R"(("70b";A1;1;"fp8";""))"},
                         Row{"cell: KV by name, arguments from cells", R"(($B$1;A1;$C$1;$D$1;""))"},
                         Row{"cell: KV by name, with options", R"(("70b";A1;1;"fp8";"overhead=3"))"}}) {
    const std::string arguments{row.arguments};
    print(row.what,
          compare(filled_down(office, "=VRAM_KVCACHE" + arguments), filled_down(office, "=BENCH_NOOP5" + arguments),
                  cells),
          1.15);
  }
}

void as_an_array(Office &office) {
  const std::string contexts = down_to("A", rows);
  const std::string copy = "=BENCH_COPY(" + contexts + ")";
  print("array of 100,000: KV, contexts only",
        compare(one_array(office, "=VRAM_KVCACHE(\"70b\";" + contexts + ")", false), one_array(office, copy, false),
                rows),
        1.3);
  // what Calc takes to hand over a column of texts is most of it: a copy of both columns shows how much is ours
  const std::string with_names = "=VRAM_KVCACHE(" + down_to("B", rows) + ";" + contexts + ")";
  print("array of 100,000: KV with names, to a copy of contexts",
        compare(one_array(office, with_names, true), one_array(office, copy, false), rows), 2.0);
  print("array of 100,000: KV with names, to a copy of both",
        compare(one_array(office, with_names, true),
                one_array(office, "=BENCH_COPY(A1:B" + std::to_string(rows) + ")", true), rows),
        1.3);
}

/// Quotes on a sheet of their own: the first four columns, or all eleven.
void add_quotes(Document &document, std::size_t quotes) {
  constexpr std::array gpus{"A40", "L40S", "RTX A6000", "H100 SXM", "A100 SXM 80GB", "RTX 4090", "L4", "MI300X"};
  std::vector<std::vector<Value>> values{{std::string{"offer"}, std::string{"gpu"}, std::string{"price"},
                                          std::string{"period"}, std::string{"provider"}, std::string{"currency"},
                                          std::string{"gpus"}, std::string{"discount"}, std::string{"region"},
                                          std::string{"as_of"}, std::string{"source"}}};
  for (std::size_t i = 0; i < quotes; ++i)
    values.push_back({"n" + std::to_string(i), std::string{gpus.at(i % gpus.size())},
                      200 + static_cast<double>(i % 997), std::string{"month"}, "Supplier " + std::to_string(i % 17),
                      std::string{"USD"}, 1.0, 0.05, "region " + std::to_string(i % 5), 46'357.0,
                      std::string{"their page"}});
  document.add_sheet("Quotes").set_values("A1:K" + std::to_string(quotes + 1), values);
}

std::string quotes_to(std::string_view column, std::size_t quotes) {
  return "$Quotes.$A$1:$" + std::string{column} + '$' + std::to_string(quotes + 1);
}

Document sharing_quotes(Office &office, const std::string &formula) {
  Document document = office.new_document();
  add_quotes(document, few_quotes);
  Sheet sheet = document.sheet();
  sheet.set_formula("F1", formula);
  sheet.fill_down(down_to("F", quote_cells));
  require_number(sheet, "F" + std::to_string(quote_cells), formula);
  return document;
}

void with_quotes(Office &office) {
  for (const std::string column : {"D", "K"}) {
    const std::string range = quotes_to(column, few_quotes);
    const std::string size = column == "D" ? "100 x 4" : "100 x 11";
    const std::string gpu_arguments = "(\"A40\";1;\"month\";" + range + ";\"\")";
    print("cell: GPU_PRICE with " + size + " quotes, kept",
          compare(sharing_quotes(office, "=GPU_PRICE" + gpu_arguments),
                  sharing_quotes(office, "=BENCH_NOOP5" + gpu_arguments), quote_cells),
          2.0);
    const std::string rent_arguments = "(" + range + ";2;1)";
    print("cell: RENT_COST with " + size + " quotes, kept",
          compare(sharing_quotes(office, "=RENT_COST" + rent_arguments),
                  sharing_quotes(office, "=BENCH_RANGE" + rent_arguments), quote_cells),
          2.0);
  }
  print("cell: RENT_COST with A:K, to its filled rows",
        compare(sharing_quotes(office, "=RENT_COST($Quotes.$A:$K;2;1)"),
                sharing_quotes(office, "=RENT_COST(" + quotes_to("K", few_quotes) + ";2;1)"), quote_cells),
        1.15);
}

/// Microseconds until a formula has its value again after a quote has changed: nothing is kept of the table then.
double until_changed(Sheet &quotes, const Sheet &sheet) {
  static double price = 100;
  std::vector<double> times;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    price += 0.01;
    times.push_back(microseconds([&] {
      quotes.set("C2", price);
      require_number(sheet, "A1", "the formula of A1");
    }));
  }
  return median(times);
}

void with_many_quotes(Office &office) {
  struct Row {
    std::string_view what;
    std::string range;
    std::size_t quotes;
  };
  for (const Row &row :
       {Row{"one RENT_COMPARE of 100 x 11 changed quotes", quotes_to("K", few_quotes), few_quotes},
        Row{"one RENT_COMPARE of 10,000 x 11 changed quotes", quotes_to("K", many_quotes), many_quotes},
        Row{"one RENT_COMPARE of A:K, 10,000 rows filled", "$Quotes.$A:$K", many_quotes}}) {
    Document ours = office.new_document();
    Document noop = office.new_document();
    add_quotes(ours, row.quotes);
    add_quotes(noop, row.quotes);
    Sheet our_sheet = ours.sheet();
    Sheet noop_sheet = noop.sheet();
    our_sheet.set_formula("A1", "=MAX(RENT_COMPARE(" + row.range + ";8;12;\"month\";\"\";\"total\"))");
    noop_sheet.set_formula("A1", "=BENCH_RANGE(" + quotes_to("K", row.quotes) + ";8;12)");
    Sheet our_quotes = ours.sheet(1);
    Sheet noop_quotes = noop.sheet(1);
    print_time(row.what, {until_changed(our_quotes, our_sheet), until_changed(noop_quotes, noop_sheet)});
  }
}

/// Milliseconds from the start of an office that knows its profile to its first computed cell.
double start_to_first_cell(const std::filesystem::path &extensions, const std::filesystem::path &profile) {
  const auto begin = Clock::now();
  Office office{{.extensions = extensions, .profile = profile}};
  const Document document = office.new_document();
  Sheet sheet = document.sheet();
  sheet.set_formula("A1", "=1+1");
  require_number(sheet, "A1", "=1+1");
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// What is added by the extension being there, not by its being called: nobody who does not use it pays more.
void at_the_start() {
  const TemporaryDirectory with;
  const TemporaryDirectory without;
  const TemporaryDirectory nothing;
  std::vector<double> times_with;
  std::vector<double> times_without;
  // The first start of a profile writes it: that is another cost, paid once.
  start_to_first_cell(CALCVRAM_OWN_EXTENSION, with.path());
  start_to_first_cell(nothing.path(), without.path());
  for (int repeat = 0; repeat < start_repeats; ++repeat) {
    times_with.push_back(start_to_first_cell(CALCVRAM_OWN_EXTENSION, with.path()));
    times_without.push_back(start_to_first_cell(nothing.path(), without.path()));
  }
  // The quickest of each: a start waits for much that has nothing to do with us.
  const double best_with = *std::min_element(times_with.begin(), times_with.end());
  const double best_without = *std::min_element(times_without.begin(), times_without.end());
  const double added = best_with - best_without;
  std::cout << "start to the first cell: " << std::setprecision(0) << best_with << " ms with the extension, "
            << best_without << " ms without; it adds " << added << " ms (limit " << start_limit_ms
            << "): " << (added < start_limit_ms ? "yes" : "NO") << std::endl;
}

} // namespace

int main() {
  try {
    Office office{{.extensions = CALCVRAM_BENCH_EXTENSIONS}};
    print_header();
    cell_by_cell(office);
    with_quotes(office);
    as_an_array(office);
    with_many_quotes(office);
    at_the_start();
  } catch (const com::sun::star::uno::Exception &exception) {
    std::cerr << "the office threw: " << calcvram::calc::from_uno(exception.Message) << '\n';
    return 1;
  } catch (const std::exception &exception) {
    std::cerr << exception.what() << '\n';
    return 1;
  }
  return 0;
}
