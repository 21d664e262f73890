#include "rent/billing.hpp"

#include "failure.hpp"
#include "gpu/gpu.hpp"
#include "rent/card_price.hpp"

#include <algorithm>

namespace calcvram {
namespace {

bool is_stated(const std::optional<Duration> &duration) {
  return duration && duration->count > 0;
}

Length billed_time(const Quote &quote, const Length &used, const Calendar &calendar) {
  Length time = used;
  if (is_stated(quote.min_term)) {
    time = calendar.longer(time, Calendar::length(*quote.min_term));
  }
  if (is_stated(quote.bill_step)) {
    const Length step = Calendar::length(*quote.bill_step);
    time = step * calendar.steps(time, step);
  }
  return time;
}

} // namespace

Order checked_order(double gpus, double duration, Period unit) {
  return {gpus == 0 ? 0 : checked_count(gpus, "gpus"), checked_duration(duration, unit)};
}

Bill bill(const Quote &quote, const Order &order, double utilisation, const Calendar &calendar) {
  Bill result;
  result.asked = Calendar::length(order.duration);
  if (order.is_empty()) {
    result.time = result.term = result.asked * Decimal{0};
    result.whole_terms = Decimal{0};
    return result;
  }
  result.gpus = whole_offers(std::max(order.gpus, quote.min_gpus), quote.gpus);
  if (!quote.period) {
    const Length whole = is_stated(quote.min_term) ? Calendar::length(*quote.min_term) : result.asked;
    result.whole_terms = calendar.steps(result.asked, whole);
    result.time = result.term = whole * result.whole_terms;
    return result;
  }
  const bool by_use = quote.billed == Billed::used;
  const Length used = by_use && utilisation != 1 ? result.asked * Decimal{utilisation} : result.asked;
  result.time = billed_time(quote, used, calendar);
  result.term = calendar.longer(result.asked, result.time);
  return result;
}

} // namespace calcvram
