// How many cards and how much time an order is billed for.
#pragma once

#include "rent/calendar.hpp"
#include "rent/quote.hpp"

namespace calcvram {

/// What somebody wants to rent. Nothing is rented where either is 0, and nothing is billed.
struct Order {
  int gpus = 1;
  Duration duration{1, Period::month};

  [[nodiscard]] bool is_empty() const { return gpus == 0 || duration.count == 0; }
};

/// Throws bad_argument unless `gpus` is a whole number of 0 to 1,000,000 and the duration 0 to 100 years.
Order checked_order(double gpus, double duration, Period unit);

/// What a quote bills for an order.
struct Bill {
  int gpus = 0;           ///< whole offers
  Length asked;           ///< the time asked for
  Length time;            ///< the time billed, of each card
  Length term;            ///< how long the order runs: the longer of both
  Decimal whole_terms{1}; ///< how often a price for the whole term is due
};

/// Cards: the larger of what is asked and min_gpus, rounded up to whole offers. Time: what is asked (of billed=used
/// its utilisation's share), at least min_term, rounded up to bill_step; pro rata without one. A price for the whole
/// term is for min_term, or where the row states none for whatever is asked; longer orders take it whole times again,
/// used or not.
Bill bill(const Quote &quote, const Order &order, double utilisation, const Calendar &calendar);

} // namespace calcvram
