// A table of quotes: a range of cells in, quotes and what is odd about them out.
#pragma once

#include "cell.hpp"
#include "gpu/gpu.hpp"
#include "rent/headers.hpp"
#include "rent/quote.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace calcvram {

/// What a range of quotes says. It copies its texts, and points into the catalogue, which must outlive it. It depends
/// on the cells and the catalogue alone: a cache may keep it by content_of(block).
class QuoteTable {
public:
  /// The first row holds headers (headers.hpp). A row gives one quote, or two where it has a spot price beside the
  /// other; blank rows give none. What cannot be read is a finding of its quote, never a 0. Throws bad_argument only
  /// where no header names a price.
  ///
  /// SkyPilot's columns mean USD, per instance, an hour, used. A FOCUS bill's purchase is a price paid at the start
  /// for its charge period; its usage rows are EffectiveCost by the hour, of hours used (FOCUS 1.2, commitment discount
  /// samples: BilledCost 8,760 a year, EffectiveCost 1.00 an hour).
  static QuoteTable parse(const CellBlock &table, const GpuCatalogue &catalogue);

  [[nodiscard]] const QuoteHeaders &headers() const { return headers_; }
  /// In the order of the rows; a row's spot quote after its other one.
  [[nodiscard]] std::span<const Quote> quotes() const { return quotes_; }
  /// Of the table as a whole, the headers' among them. Of row 1.
  [[nodiscard]] std::span<const Finding> findings() const { return findings_; }

private:
  explicit QuoteTable(QuoteHeaders headers) : headers_{std::move(headers)} {}

  QuoteHeaders headers_;
  std::vector<Quote> quotes_;
  std::vector<Finding> findings_;
};

/// The quote of a row of the range, its header being row 1. Of a row with two the spot one where `spot`. Throws
/// bad_argument where the row has none.
const Quote &quote_in_row(const QuoteTable &table, double row, bool spot = false);
/// The quote of the one row whose offer, provider or "provider offer" holds `text` (as name.hpp folds it; a row that
/// is called just that wins). Throws bad_argument where none or several do.
const Quote &quote_named(const QuoteTable &table, std::string_view text, bool spot = false);

} // namespace calcvram
