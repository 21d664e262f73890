// When the money of a term is paid.
#pragma once

#include "rent/term.hpp"

#include <vector>

namespace calcvram {

/// RENT_CASHFLOW: payments, positive, in the report currency; their sum is rent_cost()'s total. The first stands at
/// time 0: set-up, the prepaid part of compute, and the deposit. Then one at the end of each period of the order's
/// unit, for as long as the order runs (a minimum term longer than what is asked for included), the last one perhaps
/// for less than a whole period: what that period costs at its year's prices, tax in as in the total. The deposit
/// comes back in the last payment. What is not prepaid is spread evenly, a price for the whole term and a minimum
/// too. An empty order is one payment of 0.
///
/// FinOps FOCUS 1.2 calls these payments BilledCost; its EffectiveCost, a prepayment spread over its use, is
/// ComparedQuote::per_useful_gpu_hour. Throws what rent_cost() throws, and bad_argument beyond 100,000 periods.
std::vector<Money> cash_flow(const Quote &quote, const Order &order, const RentOptions &options = {});

} // namespace calcvram
