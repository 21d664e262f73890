// Which column of a quote table holds what: headers recognised by their names, in any order.
#pragma once

#include "cell.hpp"
#include "rent/quote.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace calcvram {

/// What a column can hold.
enum class QuoteField : std::uint8_t {
  // ours, in the order of the manual
  provider,
  offer,
  gpu,
  vram_gb,
  bandwidth_gb_s,
  gpus,
  price,
  currency,
  fx,
  price_for,
  period,
  billed,
  bill_step,
  min_gpus,
  min_term,
  discount,
  tiers,
  setup,
  prepaid,
  deposit,
  support_pct,
  storage_gb,
  storage_price,
  egress_gb,
  egress_price,
  tax_pct,
  escalation_pct,
  region,
  spot,
  as_of,
  valid_until,
  source,
  sold_counts,    ///< x_sold_counts: "1 2 4 8"
  node_round,     ///< x_node_round: 8 cards are a node, whose price is rounded to this
  egress_free_gb, ///< x_egress_free_gb: GB a month that cost nothing
  // other tables' ways to say the same
  spot_price,        ///< of the same row: a second quote
  per_gpu_price,     ///< beside a price of the whole offer
  total_vram_gb,     ///< of all cards of the offer
  gpu_info,          ///< SkyPilot: the name, or a record with MiB a card
  list_price,        ///< FOCUS ListUnitPrice
  contracted_price,  ///< FOCUS ContractedUnitPrice
  charge_frequency,  ///< FOCUS: One-Time, Recurring, Usage-Based
  charge_category,   ///< FOCUS: Usage, Purchase, Tax, Credit, Adjustment
  pricing_category,  ///< FOCUS: Standard, Dynamic (spot), Committed, Other
  charge_start,      ///< FOCUS, inclusive
  charge_end,        ///< FOCUS, exclusive
  billed_cost,       ///< FOCUS: cash
  effective_cost,    ///< FOCUS: what was prepaid spread over use
  consumed_quantity, ///< FOCUS
  consumed_unit,     ///< FOCUS
  commitment_id,     ///< FOCUS
  commitment_unit,   ///< FOCUS: a currency for a commitment to spend
  commitment_status, ///< FOCUS: Used, Unused
  sku_details,       ///< FOCUS SkuPriceDetails: a record with GpuCount
};
inline constexpr std::size_t quote_fields = static_cast<std::size_t>(QuoteField::sku_details) + 1;

/// What a header says beside naming a column: "spot_usd_per_gpu_hour".
struct PriceHeader {
  std::string currency; ///< "" where it says none
  std::optional<Period> period;
  std::optional<PriceFor> per;
};

/// The first row of a quote table.
class QuoteHeaders {
public:
  /// Throws bad_argument where no header names a price: the words say what the first row holds.
  static QuoteHeaders read(const CellBlock &table);

  /// Counted from 0.
  [[nodiscard]] std::optional<std::size_t> column(QuoteField field) const {
    return columns_[static_cast<std::size_t>(field)];
  }
  /// As typed; "column 7" where there is none.
  [[nodiscard]] std::string name(std::size_t column) const;
  /// The same of the column that holds this; "" where none does.
  [[nodiscard]] std::string name(QuoteField field) const;
  /// The same; our own header where no column does.
  [[nodiscard]] std::string name_or_own(QuoteField field) const;
  [[nodiscard]] const PriceHeader &price_header(QuoteField field) const {
    return price_headers_[static_cast<std::size_t>(field)];
  }
  /// SkyPilot's catalogue, or FSDL's table: prices are USD, per instance, an hour.
  [[nodiscard]] bool is_instance_table() const { return instance_table_; }
  /// A bill in FOCUS columns: rows have costs instead of prices.
  [[nodiscard]] bool is_bill() const { return bill_; }
  /// Headers that nobody reads, that stand twice, that say one thing in two ways. Of row 1.
  [[nodiscard]] const std::vector<Finding> &findings() const { return findings_; }

private:
  void find(std::size_t column, Severity severity, std::string words);
  void read_column(const CellBlock &table, std::size_t column);
  void place(QuoteField field, int rank, const PriceHeader &says, std::size_t column);
  void recognise_table();
  void require_price() const;
  [[nodiscard]] bool has(QuoteField field) const { return column(field).has_value(); }
  /// Whether a column is called this (folded), and read.
  [[nodiscard]] bool reads(QuoteField field, std::string_view folded) const;

  std::array<std::optional<std::size_t>, quote_fields> columns_{};
  std::array<int, quote_fields> ranks_{}; ///< of the columns that are read
  std::array<PriceHeader, quote_fields> price_headers_{};
  std::vector<std::string> names_;
  std::vector<Finding> findings_;
  bool instance_table_ = false;
  bool bill_ = false;
};

/// Our own headers, for the manual and for completion.
std::vector<std::string_view> quote_header_names();

/// A spelling of a header and what is read from it.
struct HeaderName {
  std::string_view name;
  QuoteField field;
};
/// All that are recognised, but for those that name a price by their words. For the manual.
std::vector<HeaderName> known_header_names();

} // namespace calcvram
