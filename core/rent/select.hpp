// Which sets of cards hold a need, and which of them is cheapest.
#pragma once

#include "gpu/fit.hpp"
#include "gpu/requirements.hpp"
#include "rent/offer.hpp"
#include "rent/price_list.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace calcvram {

/// So many cards that the list sells together.
struct RentalSet {
  const Gpu *gpu;
  int count;
  std::array<const PriceRow *, 6> row_in; ///< by Period: the row that prices it; nullptr where none may
  std::size_t place;                      ///< of its first row in the list
};

/// Every set the list sells, sorted once by monthly price. The list must outlive it. Of quotes each row's sets stand
/// for themselves; in a period that another row of the same provider, card and kind (spot or not) is priced in, rows of
/// longer periods do not take part (who sells the week by itself does not sell a month's share of it).
class RentalSets {
public:
  explicit RentalSets(const PriceList &list);

  /// By price a month, then fewer cards, then more memory, then list order; sets without such a price last.
  [[nodiscard]] std::span<const RentalSet> all() const { return sets_; }
  /// The sets of 8 of a node card: whole nodes of these are rented with nodes=yes.
  [[nodiscard]] std::span<const RentalSet> nodes() const { return nodes_; }
  [[nodiscard]] const PriceList &list() const { return *list_; }

private:
  void add_listed(const PriceList &list);
  void add_quoted(const PriceList &list);

  const PriceList *list_;
  std::vector<RentalSet> sets_;
  std::vector<RentalSet> nodes_;
};

/// GPU_CHEAPEST: the first of offers(), found without making the others. Some 100 ns where prices are monthly, in
/// the list's currency. Throws as offers() does.
Offer cheapest(double required_gb, const GpuRequirements &requirements, const RentalSets &sets);

/// GPU_OFFERS: every set that holds `required_gb` (a total, or with per=card one card's) and meets the
/// requirements; by price, then fewer cards, then more free memory, then list order. prefer=single puts the single
/// cards first. Sets are in sold counts; nodes=yes adds, of cards rented as nodes of 8, the fewest whole nodes that
/// hold what 8 cards do not (or count= asks for); of quotes, of every card sold by 8. basis=usable leaves out cards
/// that nobody measured. Throws bad_argument for a required_gb out of range or a currency without a rate, no_answer
/// where nothing holds it.
std::vector<Offer> offers(double required_gb, const GpuRequirements &requirements, const RentalSets &sets);

} // namespace calcvram
