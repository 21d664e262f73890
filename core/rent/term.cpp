#include "rent/term.hpp"

#include "failure.hpp"
#include "rent/card_price.hpp"
#include "rent/escalation.hpp"
#include "text/sentences.hpp"

namespace calcvram {
namespace {

/// What a cost that accrues over `length` comes to when prices rise on the way.
Money escalated(const Money &cost, const Escalation &escalation, const Length &length) {
  return escalation.is_level(length) ? cost : cost * escalation.weighed(length) / length.amount;
}

std::string errors_of(const Quote &quote) {
  Sentences errors;
  for (const Finding &finding : quote.findings) {
    if (finding.severity == Severity::error) {
      errors.add(in_column(finding));
    }
  }
  return errors.take();
}

} // namespace

std::string_view name_of(CostPart part) {
  constexpr std::array<std::string_view, cost_parts.size()> names{"compute", "support", "set-up",
                                                                  "storage", "egress",  "tax"};
  return names[static_cast<std::size_t>(part)];
}

Money TermCost::total() const {
  Money sum;
  for (const Money &line : lines_) {
    sum += line;
  }
  return sum;
}

TermPricing::TermPricing(const Order &order, const RentOptions &options)
    : order_{checked_order(order.gpus, order.duration.count, order.duration.unit)}, options_{&options},
      calendar_{options.common.hours_per_month}, asked_months_{calendar_.months(Calendar::length(order.duration))},
      useful_hours_{
          (calendar_.hours(Calendar::length(order.duration)) * Decimal{options.common.utilisation}).to_double()} {}

std::string TermPricing::why_not(const Quote &quote) const {
  if (!quote.usable()) {
    return errors_of(quote);
  }
  if (!quote.price) {
    return "no price";
  }
  return quote.spot && !options_->common.spot ? "a spot price counts only with spot=yes" : "";
}

Money TermPricing::compute(const Quote &quote, const Bill &bill) const {
  const int in_price = quote.price_for == PriceFor::offer ? quote.gpus : 1;
  const Money rate = card_price({*quote.price, in_price, quote.tiers, quote.node_round, quote.discount}, bill.gpus,
                                options_->common.tiers);
  if (!quote.period) {
    return rate * bill.whole_terms;
  }
  return escalated(calendar_.charge(rate, *quote.period, bill.time), {quote.escalation, calendar_}, bill.term);
}

const Decimal &storage_need(const Quote &quote, const RentOptions &options) {
  return options.storage_gb ? *options.storage_gb : quote.storage_gb;
}

Decimal egress_billed(const Quote &quote, const RentOptions &options) {
  const Decimal &sent = options.egress_gb ? *options.egress_gb : quote.egress_gb;
  return sent > quote.egress_free_gb ? sent - quote.egress_free_gb : Decimal{};
}

Decimal tax_fraction(const Quote &quote, const RentOptions &options) {
  return options.common.tax_gross && quote.tax ? *quote.tax : Decimal{};
}

TermCost TermPricing::cost(const Quote &quote, const ReportCurrency &report) const {
  if (const std::string reason = why_not(quote); !reason.empty()) {
    bad_argument("row " + std::to_string(quote.row) + ": " + reason);
  }
  const auto rate = report.rate(money_of(quote));
  if (!rate) {
    bad_argument("row " + std::to_string(quote.row) + ": " + report.why_no_rate(money_of(quote)));
  }
  TermCost result;
  result.rate = *rate;
  result.bill = bill(quote, order_, options_->common.utilisation, calendar_);
  if (order_.is_empty()) {
    return result;
  }
  const bool converts = *rate != Decimal{1};
  const auto reported = [&](const Money &amount) {
    const Money converted = converts ? amount * *rate : amount;
    return options_->round ? converted.rounded(*options_->round) : converted;
  };
  const auto set = [&](CostPart part, const Money &amount) { result.line(part) = reported(amount); };
  const Money compute_cost = compute(quote, result.bill);
  set(CostPart::compute, compute_cost);
  if (!quote.support.is_zero()) {
    set(CostPart::support, compute_cost * quote.support);
  }
  if (!quote.setup.is_zero()) {
    set(CostPart::setup, quote.setup);
  }
  const Escalation escalation{quote.escalation, calendar_};
  const auto set_monthly = [&](CostPart part, const Decimal &gb, const std::optional<Money> &price) {
    if (price && !gb.is_zero() && !price->is_zero()) {
      set(part, escalated(gb * *price * asked_months_, escalation, result.bill.asked));
    }
  };
  set_monthly(CostPart::storage, storage_need(quote, *options_), quote.storage_price);
  set_monthly(CostPart::egress, egress_billed(quote, *options_), quote.egress_price);
  if (const Decimal tax = tax_fraction(quote, *options_); !tax.is_zero()) {
    const Money taxed = result.total() * tax; // of lines that are in the report currency
    result.line(CostPart::tax) = options_->round ? taxed.rounded(*options_->round) : taxed;
  }
  if (!quote.deposit.is_zero()) {
    result.deposit = reported(quote.deposit);
  }
  return result;
}

TermCost TermPricing::cost(const Quote &quote) const {
  return cost(quote, ReportCurrency{money_of(quote), options_->common});
}

TermCost rent_cost(const Quote &quote, const Order &order, const RentOptions &options) {
  return TermPricing{order, options}.cost(quote);
}

} // namespace calcvram
