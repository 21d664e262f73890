#include "rent/period.hpp"

#include "failure.hpp"
#include "text/name.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace calcvram {
namespace {

constexpr double most_hours_per_month = 31 * 24;

constexpr std::array<std::string_view, 6> periods{"hour", "day", "week", "month", "quarter", "year"};

struct PeriodName {
  std::string_view name;
  Period period;
};

constexpr auto names = std::to_array<PeriodName>({
    {"hour", Period::hour},
    {"hours", Period::hour},
    {"hourly", Period::hour},
    {"h", Period::hour},
    {"hr", Period::hour},
    {"hrs", Period::hour},
    {"day", Period::day},
    {"days", Period::day},
    {"daily", Period::day},
    {"d", Period::day},
    {"week", Period::week},
    {"weeks", Period::week},
    {"weekly", Period::week},
    {"w", Period::week},
    {"wk", Period::week},
    {"month", Period::month},
    {"months", Period::month},
    {"monthly", Period::month},
    {"mo", Period::month},
    {"mth", Period::month},
    {"quarter", Period::quarter},
    {"quarters", Period::quarter},
    {"quarterly", Period::quarter},
    {"q", Period::quarter},
    {"qtr", Period::quarter},
    {"year", Period::year},
    {"years", Period::year},
    {"yearly", Period::year},
    {"annual", Period::year},
    {"annually", Period::year},
    {"y", Period::year},
    {"yr", Period::year},
});

} // namespace

std::optional<Period> find_period(std::string_view text) {
  const FoldedName folded{text};
  const auto found = std::ranges::find(names, folded.view(), &PeriodName::name);
  return found == names.end() ? std::nullopt : std::optional{found->period};
}

Period parse_period(std::string_view text) {
  const auto period = find_period(text);
  if (!period) {
    bad_argument("unknown period " + std::string{text} + did_you_mean(text, periods));
  }
  return *period;
}

std::string_view name_of(Period period) {
  return periods[static_cast<std::size_t>(period)];
}

PeriodLength length_of(Period period) {
  switch (period) {
  case Period::hour:
    return {1, false};
  case Period::day:
    return {24, false};
  case Period::week:
    return {168, false};
  case Period::month:
    return {1, true};
  case Period::quarter:
    return {3, true};
  case Period::year:
    break;
  }
  return {12, true};
}

double checked_hours_per_month(double hours) {
  if (hours == 0) {
    return default_hours_per_month;
  }
  if (!(hours > 0 && hours <= most_hours_per_month)) {
    bad_argument("hours_per_month must be more than 0 and at most 744, not " + format_number(hours));
  }
  return hours;
}

double convert_price(double price, Period from, Period to, double hours_per_month) {
  const double hours = checked_hours_per_month(hours_per_month);
  if (!std::isfinite(price)) {
    bad_argument("a price must be a number");
  }
  if (from == to) {
    return price;
  }
  const auto [amount, in_months] = length_of(to);
  return price_of_length<double>(price, length_of(from), amount, in_months, hours);
}

double periods_in(Period from, Period to, double hours_per_month) {
  return convert_price(1, to, from, hours_per_month);
}

} // namespace calcvram
