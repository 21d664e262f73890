#include "rent/token_cost.hpp"

#include "failure.hpp"
#include "text/words.hpp"

namespace calcvram {

double token_cost(double price_per_hour, double tokens_per_second, double utilisation) {
  if (!(price_per_hour >= 0)) {
    bad_argument(words("price_per_hour ", price_per_hour, " is negative"));
  }
  if (!(tokens_per_second > 0)) {
    bad_argument(words("tokens_per_second ", tokens_per_second, " is not above 0"));
  }
  if (!(utilisation > 0 && utilisation <= 1)) {
    bad_argument(words("utilisation ", utilisation, " is a fraction, above 0 and at most 1 (60 % is 0.6)"));
  }
  constexpr double tokens = 1e6;
  constexpr double seconds_an_hour = 3600;
  return price_per_hour * tokens / (seconds_an_hour * tokens_per_second * utilisation);
}

} // namespace calcvram
