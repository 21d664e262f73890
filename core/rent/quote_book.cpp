#include "rent/quote_book.hpp"

#include "rent/quote_prices.hpp"

#include <algorithm>
#include <utility>

namespace calcvram {

QuoteBook::QuoteBook(const CellBlock &block, const GpuCatalogue &catalogue)
    : catalogue_{&catalogue}, table_{QuoteTable::parse(block, catalogue)} {}

const PriceList &QuoteBook::prices() const {
  std::call_once(prices_made_, [this] { prices_.emplace(prices_of(table_, *catalogue_)); });
  return *prices_;
}

const RentalSets &QuoteBook::rental_sets() const {
  std::call_once(sets_made_, [this] { sets_.emplace(prices()); });
  return *sets_;
}

QuoteBooks::QuoteBooks(const GpuCatalogue &catalogue, std::size_t most_books, std::size_t most_quotes)
    : catalogue_{&catalogue}, most_books_{most_books}, most_quotes_{most_quotes} {}

std::shared_ptr<const QuoteBook> QuoteBooks::of(const CellBlock &block) {
  const BlockContent content = content_of(block);
  if (auto book = kept(content)) {
    return book;
  }
  // parsed without the lock: whoever asks for another book meanwhile does not wait
  auto book = std::make_shared<const QuoteBook>(block, *catalogue_);
  keep({content, book});
  return book;
}

std::shared_ptr<const QuoteBook> QuoteBooks::kept(const BlockContent &content) {
  const std::scoped_lock lock{mutex_};
  const auto found = std::ranges::find(books_, content, &Kept::content);
  if (found == books_.end()) {
    return nullptr;
  }
  books_.splice(books_.begin(), books_, found);
  return found->book;
}

void QuoteBooks::keep(Kept book) {
  const std::scoped_lock lock{mutex_};
  books_.push_front(std::move(book));
  while (books_.size() > 1 && (books_.size() > most_books_ || quotes_kept() > most_quotes_)) {
    books_.pop_back();
  }
}

std::size_t QuoteBooks::quotes_kept() const {
  std::size_t quotes = 0;
  for (const Kept &kept : books_) {
    quotes += kept.book->table().quotes().size();
  }
  return quotes;
}

} // namespace calcvram
