// Discounts by the number of cards: "2=5% 4=8% 8=10%".
#pragma once

#include "gpu/requirements.hpp"
#include "rent/money.hpp"
#include "text/key_values.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace calcvram {

struct DiscountTier {
  int from = 1;   ///< cards
  Money discount; ///< a fraction, 0 to 1
};

/// Tiers in ascending order. None is no discount.
class DiscountTiers {
public:
  DiscountTiers() = default;
  /// Throws bad_argument: thresholds are whole numbers from 1, each once; discounts from 0 to 1, or to 100 %.
  static DiscountTiers parse(std::string_view text);
  static DiscountTiers parse(const KeyValues &settings);

  [[nodiscard]] std::span<const DiscountTier> tiers() const { return tiers_; }
  /// The discount of the largest threshold not above `count`; 0 below the first.
  [[nodiscard]] Money at(int count) const;
  /// Price of `count` cards at `unit_price` each. TierRule::order takes the count's discount off every card (the
  /// rental page's rule); TierRule::marginal each card's own, like an income tax.
  [[nodiscard]] Money apply(const Money &unit_price, int count, TierRule rule) const;

private:
  std::vector<DiscountTier> tiers_;
};

} // namespace calcvram
