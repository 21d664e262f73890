// What one quote costs for a term, line by line.
#pragma once

#include "rent/billing.hpp"
#include "rent/calendar.hpp"
#include "rent/currency.hpp"
#include "rent/money.hpp"
#include "rent/quote.hpp"
#include "rent/rent_options.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace calcvram {

enum class CostPart : std::uint8_t { compute, support, setup, storage, egress, tax };
inline constexpr std::array cost_parts{CostPart::compute, CostPart::support, CostPart::setup,
                                       CostPart::storage, CostPart::egress,  CostPart::tax};

/// "compute", "support", "set-up", "storage", "egress", "tax".
std::string_view name_of(CostPart part);

/// The lines of a bill, in the report currency; a line that does not apply is 0. Costs are positive.
class TermCost {
public:
  [[nodiscard]] const Money &line(CostPart part) const { return lines_[static_cast<std::size_t>(part)]; }
  Money &line(CostPart part) { return lines_[static_cast<std::size_t>(part)]; }
  /// The sum of the lines, exactly.
  [[nodiscard]] Money total() const;

  Bill bill;
  Money deposit; ///< paid at the start and returned at the end: in no line and not in the total
  Money rate{1}; ///< report currency for 1 of the quote's

private:
  std::array<Money, cost_parts.size()> lines_;
};

/// Prices one order under one set of options, for one quote or ten thousand. The options must outlive it.
///
///   compute = card_price() of the cards billed x billed time / period
///   support = its share of compute                    set-up: once an order
///   storage = GB x price x months asked for           egress = GB a month beyond what is free x price x months
///   tax     = its share of all of these, with tax=gross; none with tax=net
///
/// With an escalation the price of each whole
/// year of the term is (1 + g)^(year - 1) of the first one's: compute (and so support), storage and egress; a price
/// for the whole term has it in already. Every line is multiplied by the rate to the report currency, then, with
/// round=, rounded half-up. Formulas: terms found in suppliers' quotes and FinOps FOCUS 1.2 (focus.finops.org).
class TermPricing {
public:
  TermPricing(const Order &order, const RentOptions &options);

  /// Throws bad_argument with why_not()'s words, or where the report currency needs a rate.
  [[nodiscard]] TermCost cost(const Quote &quote, const ReportCurrency &report) const;
  /// In the report currency of this quote alone.
  [[nodiscard]] TermCost cost(const Quote &quote) const;
  /// Why the quote has no cost: its findings that are errors, a spot price without spot=yes; "" where it has one.
  [[nodiscard]] std::string why_not(const Quote &quote) const;

  [[nodiscard]] const Order &order() const { return order_; }
  [[nodiscard]] const RentOptions &options() const { return *options_; }
  [[nodiscard]] const Calendar &calendar() const { return calendar_; }
  /// Hours of use that the order is for, of each card: the time asked for x utilisation.
  [[nodiscard]] double useful_hours() const { return useful_hours_; }

private:
  [[nodiscard]] Money compute(const Quote &quote, const Bill &bill) const;

  Order order_;
  const RentOptions *options_;
  Calendar calendar_;
  Decimal asked_months_;
  double useful_hours_;
};

/// GB that the workload holds: storage_gb=, else the row's.
const Decimal &storage_need(const Quote &quote, const RentOptions &options);
/// GB a month that are billed: egress_gb=, else the row's, beyond the row's x_egress_free_gb.
Decimal egress_billed(const Quote &quote, const RentOptions &options);

/// The tax a payment carries: its fraction with tax=gross where the row states one, else 0.
Decimal tax_fraction(const Quote &quote, const RentOptions &options);

/// RENT_COST: total() of the quote in the report currency, see ReportCurrency: what currency= names, else what the rate
/// of the quote leads to, else its own.
TermCost rent_cost(const Quote &quote, const Order &order, const RentOptions &options = {});

} // namespace calcvram
