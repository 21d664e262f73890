// The built-in list of rental prices.
#pragma once

#include "rent/price_list.hpp"
#include "rent/select.hpp"

namespace calcvram {

/// The rental page's fleet, called 2026-12: the same for ever.
const PriceList &price_list_2026_12();
/// The sets of cards it sells.
const RentalSets &rental_sets_2026_12();

} // namespace calcvram
