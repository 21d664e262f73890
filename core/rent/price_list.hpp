// Lists of rental prices, the built-in one and those of a sheet's quotes, and what n cards of one row cost.
#pragma once

#include "gpu/fit.hpp"
#include "gpu/gpu.hpp"
#include "rent/card_price.hpp"
#include "rent/discount.hpp"
#include "rent/money.hpp"
#include "rent/period.hpp"
#include "rent/quote.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace calcvram {

/// What a row of a sheet's quotes says beyond a row of the built-in list.
struct QuotedTerms {
  std::size_t row = 0;                ///< of the range
  std::vector<const Gpu *> cards;     ///< of the catalogue: those its name may mean
  int offer_gpus = 1;                 ///< cards come in so many
  PriceFor price_for = PriceFor::gpu; ///< whether the price is one card's or one offer's
  Money discount;                     ///< a fraction
  Money support;                      ///< a fraction of what is left
  std::optional<Money> tax;           ///< a fraction of all
  std::optional<Money> fx;            ///< report currency for 1 of the row's
  bool spot = false;
  std::string region;
  std::string warnings; ///< in words
};

/// What one row says.
struct PriceTerms {
  const Gpu *gpu = nullptr; ///< of the catalogue, which must outlive it; or one that stands for several (the list's)
  std::string provider;
  std::string offer;
  Money price; ///< of one card; of a quote for QuotedTerms::price_for
  std::string currency;
  Period period = Period::month;
  std::vector<int> sold_counts;    ///< ascending
  std::optional<Money> node_round; ///< 8 cards are a node, whose price is rounded to this
  DiscountTiers tiers;
  std::string source;
  std::string as_of;
  std::string notes;
  std::optional<QuotedTerms> quoted; ///< nothing for a row of the built-in list
};

class PriceRow {
public:
  explicit PriceRow(PriceTerms terms);

  [[nodiscard]] const PriceTerms &terms() const { return terms_; }
  [[nodiscard]] const std::string &folded_provider() const { return folded_provider_; }
  [[nodiscard]] SoldCounts sold() const { return {terms_.sold_counts, terms_.node_round.has_value()}; }
  [[nodiscard]] bool sells(int count) const;
  [[nodiscard]] bool is_quoted() const { return terms_.quoted.has_value(); }
  /// price_of() but for the last digits, without exact arithmetic: to look for the least among many.
  [[nodiscard]] double about(int count, TierRule rule = TierRule::order) const;
  /// Whether the row is of that region: the same, or one of its parts between commas ("Texas, US, NA"). `folded`.
  [[nodiscard]] bool is_in(std::string_view folded) const;
  /// Price of `count` cards, sold or not, a period of this row, in its currency. The discount is that of the
  /// largest threshold not above the count; 8 cards of a node card are rounded half-up to node_round, and its
  /// multiples of 8 are so many nodes (the rental page's rules). Of a quote: whole offers, less its discount, with its
  /// support; neither set-up, storage nor egress, which are not for the cards.
  [[nodiscard]] double price_of(int count, TierRule rule = TierRule::order) const;

  /// price_of(), exactly.
  [[nodiscard]] Money exact_price(int count, TierRule rule) const;

private:
  /// `count` rounded up to whole offers.
  [[nodiscard]] int billed(int count) const;

  PriceTerms terms_;
  std::string folded_provider_;
  std::string folded_region_;
  double unit_price_ = 0;            ///< about, of one card before tiers
  std::vector<double> tier_shares_;  ///< about, what each tier leaves
  std::vector<double> small_orders_; ///< of 1 to 8 cards; none for a quote
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
  /// Of a sheet's quotes. `merged` are the cards that stand for several, which the rows point to.
  PriceList(std::vector<PriceRow> rows, std::vector<std::unique_ptr<const Gpu>> merged);

  [[nodiscard]] std::span<const PriceRow> rows() const { return rows_; }
  /// The row that prices a card in `period`: one of that period, else the first that may be converted; a week
  /// row never is. `folded_provider` empty = any. nullptr where there is none.
  [[nodiscard]] const PriceRow *row_for(const Gpu &gpu, Period period, std::string_view folded_provider = {}) const;
  /// In which counts a card is sold, for GPU_COUNT with sold=yes; nothing for a card not on the list.
  [[nodiscard]] std::optional<SoldCounts> sold_counts(const Gpu &gpu) const;

  [[nodiscard]] bool is_quoted() const { return quoted_; }
  /// Whether rows are in several currencies, or state rates.
  [[nodiscard]] bool is_mixed() const { return mixed_; }
  /// Places of the rows that may be for this card of the catalogue; of quotes only.
  [[nodiscard]] std::span<const std::size_t> places_of(const Gpu &gpu) const;

private:
  std::vector<PriceRow> rows_;
  std::vector<std::unique_ptr<const Gpu>> merged_;
  std::unordered_map<std::string_view, std::vector<std::size_t>> places_; ///< by id
  bool quoted_ = false;
  bool mixed_ = false;
};

/// "1 2 4 8": counts in which a card is sold, ascending. Throws bad_argument.
std::vector<int> parse_sold_counts(std::string_view text);

/// Throws CsvError with file, line and column, also for a gpu that is no id of the catalogue.
PriceList parse_price_list(std::string_view csv, std::string_view file, const GpuCatalogue &catalogue);

} // namespace calcvram
