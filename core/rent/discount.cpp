#include "rent/discount.hpp"

#include "failure.hpp"
#include "text/number.hpp"

#include <algorithm>

namespace calcvram {
namespace {

DiscountTier parse_tier(const Setting &setting) {
  const auto from = parse_number(setting.key);
  if (!from || setting.bare) {
    bad_argument("a discount tier is written 2=5%, not " + setting.key);
  }
  const double discount = setting.number();
  if (!(discount >= 0 && discount <= 1)) {
    bad_argument("the discount " + setting.key + "=" + setting.text() + " must be from 0 to 100%");
  }
  return {checked_count(*from, "the threshold of a discount"), Money{discount}};
}

} // namespace

DiscountTiers DiscountTiers::parse(std::string_view text) {
  return trim(text).empty() ? DiscountTiers{} : parse(parse_key_values(text));
}

DiscountTiers DiscountTiers::parse(const KeyValues &settings) {
  DiscountTiers result;
  for (const Setting &setting : settings.settings) {
    if (setting.given()) {
      result.tiers_.push_back(parse_tier(setting));
    }
  }
  std::ranges::sort(result.tiers_, {}, &DiscountTier::from);
  if (std::ranges::adjacent_find(result.tiers_, {}, &DiscountTier::from) != result.tiers_.end()) {
    bad_argument("a threshold of the discount stands twice");
  }
  return result;
}

Money DiscountTiers::at(int count) const {
  const auto above = std::ranges::upper_bound(tiers_, count, {}, &DiscountTier::from);
  return above == tiers_.begin() ? Money{} : std::prev(above)->discount;
}

Money DiscountTiers::apply(const Money &unit_price, int count, TierRule rule) const {
  const Money one{1.0};
  if (rule == TierRule::order) {
    return unit_price * Money{static_cast<double>(count)} * (one - at(count));
  }
  Money total;
  int next = 1;
  const auto add_up_to = [&](int end) {
    total += unit_price * Money{static_cast<double>(end - next)} * (one - at(next));
    next = end;
  };
  for (const DiscountTier &tier : tiers_) {
    add_up_to(std::clamp(tier.from, next, std::max(next, count + 1)));
  }
  add_up_to(count + 1);
  return total;
}

} // namespace calcvram
