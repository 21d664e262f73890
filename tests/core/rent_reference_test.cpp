// REFERENCE.md names every word that quotes and their options take, and claims none that nobody reads.
#include "csv_cells.hpp"
#include "gpu_fixture.hpp"
#include "rent/check.hpp"
#include "rent/compare.hpp"
#include "rent/headers.hpp"
#include "rent/rent_options.hpp"
#include "rent/term.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace calcvram::test {
namespace {

using Words = std::set<std::string, std::less<>>;

/// The lines below a heading of a page, up to the next of its level or above.
std::vector<std::string> section(const std::string &heading, const std::filesystem::path &page = CALCVRAM_REFERENCE) {
  std::ifstream file{page};
  const std::size_t level = heading.find(' ');
  std::vector<std::string> lines;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    const std::size_t marks = line.find_first_not_of('#');
    if (marks != 0 && marks != std::string::npos && marks <= level) {
      inside = line == heading;
    } else if (inside) {
      lines.push_back(line);
    }
  }
  BOOST_TEST_REQUIRE(!lines.empty(), page.filename() << " has no section " << heading);
  return lines;
}

/// The cells of a row of a table; none where the line is no row.
std::vector<std::string> cells_of(const std::string &line) {
  std::vector<std::string> cells;
  if (line.starts_with("| ")) {
    std::istringstream stream{line.substr(1)};
    for (std::string cell; std::getline(stream, cell, '|');) {
      cells.emplace_back(trim(cell));
    }
  }
  return cells;
}

/// What stands in `code` in a text.
std::vector<std::string> code_in(const std::string &text) {
  std::vector<std::string> words;
  std::size_t from = text.find('`');
  while (from != std::string::npos) {
    const std::size_t to = text.find('`', from + 1);
    BOOST_TEST_REQUIRE(to != std::string::npos, "half a code in " << text);
    words.push_back(text.substr(from + 1, to - from - 1));
    from = text.find('`', to + 1);
  }
  return words;
}

/// The words of the first column of a section's tables, each of them once.
Words first_column(const std::string &heading) {
  Words words;
  for (const std::string &line : section(heading)) {
    const auto cells = cells_of(line);
    for (const std::string &word : cells.empty() ? std::vector<std::string>{} : code_in(cells.front())) {
      BOOST_TEST(words.insert(word).second, word << " stands twice in " << heading);
    }
  }
  return words;
}

/// Whether a header beside a price is recognised.
bool is_read(const std::string &header) {
  const CsvCells cells{"price,\"" + header + "\"\n1,\n"};
  const QuoteHeaders headers = QuoteHeaders::read(cells.block());
  return std::ranges::none_of(headers.findings(),
                              [](const Finding &finding) { return finding.words.starts_with("nobody"); });
}

} // namespace

BOOST_AUTO_TEST_SUITE(rent_reference)

BOOST_AUTO_TEST_CASE(our_headers) {
  Words expected;
  for (const auto name : quote_header_names()) {
    expected.emplace(name);
  }
  for (const HeaderName &known : known_header_names()) { // later releases' own headers begin with x_
    if (known.name.starts_with("x_") && !known.name.starts_with("x_Gpu")) {
      expected.emplace(known.name);
    }
  }
  const Words listed = first_column("### Headers");
  BOOST_TEST(listed == expected, boost::test_tools::per_element());
  BOOST_TEST(listed.size() >= 34U);
}

BOOST_AUTO_TEST_CASE(headers_of_other_tables) {
  const Words ours = first_column("### Headers");
  Words expected;
  for (const HeaderName &known : known_header_names()) {
    if (!ours.contains(known.name)) {
      expected.emplace(known.name);
    }
  }
  const Words listed = first_column("### Headers of other tables");
  BOOST_TEST(listed == expected, boost::test_tools::per_element());
  BOOST_TEST(listed.size() > 50U);
}

BOOST_AUTO_TEST_CASE(headers_of_other_tables_are_read_as_is_said) {
  const auto names = known_header_names();
  const auto field_of = [&](const std::string &name) {
    const auto found = std::ranges::find(names, name, &HeaderName::name);
    BOOST_TEST_REQUIRE((found != names.end()), name << " is no header");
    return found->field;
  };
  const Words ours = first_column("### Headers");
  int compared = 0;
  for (const std::string &line : section("### Headers of other tables")) {
    const auto cells = cells_of(line);
    const auto as = cells.size() < 2 ? std::vector<std::string>{} : code_in(cells[1]);
    // a line that says no more than the header
    if (as.size() == 1 && cells[1] == "`" + as.front() + "`") {
      for (const std::string &header : code_in(cells.front())) {
        BOOST_TEST((field_of(header) == field_of(as.front())), header << " is not " << as.front());
        ++compared;
      }
    }
    for (const std::string &header : as) {
      BOOST_TEST(ours.contains(header), header << " is not among our headers");
    }
  }
  BOOST_TEST(compared > 20);
}

BOOST_AUTO_TEST_CASE(headers_by_their_words) {
  int headers = 0;
  for (const std::string &line : section("### Headers of other tables")) {
    if (line.starts_with("A header that names a price")) {
      for (const std::string &header : code_in(line)) {
        BOOST_TEST(is_read(header), header);
        ++headers;
      }
    }
  }
  BOOST_TEST(headers >= 3);
  BOOST_TEST(!is_read("colour"));
}

BOOST_AUTO_TEST_CASE(options) {
  Words expected;
  for (const auto &names : {rent_option_names(), requirement_names()}) {
    expected.insert(names.begin(), names.end());
  }
  Words listed;
  int rates = 0;
  for (const std::string &option : first_column("## Options of the GPU_ and RENT_ functions")) {
    BOOST_TEST(is_rent_option_key(option), option << " is no option");
    if (option.starts_with("fx_")) { // of any currency
      ++rates;
    } else {
      listed.insert(option);
    }
  }
  BOOST_TEST(listed == expected, boost::test_tools::per_element());
  BOOST_TEST(rates > 0);
}

BOOST_AUTO_TEST_CASE(defaults_of_options) {
  // what is bold is what holds without it
  int defaults = 0;
  for (const std::string &line : section("## Options of the GPU_ and RENT_ functions")) {
    const auto cells = cells_of(line);
    const std::size_t bold = cells.size() < 2 ? std::string::npos : cells[1].find("**");
    if (bold == std::string::npos) {
      continue;
    }
    const std::string value = cells[1].substr(bold + 2, cells[1].find("**", bold + 2) - bold - 2);
    for (const std::string &option : code_in(cells.front())) {
      const RentOptions said = parse_rent_options(std::string{option}.append("=").append(value), gpus());
      const RentOptions unsaid;
      const bool same = said.max_age_days == unsaid.max_age_days && said.rate_field == unsaid.rate_field &&
                        said.common.hours_per_month == unsaid.common.hours_per_month &&
                        said.common.utilisation == unsaid.common.utilisation &&
                        said.common.spot == unsaid.common.spot && said.common.tax_gross == unsaid.common.tax_gross &&
                        said.common.tiers == unsaid.common.tiers && said.common.per == unsaid.common.per &&
                        said.common.basis == unsaid.common.basis && said.common.tight_gb == unsaid.common.tight_gb &&
                        said.common.fp8 == unsaid.common.fp8 && said.common.fabric == unsaid.common.fabric &&
                        said.common.prefer == unsaid.common.prefer && said.common.nodes == unsaid.common.nodes &&
                        said.common.sold == unsaid.common.sold &&
                        said.common.period.value_or(Period::month) == Period::month;
      BOOST_TEST(same, option << "=" << value << " is not the default");
      ++defaults;
    }
  }
  BOOST_TEST(defaults > 12);
}

BOOST_AUTO_TEST_CASE(columns_of_the_comparison) {
  std::vector<std::string> expected;
  for (const CompareField &field : compare_fields()) {
    expected.emplace_back(field.key);
  }
  std::vector<std::string> listed; // in their order
  for (const std::string &line : section("## RENT_COMPARE")) {
    const auto cells = cells_of(line);
    if (!cells.empty()) {
      std::ranges::copy(code_in(cells.front()), std::back_inserter(listed));
    }
  }
  BOOST_TEST(listed == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(severities) {
  Words listed;
  for (const std::string &line : section("## RENT_CHECK")) {
    const auto cells = cells_of(line);
    if (cells.size() == 3 && cells.front() != "severity") {
      listed.insert(cells.front());
    }
  }
  Words expected;
  for (const Severity severity : {Severity::note, Severity::warning, Severity::error}) {
    expected.emplace(name_of(severity));
  }
  BOOST_TEST(listed == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_worked_example) {
  std::string quote;             // the row of the example, as CSV
  std::vector<std::string> bill; // its last column
  std::string said_total;
  for (const std::string &line : section("## What RENT_COST adds up")) {
    const auto cells = cells_of(line);
    if (cells.size() == 15) {
      for (std::size_t i = 0; i < cells.size(); ++i) {
        quote.append(i == 0 ? "" : ",").append("\"").append(cells[i]).append("\"");
      }
      quote += "\n";
    } else if (cells.size() == 3 && cells.front() != "line") {
      std::string amount = cells.back();
      std::erase(amount, ',');
      std::erase(amount, '*');
      bill.push_back(amount);
    }
  }
  const CsvCells cells{quote};
  const QuoteTable table = QuoteTable::parse(cells.block(), gpus());
  BOOST_TEST_REQUIRE(table.quotes().size() == 1U);
  const RentOptions options = parse_rent_options("tax=gross round=0.01", gpus());
  const TermCost cost = rent_cost(quote_named(table, "Dune"), {8, {3, Period::month}}, options);
  BOOST_TEST_REQUIRE(bill.size() == cost_parts.size() + 1);
  for (std::size_t i = 0; i < cost_parts.size(); ++i) {
    BOOST_TEST(cost.line(cost_parts[i]).to_double() == parse_number(bill[i]).value(), name_of(cost_parts[i]));
  }
  BOOST_TEST(cost.total().to_double() == parse_number(bill.back()).value());
}

BOOST_AUTO_TEST_CASE(three_suppliers_of_the_readme) {
  const auto readme = std::filesystem::path{CALCVRAM_REFERENCE}.replace_filename("README.md");
  std::string quotes; // as CSV
  std::vector<std::vector<std::string>> ranking;
  constexpr std::size_t columns_of_quotes = 12;
  constexpr std::size_t columns_of_ranking = 7;
  for (const std::string &line : section("## Comparing rental quotes", readme)) {
    const auto cells = cells_of(line);
    if (cells.size() == columns_of_quotes) {
      for (std::size_t i = 0; i < cells.size(); ++i) {
        quotes.append(i == 0 ? "" : ",").append(cells[i]);
      }
      quotes += "\n";
    } else if (cells.size() == columns_of_ranking) {
      ranking.push_back(cells);
    }
  }
  const CsvCells cells{quotes};
  const QuoteTable table = QuoteTable::parse(cells.block(), gpus());
  const RentOptions options = parse_rent_options("fx_eur=1.08", gpus());
  const auto compared = compare(table.quotes(), {8, {6, Period::month}}, options);
  BOOST_TEST_REQUIRE(ranking.size() == compared.size() + 1);
  for (std::size_t row = 0; row < compared.size(); ++row) {
    for (std::size_t column = 0; column < columns_of_ranking; ++column) {
      std::string shown = ranking[row + 1][column];
      const Cell cell = compare_field(ranking.front()[column]).value(compared[row]);
      const auto *number = std::get_if<double>(&cell);
      std::string text = number != nullptr ? format_number(*number) : std::string{std::get<std::string_view>(cell)};
      if (shown.ends_with("...")) {
        shown.resize(shown.size() - 3);
        text = text.substr(0, shown.size());
      }
      BOOST_TEST(text == shown, ranking.front()[column] << " in row " << row << " is " << text);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::test
