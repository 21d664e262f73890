#include "rent/quote_book.hpp"

#include "csv_cells.hpp"
#include "failing.hpp"
#include "gpu_fixture.hpp"
#include "rent/quote_prices.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <thread>
#include <vector>

namespace calcvram::test {
namespace {

/// A table of `rows` quotes of an A40 at `price`, and more with each row.
std::string table_of(int rows, int price) {
  std::string csv = "provider,gpu,price,currency,period\n";
  for (int row = 0; row < rows; ++row) {
    csv += "Acme,A40," + std::to_string(price + row) + ",USD,month\n";
  }
  return csv;
}

std::shared_ptr<const QuoteBook> book_of(QuoteBooks &books, int rows, int price) {
  const CsvCells cells{table_of(rows, price)};
  return books.of(cells.block());
}

} // namespace

BOOST_AUTO_TEST_SUITE(quote_book)

BOOST_AUTO_TEST_CASE(a_book_has_the_table_its_prices_and_what_they_sell) {
  const CsvCells cells = CsvCells::of_file("quotes/fleet.csv");
  const QuoteBook book{cells.block(), gpus()};
  const QuoteTable table = QuoteTable::parse(cells.block(), gpus());
  BOOST_TEST(book.table().quotes().size() == table.quotes().size());
  BOOST_TEST(book.prices().rows().size() == prices_of(table, gpus()).rows().size());
  BOOST_TEST(&book.rental_sets().list() == &book.prices());
  BOOST_TEST(!book.rental_sets().all().empty());
}

BOOST_AUTO_TEST_CASE(the_same_cells_are_parsed_once) {
  QuoteBooks books{gpus()};
  const auto first = book_of(books, 3, 240);
  BOOST_TEST(book_of(books, 3, 240) == first); // other cells with the same content
  BOOST_TEST(book_of(books, 3, 241) != first);
  BOOST_TEST(book_of(books, 3, 240) == first);
}

BOOST_AUTO_TEST_CASE(the_book_that_was_not_asked_for_longest_goes_first) {
  QuoteBooks books{gpus(), 2};
  const auto a = book_of(books, 1, 100);
  const auto b = book_of(books, 1, 200);
  BOOST_TEST(book_of(books, 1, 100) == a);
  book_of(books, 1, 300); // in the place of b
  BOOST_TEST(book_of(books, 1, 100) == a);
  BOOST_TEST(book_of(books, 1, 200) != b);
  BOOST_TEST(b->table().quotes().size() == 1U); // who holds a book may keep on reading
}

BOOST_AUTO_TEST_CASE(large_books_are_not_piled_up) {
  constexpr std::size_t most_quotes = 10;
  QuoteBooks books{gpus(), 8, most_quotes};
  const auto small = book_of(books, 4, 100);
  const auto large = book_of(books, 6, 200);
  BOOST_TEST(book_of(books, 4, 100) == small); // ten together
  const auto larger = book_of(books, 20, 300); // more than all may have, and kept as the last one
  BOOST_TEST(book_of(books, 20, 300) == larger);
  BOOST_TEST(book_of(books, 6, 200) != large);
}

BOOST_AUTO_TEST_CASE(what_is_no_table_is_not_kept) {
  QuoteBooks books{gpus()};
  const CsvCells cells{"gpu,remark\nA40,cheap\n"};
  for (int time = 0; time < 2; ++time) {
    BOOST_TEST(is_bad_argument([&] { return books.of(cells.block()); }));
  }
  BOOST_TEST(is_bad_argument([&] { return books.of(CellBlock{{}, 0}); }));
}

BOOST_AUTO_TEST_CASE(threads_may_share_them) {
  QuoteBooks books{gpus(), 2};
  std::vector<std::thread> threads;
  std::vector<std::size_t> sold(4);
  for (std::size_t i = 0; i < sold.size(); ++i) {
    threads.emplace_back([&books, &sold, i] {
      for (int round = 0; round < 20; ++round) {
        sold[i] += book_of(books, 1 + round % 3, 100)->rental_sets().all().size();
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  BOOST_TEST(sold[0] > 0U);
  for (const std::size_t count : sold) {
    BOOST_TEST(count == sold[0]);
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::test
