// The argument `quotes`: the built-in list of prices, or a sheet's table of quotes.
#pragma once

#include "parameter.hpp"

#include "rent/quote_book.hpp"

#include <com/sun/star/table/XCellRange.hpp>
#include <com/sun/star/uno/Any.hxx>
#include <com/sun/star/uno/Reference.hxx>
#include <memory>

namespace calcvram::glue {

/// Where the GPU_ functions find prices.
class PriceSource {
public:
  /// The built-in list.
  PriceSource() = default;
  explicit PriceSource(std::shared_ptr<const QuoteBook> book) : book_{std::move(book)} {}

  [[nodiscard]] const PriceList &prices() const;
  [[nodiscard]] const RentalSets &rental_sets() const;

private:
  std::shared_ptr<const QuoteBook> book_;
};

/// Of a GPU_ function: the built-in list where omitted, blank or the text "2026-12"; a block of several cells is one
/// table of quotes.
Parameter<PriceSource> quotes_argument(const css::uno::Any &argument, QuoteBooks &books);

/// Of a RENT_ function. Throws bad_argument where the range has no headers that name a price.
std::shared_ptr<const QuoteBook> quotes_in(const css::uno::Reference<css::table::XCellRange> &range, QuoteBooks &books);

} // namespace calcvram::glue
