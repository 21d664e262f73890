// A sheet's quotes as a list of prices, for the GPU_ functions.
#pragma once

#include "gpu/gpu.hpp"
#include "rent/price_list.hpp"
#include "rent/quotes.hpp"

#include <array>

namespace calcvram {

/// Counts that a card sold one by one is taken to be rented in, where x_sold_counts does not say: as on the built-in
/// list. Below min_gpus none; min_gpus itself too.
inline constexpr std::array usual_counts{1, 2, 4, 8};

/// The rows that price a card again and again: usable, with a period, of a known GPU. An offer of several cards is one
/// machine and sold as such. A name that may mean several cards is priced as one that has what all of them have, called
/// by a name they share. Both arguments must outlive it.
PriceList prices_of(const QuoteTable &table, const GpuCatalogue &catalogue);

} // namespace calcvram
