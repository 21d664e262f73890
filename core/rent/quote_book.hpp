// A sheet's quotes with all that is made of them, and a few such books kept for the cells that share them.
#pragma once

#include "cell.hpp"
#include "gpu/gpu.hpp"
#include "rent/price_list.hpp"
#include "rent/quotes.hpp"
#include "rent/select.hpp"

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <optional>

namespace calcvram {

/// A table of quotes, its rows as a list of prices, and the sets of cards that list sells: each made once, when it is
/// asked for first. Any number of threads may ask.
class QuoteBook {
public:
  /// Throws what QuoteTable::parse throws. The catalogue must outlive it.
  QuoteBook(const CellBlock &block, const GpuCatalogue &catalogue);
  QuoteBook(const QuoteBook &) = delete; // the sets point into the list, the list into the table
  QuoteBook &operator=(const QuoteBook &) = delete;
  QuoteBook(QuoteBook &&) = delete;
  QuoteBook &operator=(QuoteBook &&) = delete;
  ~QuoteBook() = default;

  [[nodiscard]] const QuoteTable &table() const { return table_; }
  [[nodiscard]] const PriceList &prices() const;
  [[nodiscard]] const RentalSets &rental_sets() const;

private:
  const GpuCatalogue *catalogue_;
  QuoteTable table_;
  mutable std::once_flag prices_made_;
  mutable std::optional<PriceList> prices_;
  mutable std::once_flag sets_made_;
  mutable std::optional<RentalSets> sets_;
};

/// The books that were asked for last: a hundred cells over one range parse it once. What a book says depends on the
/// cells alone, so that nobody can tell whether it was kept. Any number of threads may ask.
class QuoteBooks {
public:
  /// Keeps at most so many books, and no more than the last one once they hold so many quotes together.
  explicit QuoteBooks(const GpuCatalogue &catalogue, std::size_t most_books = 8, std::size_t most_quotes = 50'000);

  /// The book of a block, kept or new. Throws what QuoteTable::parse throws, and keeps nothing then.
  std::shared_ptr<const QuoteBook> of(const CellBlock &block);

private:
  struct Kept {
    BlockContent content;
    std::shared_ptr<const QuoteBook> book;
  };

  [[nodiscard]] std::shared_ptr<const QuoteBook> kept(const BlockContent &content);
  void keep(Kept book);
  [[nodiscard]] std::size_t quotes_kept() const;

  const GpuCatalogue *catalogue_;
  std::size_t most_books_;
  std::size_t most_quotes_;
  std::mutex mutex_;      ///< of what follows
  std::list<Kept> books_; ///< the one asked for last first
};

} // namespace calcvram
