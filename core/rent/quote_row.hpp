// One row of a quote table, read by its headers.
#pragma once

#include "cell.hpp"
#include "gpu/gpu.hpp"
#include "rent/amount.hpp"
#include "rent/card_name.hpp"
#include "rent/headers.hpp"
#include "rent/quote.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace calcvram {

/// The period of "Hours", "GPU-Hours", "1 Month", "per week", and whose it is.
struct PeriodWords {
  std::optional<Period> period; ///< nothing for a price of the whole term
  std::optional<PriceFor> per;
  std::string trouble; ///< in words; "" where there is none
};

/// Reads the rows of one table. What it was made from must outlive it.
class QuoteRowReader {
public:
  QuoteRowReader(const CellBlock &table, const QuoteHeaders &headers, const GpuCatalogue &catalogue);

  /// Appends the quotes of a row: none where it is blank, two where it has a spot price beside another one.
  void read(std::size_t row, std::vector<Quote> &quotes);

private:
  /// A name that was looked up, with the words of what is odd about it.
  struct KnownName {
    CardName name;
    std::string unknown;
  };
  /// The price of a row and what was said about it beside its column.
  struct Price {
    QuoteField field = QuoteField::price;
    Amount amount;
    bool bill = false; ///< a cost of a FOCUS bill, not a unit price
  };

  [[nodiscard]] const Cell &cell(QuoteField field) const;
  [[nodiscard]] bool is_given(QuoteField field) const;
  [[nodiscard]] std::string_view text(QuoteField field) const;
  void find(Quote &quote, QuoteField field, Severity severity, std::string words) const;
  /// Runs `read`, whose failure becomes an error of the field.
  template <typename Read> void attempt(Quote &quote, QuoteField field, Read read) const;

  [[nodiscard]] bool is_blank_row() const;
  void find_error_cells(Quote &quote) const;
  void read_texts(Quote &quote) const;
  void read_counts(Quote &quote) const;
  void read_card(Quote &quote);
  const KnownName &known_name(const std::string &text);
  void choose_card(Quote &quote) const;
  [[nodiscard]] std::optional<StatedMemory> stated_memory(Quote &quote, QuoteField &from) const;
  void read_terms(Quote &quote) const;
  /// The amount of a field that may not be below 0; nothing, and why as a finding, where there is none.
  [[nodiscard]] std::optional<Money> read_money(Quote &quote, QuoteField field) const;
  void read_share(Quote &quote, QuoteField field, Money &to) const;
  [[nodiscard]] Price read_price(Quote &quote) const;
  [[nodiscard]] Price read_cost(Quote &quote) const;
  void read_period();
  void read_basis(Quote &quote, const Price &price) const;
  void read_currency_of(Quote &quote, const Price &price) const;
  void read_period_of(Quote &quote, const Price &price) const;
  void set_price(Quote &quote, const Price &price) const;
  void compare_per_gpu(Quote &quote, const Price &price) const;
  void add_quotes(Quote quote, const Price &price, std::vector<Quote> &quotes) const;

  const CellBlock *table_;
  const QuoteHeaders *headers_;
  const GpuCatalogue *catalogue_;
  std::size_t row_ = 0;
  std::vector<std::pair<QuoteField, std::size_t>> read_columns_;
  PeriodWords period_; ///< of the row: most rows say what the row before said
  std::string period_text_;
  std::unordered_map<std::string, KnownName> names_;
  std::size_t unknown_names_ = 0;
};

} // namespace calcvram
