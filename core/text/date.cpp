#include "text/date.hpp"

#include "text/number.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

namespace calcvram {
namespace {

using std::chrono::days;
using std::chrono::sys_days;
using std::chrono::year_month_day;

constexpr sys_days first_day{std::chrono::year{1899} / 12 / 30};
constexpr double last_serial = 2958465; // 9999-12-31

/// Exactly these digits.
std::optional<int> digits(std::string_view text) {
  int value = 0;
  const bool plain = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return plain && error == std::errc{} ? std::optional{value} : std::nullopt;
}

} // namespace

std::optional<double> parse_date(std::string_view text) {
  constexpr std::size_t length = 10;
  text = trim(text);
  const bool ends_there =
      text.size() == length || (text.size() > length && (text[length] == 'T' || text[length] == ' '));
  if (!ends_there || text[4] != '-' || text[7] != '-') {
    return std::nullopt;
  }
  const auto year = digits(text.substr(0, 4));
  const auto month = digits(text.substr(5, 2));
  const auto day = digits(text.substr(8, 2));
  if (!year || !month || !day) {
    return std::nullopt;
  }
  const year_month_day date{std::chrono::year{*year}, std::chrono::month{static_cast<unsigned>(*month)},
                            std::chrono::day{static_cast<unsigned>(*day)}};
  return date.ok() ? std::optional{static_cast<double>((sys_days{date} - first_day).count())} : std::nullopt;
}

std::string format_date(double serial) {
  if (!(serial >= 0 && serial <= last_serial)) {
    return format_number(serial);
  }
  const year_month_day date{first_day + days{static_cast<int>(std::floor(serial))}};
  const auto two = [](unsigned value) { return (value < 10 ? "0" : "") + std::to_string(value); };
  return std::to_string(static_cast<int>(date.year())) + "-" + two(static_cast<unsigned>(date.month())) + "-" +
         two(static_cast<unsigned>(date.day()));
}

} // namespace calcvram
