#include "rent/cash_flow.hpp"

#include "failure.hpp"
#include "rent/escalation.hpp"
#include "text/words.hpp"

namespace calcvram {
namespace {

constexpr int most_periods = 100'000;

/// A cost that runs up over a length of time.
class Accrual {
public:
  Accrual(const Money &cost, const Length &over, const Escalation &escalation, const Calendar &calendar)
      : over_{over}, escalation_{escalation}, calendar_{&calendar}, per_weight_{cost / escalation.weighed(over)} {}

  [[nodiscard]] Money up_to(const Length &elapsed) const {
    const Decimal amount = calendar_->amount_like(elapsed, over_);
    const Length reached{amount < over_.amount ? amount : over_.amount, over_.in_months};
    return per_weight_ * escalation_.weighed(reached);
  }

private:
  Length over_;
  Escalation escalation_;
  const Calendar *calendar_;
  Money per_weight_;
};

int periods_of(const Length &term, const Length &unit, const Calendar &calendar) {
  const double periods = calendar.steps(term, unit).to_double();
  if (periods > most_periods) {
    bad_argument(words("a cash flow of ", periods, " periods is too long; ", most_periods, " are the most"));
  }
  return static_cast<int>(periods);
}

} // namespace

std::vector<Money> cash_flow(const Quote &quote, const Order &order, const RentOptions &options) {
  const TermPricing pricing{order, options};
  const Calendar &calendar = pricing.calendar();
  const TermCost cost = pricing.cost(quote);
  if (order.is_empty()) {
    return {Money{}};
  }
  const Decimal with_tax = Decimal{1} + tax_fraction(quote, options);
  const auto paid = [&](const Money &amount) {
    const Money gross = amount * with_tax;
    return options.round ? gross.rounded(*options.round) : gross;
  };
  const Money prepaid = cost.line(CostPart::compute) * quote.prepaid;
  const Money running = cost.line(CostPart::compute) - prepaid + cost.line(CostPart::support);
  const Money metered = cost.line(CostPart::storage) + cost.line(CostPart::egress);
  const Escalation escalation{quote.escalation, calendar};
  const Escalation level{Decimal{}, calendar};
  const Accrual contract{running, cost.bill.term, quote.period ? escalation : level, calendar};
  const Accrual use{metered, cost.bill.asked, escalation, calendar};

  const Money at_start = paid(cost.line(CostPart::setup) + prepaid);
  const Length unit = Calendar::length(order.duration.unit);
  const int periods = periods_of(cost.bill.term, unit, calendar);
  std::vector<Money> flow;
  flow.reserve(static_cast<std::size_t>(periods) + 1);
  flow.push_back(at_start + cost.deposit);
  Money paid_before = at_start;
  for (int period = 1; period < periods; ++period) {
    const Length elapsed = unit * Decimal{period};
    const Money paid_by_now = at_start + paid(contract.up_to(elapsed) + use.up_to(elapsed));
    flow.push_back(paid_by_now - paid_before);
    paid_before = paid_by_now;
  }
  flow.push_back(cost.total() - paid_before - cost.deposit); // the rest, so that the sum is the total
  return flow;
}

} // namespace calcvram
