#include "catalogue/prices.hpp"

#include "catalogue/catalogue.hpp"
#include "catalogue/embedded.hpp"

namespace calcvram {

// As in catalogue.cpp: the build has checked the text.

const PriceList &price_list_2026_12() {
  static const PriceList list = parse_price_list(embedded::prices(), "prices-2026-12.csv", gpus());
  return list;
}

const RentalSets &rental_sets_2026_12() {
  static const RentalSets sets{price_list_2026_12()};
  return sets;
}

} // namespace calcvram
