#include "quotes.hpp"

#include "arguments.hpp"
#include "cells.hpp"

#include "catalogue/prices.hpp"
#include "text/name.hpp"
#include "text/words.hpp"

namespace calcvram::glue {

const PriceList &PriceSource::prices() const {
  return book_ ? book_->prices() : price_list_2026_12();
}

const RentalSets &PriceSource::rental_sets() const {
  return book_ ? book_->rental_sets() : rental_sets_2026_12();
}

namespace {

PriceSource built_in_list(const std::string &name) {
  if (!name.empty() && FoldedName{name}.view() != "2026.12") {
    bad_argument(words("unknown list of quotes ", name, ": the built-in one is 2026-12"));
  }
  return {};
}

} // namespace

Parameter<PriceSource> quotes_argument(const css::uno::Any &argument, QuoteBooks &books) {
  const auto read = [&]() -> Slot<PriceSource> {
    const Grid grid{argument};
    if (grid.rows() * grid.columns() > 1) {
      return PriceSource{books.of(Cells{grid}.block())};
    }
    return built_in_list(single(name_argument(argument, "quotes", false), "quotes"));
  };
  try {
    return Parameter<PriceSource>{read()};
  } catch (...) {
    return Parameter<PriceSource>{Slot<PriceSource>{current_failure()}};
  }
}

std::shared_ptr<const QuoteBook> quotes_in(const css::uno::Reference<css::table::XCellRange> &range,
                                           QuoteBooks &books) {
  return books.of(Cells{range}.block());
}

} // namespace calcvram::glue
