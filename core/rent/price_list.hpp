// The built-in list of rental prices, and what n cards of one row cost.
#pragma once

#include "gpu/fit.hpp"
#include "gpu/gpu.hpp"
#include "rent/discount.hpp"
#include "rent/money.hpp"
#include "rent/period.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace calcvram {

/// What one row says.
struct PriceTerms {
  const Gpu *gpu = nullptr; ///< of the catalogue, which must outlive it
  std::string provider;
  std::string offer;
  Money price; ///< of one card
  std::string currency;
  Period period = Period::month;
  std::vector<int> sold_counts;    ///< ascending
  std::optional<Money> node_round; ///< 8 cards are a node, whose price is rounded to this
  DiscountTiers tiers;
  std::string source;
  std::string as_of;
  std::string notes;
};

class PriceRow {
public:
  explicit PriceRow(PriceTerms terms);

  [[nodiscard]] const PriceTerms &terms() const { return terms_; }
  [[nodiscard]] const std::string &folded_provider() const { return folded_provider_; }
  [[nodiscard]] SoldCounts sold() const { return {terms_.sold_counts, terms_.node_round.has_value()}; }
  [[nodiscard]] bool sells(int count) const;
  /// Price of `count` cards, sold or not, a period of this row, in its currency. The discount is that of the
  /// largest threshold not above the count; 8 cards of a node card are rounded half-up to node_round, and its
  /// multiples of 8 are so many nodes (the rental page's rules).
  [[nodiscard]] double price_of(int count, TierRule rule = TierRule::order) const;

private:
  [[nodiscard]] Money exact_price(int count, TierRule rule) const;

  PriceTerms terms_;
  std::string folded_provider_;
  std::vector<double> small_orders_; ///< of 1 to 8 cards
};

/// The row among those that `accepts(row)` which prices `period`: the first of that period, else the first that may be
/// converted; a week row never is. nullptr where there is none.
template <typename Accepts>
const PriceRow *pricing_row(std::span<const PriceRow> rows, Period period, const Accepts &accepts) {
  const PriceRow *convertible = nullptr;
  for (const PriceRow &row : rows) {
    if (!accepts(row)) {
      continue;
    }
    if (row.terms().period == period) {
      return &row;
    }
    if (convertible == nullptr && row.terms().period != Period::week) {
      convertible = &row;
    }
  }
  return convertible;
}

/// The rows in list order.
class PriceList {
public:
  explicit PriceList(std::vector<PriceRow> rows) : rows_{std::move(rows)} {}

  [[nodiscard]] std::span<const PriceRow> rows() const { return rows_; }
  /// The row that prices a card in `period`: one of that period, else the first that may be converted; a week
  /// row never is. `folded_provider` empty = any. nullptr where there is none.
  [[nodiscard]] const PriceRow *row_for(const Gpu &gpu, Period period, std::string_view folded_provider = {}) const;
  /// In which counts a card is sold, for GPU_COUNT with sold=yes; nothing for a card not on the list.
  [[nodiscard]] std::optional<SoldCounts> sold_counts(const Gpu &gpu) const;

private:
  std::vector<PriceRow> rows_;
};

/// Throws CsvError with file, line and column, also for a gpu that is no id of the catalogue.
PriceList parse_price_list(std::string_view csv, std::string_view file, const GpuCatalogue &catalogue);

} // namespace calcvram
