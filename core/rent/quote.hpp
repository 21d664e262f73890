// One supplier's quote, as its row states it: nothing is converted, rounded or guessed here.
#pragma once

#include "gpu/gpu.hpp"
#include "rent/discount.hpp"
#include "rent/money.hpp"
#include "rent/period.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace calcvram {

/// A length of time: so many hours, weeks, months...
struct Duration {
  double count = 0;
  Period unit = Period::month;
};

enum class PriceFor : std::uint8_t { gpu, offer };
enum class Billed : std::uint8_t {
  reserved, ///< whether used or not
  used,     ///< utilisation acts on it
};
/// What a finding is worth: an `error` keeps the row out of every comparison, a `warning` stands beside its figures.
enum class Severity : std::uint8_t { note, warning, error };

/// What is odd about a row, or about a column (row 0).
struct Finding {
  std::size_t row = 0; ///< of the range, its header being row 1
  std::string column;  ///< as its header says; "" for the row
  Severity severity = Severity::warning;
  std::string words;

  friend bool operator==(const Finding &, const Finding &) = default;
};

/// "note", "warning", "error".
std::string_view name_of(Severity severity);
/// "row 7, column price: the cell holds an error, #N/A".
std::string placed(const Finding &finding);
/// The same where the row is known.
std::string in_column(const Finding &finding);

/// "A, B or C", with `last` = "or"; of very many the first and how many more.
std::string listed(std::span<const std::string_view> words, std::string_view last);
/// "H100 SXM, H100 PCIe or H100 NVL".
std::string labels_of(std::span<const Gpu *const> cards);

/// Dates are Calc's serial numbers (days since 1899-12-30). Amounts are in the row's currency.
struct Quote {
  std::size_t row = 2; ///< of the range, its header being row 1
  std::string provider;
  std::string offer;
  std::string gpu_text;                ///< as typed
  std::vector<const Gpu *> candidates; ///< the cards of that name, after vram_gb chose; of the catalogue
  std::optional<double> vram_gb;       ///< of one card, as stated
  std::optional<double> bandwidth_gb_s;
  int gpus = 1; ///< in one offer

  std::optional<Money> price; ///< nothing where blank, or not to be read
  std::string currency;       ///< upper case; "" where not stated
  std::optional<Money> fx;    ///< report currency for 1 of it
  PriceFor price_for = PriceFor::gpu;
  std::optional<Period> period; ///< nothing where the price is for the whole term
  Billed billed = Billed::reserved;
  bool spot = false;
  bool contracted = false; ///< after a negotiated discount (FOCUS ContractedUnitPrice), not a list price

  std::optional<Duration> bill_step; ///< use is rounded up to it; pro rata where not stated
  int min_gpus = 1;
  std::optional<Duration> min_term;
  Money discount; ///< a fraction, on compute
  DiscountTiers tiers;
  Money setup;                        ///< once an order
  Money prepaid;                      ///< a fraction of compute that is paid at the start
  Money deposit;                      ///< paid at the start, returned at the end
  Money support;                      ///< a fraction of compute
  Money storage_gb;                   ///< held
  std::optional<Money> storage_price; ///< a GB and month; nothing where not stated
  Money egress_gb;                    ///< a month
  std::optional<Money> egress_price;  ///< a GB; nothing where not stated
  Money egress_free_gb;               ///< x_egress_free_gb: a month of it that costs nothing
  std::optional<Money> tax;           ///< a fraction; nothing where not stated
  Money escalation;                   ///< a fraction a year

  std::vector<int> sold_counts;    ///< x_sold_counts, ascending; none where not stated
  std::optional<Money> node_round; ///< x_node_round: 8 cards are a node, whose price is rounded half-up to this

  std::string region;
  std::string source;
  std::optional<double> as_of;
  std::optional<double> valid_until;

  std::vector<Finding> findings;

  /// Whether no finding keeps it out.
  [[nodiscard]] bool usable() const;
};

/// "A100 may be ": how the words about a name that means several cards begin.
std::string may_be(const Quote &quote);
/// "A100 may be A100 PCIe 80GB or A100 SXM 80GB".
std::string ambiguous_card(const Quote &quote);

} // namespace calcvram
