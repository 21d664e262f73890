// What the cards of one order cost a period: whole offers, tiers, nodes, discount.
#pragma once

#include "rent/discount.hpp"
#include "rent/money.hpp"

#include <optional>

namespace calcvram {

/// Cards of a node, which node_round prices as one.
inline constexpr int node_size = 8;

/// `count` cards rounded up to whole offers of so many.
int whole_offers(int count, int cards_of_an_offer);

/// What a quote, or a row of a price list, says of the price of its cards. It lives as long as they do.
struct CardTerms {
  const Money &price;
  int cards_in_price = 1; ///< the price is for so many
  const DiscountTiers &tiers;
  const std::optional<Money> &node_round;
  const Money &discount; ///< a fraction
};

/// price / cards_in_price x cards x (1 - tier) x (1 - discount). Tiers count cards. With a node_round 8 cards are a
/// node, whose price (tier off, discount not) is rounded half-up to it, and a multiple of 8 cards is so many nodes:
/// the rental page's rule. Everything is multiplied first and divided last, so that no price of one card without an
/// end of digits stands in between.
Money card_price(const CardTerms &terms, int cards, TierRule rule);

} // namespace calcvram
