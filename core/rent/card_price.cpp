#include "rent/card_price.hpp"

namespace calcvram {
namespace {

Money tiered(const CardTerms &terms, int cards, TierRule rule) {
  const Money price = terms.tiers.apply(terms.price, cards, rule);
  return terms.cards_in_price == 1 ? price : price / Money{terms.cards_in_price};
}

} // namespace

int whole_offers(int count, int cards_of_an_offer) {
  return (count + cards_of_an_offer - 1) / cards_of_an_offer * cards_of_an_offer;
}

Money card_price(const CardTerms &terms, int cards, TierRule rule) {
  const bool nodes = terms.node_round && cards % node_size == 0;
  const Money price = nodes ? tiered(terms, node_size, rule).rounded(*terms.node_round) * Money{cards / node_size}
                            : tiered(terms, cards, rule);
  return terms.discount.is_zero() ? price : price * (Money{1} - terms.discount);
}

} // namespace calcvram
