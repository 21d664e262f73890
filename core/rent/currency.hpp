// The currency that prices are compared in, and the rates that lead there.
#pragma once

#include "gpu/requirements.hpp"
#include "rent/money.hpp"
#include "rent/price_list.hpp"
#include "rent/quote.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace calcvram {

/// What one row says of the money its price is in. It lives as long as the row.
struct StatedMoney {
  std::string_view currency;   ///< "" where not stated
  const Decimal *fx = nullptr; ///< report currency for 1 of it; nullptr where not stated
};
StatedMoney money_of(const Quote &quote);
StatedMoney money_of(const PriceRow &row);

/// The currency of one answer, whether RENT_ or GPU_. Amounts are turned into it by
///   1 where the row is in it; else the option fx_eur=; else the row's fx.
/// It is the one that currency= names. Where that is not given it follows from the rows the question is about:
///   1. the first currency with a stated rate of 1, else the first without any rate: a rate other than 1 says that the
///      report is in another currency;
///   2. where some rows of a single currency have such a rate and others have none: that currency, nothing is turned;
///   3. where all have such rates: the rates alone lead to it, and it has no name. (So too for a single currency: who
///      gives fx=1.08 wants dollars, whichever other rows take part.)
///   4. none where no row states one: all prices are taken to be in one, as RENT_CHECK says.
/// A row without a rate that leads to it is never ranked with the others: RENT_COMPARE leaves it out and says why,
/// GPU_CHEAPEST, GPU_OFFERS and GPU_PRICE refuse to answer.
class ReportCurrency {
public:
  ReportCurrency(std::span<const StatedMoney> rows, const GpuRequirements &options);
  ReportCurrency(const StatedMoney &row, const GpuRequirements &options)
      : ReportCurrency{std::span{&row, 1}, options} {}

  /// "" where the rates alone lead to it, or nothing is stated.
  [[nodiscard]] const std::string &code() const { return code_; }
  /// Report currency for 1 of the row's; nothing where no rate is known.
  [[nodiscard]] std::optional<Decimal> rate(const StatedMoney &row) const;
  /// Why there is no rate: "prices are in EUR: a report in USD needs a rate, fx_eur=". "" where there is one.
  [[nodiscard]] std::string why_no_rate(const StatedMoney &row) const;
  /// rate(). Throws bad_argument with why_no_rate()'s words.
  [[nodiscard]] Decimal required_rate(const StatedMoney &row) const;
  /// The same as a double, at once where it is 1.
  [[nodiscard]] double required_factor(const StatedMoney &row) const;
  /// Throws bad_argument where the rows are in several currencies that nothing links, currency= not being given.
  void require_one() const;

private:
  void choose(std::span<const StatedMoney> rows);
  [[nodiscard]] std::optional<Decimal> stated_rate(const StatedMoney &row) const;
  [[nodiscard]] bool is_in_it(const StatedMoney &row) const;

  const GpuRequirements *options_;
  std::string code_;
  std::string rival_;        ///< another currency of the rows that has no rate
  bool some_stated_ = false; ///< of the rows
};

/// "at 1.08 USD for 1 EUR".
std::string words_of_rate(double rate, std::string_view report_currency, std::string_view currency);

} // namespace calcvram
