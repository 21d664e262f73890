// What generated tokens cost on rented cards.
#pragma once

namespace calcvram {

/// GPU_TOKEN_COST: the price of a million tokens, in the currency of the price:
///   price an hour x 10^6 / (3600 x tokens a second x utilisation).
/// Utilisation is the fraction of the paid time in which they are generated. Throws bad_argument for a negative price,
/// a rate that is not above 0, and a utilisation that is not above 0 and at most 1.
double token_cost(double price_per_hour, double tokens_per_second, double utilisation);

} // namespace calcvram
