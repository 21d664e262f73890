#include "rent/amount.hpp"

#include "failure.hpp"
#include "text/date.hpp"
#include "text/name.hpp"
#include "text/number.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace calcvram {
namespace {

struct Sign {
  std::string_view sign;
  std::string_view code;
};

/// Signs of money that mean one currency. "kr" and "Rs" mean several: they are not here.
constexpr auto signs = std::to_array<Sign>({
    {"$", "USD"},
    {"us$", "USD"},
    {"\xE2\x82\xAC", "EUR"}, // the euro sign
    {"\xC2\xA3", "GBP"},     // pound
    {"\xC2\xA5", "JPY"},     // yen
    {"\xE2\x82\xBA", "TRY"}, // lira
    {"tl", "TRY"},
    {"\xE2\x82\xB9", "INR"}, // rupee
    {"\xE2\x82\xA9", "KRW"}, // won
    {"c$", "CAD"},
    {"ca$", "CAD"},
    {"a$", "AUD"},
    {"au$", "AUD"},
    {"r$", "BRL"},
    {"z\xC5\x82", "PLN"},
    {"fr.", "CHF"},
});

struct Spelling {
  std::string_view from;
  std::string_view to;
};

/// What word processors and locales put into numbers.
constexpr auto spellings = std::to_array<Spelling>({
    {"\xC2\xA0", " "},     // no-break space
    {"\xE2\x80\xAF", " "}, // narrow no-break space
    {"\xE2\x80\x89", " "}, // thin space
    {"\xE2\x80\x99", "'"}, // right quote, the Swiss mark
    {"\xE2\x88\x92", "-"}, // minus
    {"\xE2\x80\x93", "-"}, // en dash
});

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string lowered(std::string_view text) {
  std::string lower{text};
  for (char &c : lower) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return lower;
}

std::string plain_spelling(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const auto found = std::ranges::find_if(spellings, [&](const Spelling &one) { return text.starts_with(one.from); });
    if (found != spellings.end()) {
      plain += found->to;
      text.remove_prefix(found->from.size());
    } else {
      plain += text.front();
      text.remove_prefix(1);
    }
  }
  return plain;
}

/// The digits of a number whose integer part may be grouped by threes, with a point; or why not.
struct Digits {
  std::string plain;
  std::string trouble;
};

Digits not_a_number(std::string_view text) {
  return {{}, words("\"", text, "\" is not a number")};
}

/// Whether `text` is "1.234.567": one to three digits, then groups of three after each mark.
bool is_grouped(std::string_view text, char mark) {
  std::size_t first = text.find(mark);
  if (first == 0 || first > 3 || first == std::string_view::npos) {
    return false;
  }
  for (text.remove_prefix(first); !text.empty(); text.remove_prefix(4)) {
    const bool group = text.size() >= 4 && text.front() == mark && std::ranges::all_of(text.substr(1, 3), is_digit);
    if (!group) {
      return false;
    }
  }
  return true;
}

/// "1.234", "12,500": a thousand or a fraction, who knows. "0.123" and "1234.567" can only be fractions.
bool is_ambiguous(std::string_view text, char mark) {
  return text.front() != '0' && is_grouped(text, mark);
}

std::string without(std::string_view text, char mark) {
  std::string rest{text};
  std::erase(rest, mark);
  return rest;
}

Digits decimal_part(std::string_view text, char mark) {
  std::string plain{text};
  std::ranges::replace(plain, mark, '.');
  return {std::move(plain), {}};
}

/// `text` holds digits, points, commas, and one kind of group mark (a space or a quote) at most.
Digits read_digits(std::string_view text) {
  std::string whole{text};
  for (const char group : {' ', '\''}) {
    if (whole.find(group) == std::string::npos) {
      continue;
    }
    const auto mark = whole.find_first_of(".,");
    if (!is_grouped(std::string_view{whole}.substr(0, mark), group)) {
      return not_a_number(text);
    }
    whole = without(whole, group);
    if (const auto at = whole.find_first_of(".,"); at != std::string::npos) {
      return whole.find_first_of(".,", at + 1) == std::string::npos ? decimal_part(whole, whole[at])
                                                                    : not_a_number(text);
    }
    return {whole, {}};
  }
  const auto points = std::ranges::count(whole, '.');
  const auto commas = std::ranges::count(whole, ',');
  if (points == 0 && commas == 0) {
    return {whole, {}};
  }
  if (points > 0 && commas > 0) {
    const char decimal = whole[whole.find_last_of(".,")];
    const char thousands = decimal == '.' ? ',' : '.';
    const auto at = whole.find(decimal);
    const bool right = std::ranges::count(whole, decimal) == 1 && is_grouped(whole.substr(0, at), thousands);
    return right ? decimal_part(without(whole, thousands), decimal) : not_a_number(text);
  }
  const char mark = points > 0 ? '.' : ',';
  if (points + commas > 1) {
    return is_grouped(whole, mark) ? Digits{without(whole, mark), {}} : not_a_number(text);
  }
  if (is_ambiguous(whole, mark)) {
    return {{}, words("\"", text, "\" may be ", without(whole, mark), " or ", decimal_part(whole, mark).plain)};
  }
  return decimal_part(whole, mark);
}

/// Whether a digit, or a mark before one, stands at `at`.
bool starts_number(std::string_view text, std::size_t at) {
  const bool mark = text[at] == '.' || text[at] == ',';
  return is_digit(text[at]) || (mark && at + 1 < text.size() && is_digit(text[at + 1]));
}

std::size_t number_length(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size()) {
    const char c = text[length];
    const bool group = (c == ' ' || c == '\'') && length + 1 < text.size() && is_digit(text[length + 1]);
    if (!is_digit(c) && c != '.' && c != ',' && !group) {
      break;
    }
    ++length;
  }
  // "3.06." ends a sentence
  return length > 0 && (text[length - 1] == '.' || text[length - 1] == ',') ? length - 1 : length;
}

void set_currency(Amount &amount, std::string_view sign) {
  const auto code = read_currency(sign);
  if (!code || (!amount.currency.empty() && amount.currency != *code)) {
    amount.trouble = words("\"", sign, "\" is no currency we know");
    return;
  }
  amount.currency = *code;
  amount.any_dollar = trim(sign) == "$";
}

/// "USD/GPU/h", "per month": what may stand behind a number.
void read_tail(Amount &amount, std::string_view tail) {
  constexpr std::string_view between = " /-";
  while (amount.trouble.empty()) {
    tail.remove_prefix(std::min(tail.find_first_not_of(between), tail.size()));
    if (tail.empty()) {
      return;
    }
    const auto word = tail.substr(0, std::min(tail.find_first_of(between), tail.size()));
    tail.remove_prefix(word.size());
    const std::string lower = lowered(word);
    if (lower == "per" || lower == "a" || lower == "an") {
      continue;
    }
    if (const auto per = find_price_for(lower)) {
      amount.per = per;
    } else if (const auto period = find_period(lower)) {
      amount.period = period;
    } else {
      set_currency(amount, word);
    }
  }
}

/// The 15 digits that a spreadsheet shows, where they are few: 0.36979999999999996 is 0.3698.
std::optional<double> without_dust(double value) {
  constexpr int shown_digits = 15;
  constexpr std::size_t many = 16;
  constexpr std::size_t few = 11;
  std::string text = format_number(value);
  const auto count = [](std::string_view digits) {
    return static_cast<std::size_t>(std::ranges::count_if(digits, is_digit));
  };
  if (count(text) < many || text.find('e') != std::string::npos) {
    return std::nullopt;
  }
  const int whole_digits = std::max(1, static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1);
  text = format_number(value, std::max(0, shown_digits - whole_digits));
  const auto shown = parse_number(text);
  return count(text) <= few && shown ? shown : std::nullopt;
}

Amount from_number(double value) {
  Amount amount;
  if (!std::isfinite(value)) {
    amount.trouble = "not a finite number";
    return amount;
  }
  if (const auto clean = without_dust(value)) {
    amount.dust = value;
    value = *clean;
  }
  amount.money = Money{value};
  return amount;
}

int two_digits(std::string_view text) {
  return (text[0] - '0') * 10 + (text[1] - '0');
}

/// Fraction of a day of "T09:30:00Z" or " 09:30".
std::optional<double> time_of_day(std::string_view text) {
  if (text.empty()) {
    return 0;
  }
  if (text.ends_with('Z')) {
    text.remove_suffix(1);
  }
  const bool shape = (text.size() == 6 || text.size() >= 9) && (text[0] == 'T' || text[0] == ' ') && text[3] == ':';
  constexpr std::array<std::size_t, 4> digits{1, 2, 4, 5};
  if (!shape || !std::ranges::all_of(digits, [&](std::size_t at) { return is_digit(text[at]); })) {
    return std::nullopt;
  }
  double seconds = two_digits(text.substr(1)) * 3600.0 + two_digits(text.substr(4)) * 60.0;
  if (text.size() > 6) {
    if (text[6] != ':' || !is_digit(text[7]) || !is_digit(text[8])) {
      return std::nullopt;
    }
    seconds += two_digits(text.substr(7));
  }
  constexpr double seconds_of_a_day = 86'400;
  return seconds < seconds_of_a_day ? std::optional{seconds / seconds_of_a_day} : std::nullopt;
}

std::optional<double> iso_date(std::string_view text) {
  constexpr std::size_t length = 10;
  if (text.size() < length) {
    return std::nullopt;
  }
  const auto day = parse_date(text.substr(0, length));
  const auto time = time_of_day(text.substr(length));
  return day && time ? std::optional{*day + *time} : std::nullopt;
}

/// The text of a cell, or what stands there instead, for an error's words.
std::string shown(const Cell &cell) {
  if (const auto *number = std::get_if<double>(&cell)) {
    return format_number(*number);
  }
  const auto *text = std::get_if<std::string_view>(&cell);
  return text != nullptr ? "\"" + std::string{*text} + "\"" : std::string{"an error cell"};
}

bool is_blank(const Cell &cell) {
  const auto *text = std::get_if<std::string_view>(&cell);
  return std::holds_alternative<Blank>(cell) || (text != nullptr && said_text(*text).empty());
}

} // namespace

std::optional<PriceFor> find_price_for(std::string_view folded) {
  constexpr std::array<std::string_view, 6> cards{"gpu", "gpus", "pergpu", "card", "chip", "accelerator"};
  constexpr std::array<std::string_view, 7> offers{"offer", "peroffer", "instance", "node", "server", "machine", "vm"};
  if (std::ranges::find(cards, folded) != cards.end()) {
    return PriceFor::gpu;
  }
  return std::ranges::find(offers, folded) != offers.end() ? std::optional{PriceFor::offer} : std::nullopt;
}

std::string name_of(ErrorCell error) {
  switch (error.code) {
  case 503:
    return "#NUM!";
  case 519:
    return "#VALUE!";
  case 524:
    return "#REF!";
  case 525:
    return "#NAME?";
  case 532:
    return "#DIV/0!";
  case 32767:
    return "#N/A";
  default:
    return "Err:" + std::to_string(error.code);
  }
}

std::string_view said_text(std::string_view text) {
  constexpr std::string_view no_break_space = "\xC2\xA0";
  for (std::size_t before = 0; before != text.size();) {
    before = text.size();
    text = trim(text);
    text.remove_prefix(text.starts_with(no_break_space) ? no_break_space.size() : 0);
    text.remove_suffix(text.ends_with(no_break_space) ? no_break_space.size() : 0);
  }
  constexpr std::size_t longest = 4;
  if (text.size() > longest) {
    return text;
  }
  constexpr std::array<std::string_view, 7> nothing{"-", "n/a", "na", "null", "none", "nan", "\xE2\x80\x93"};
  const auto is_it = [&](std::string_view word) {
    return std::ranges::equal(
        word, text, [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b); });
  };
  return std::ranges::any_of(nothing, is_it) ? std::string_view{} : text;
}

std::optional<std::string> read_currency(std::string_view text) {
  text = said_text(text);
  if (text.empty()) {
    return std::string{};
  }
  const std::string lower = lowered(text);
  const auto sign = std::ranges::find(signs, std::string_view{lower}, &Sign::sign);
  if (sign != signs.end()) {
    return std::string{sign->code};
  }
  if (text.size() != 3 || !std::ranges::all_of(text, is_letter)) {
    return std::nullopt;
  }
  std::string code{text};
  std::ranges::transform(code, code.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return code;
}

Amount read_amount(std::string_view text) {
  Amount amount;
  amount.text = true;
  const std::string plain = plain_spelling(said_text(text));
  const std::string_view all = trim(plain);
  if (all.empty()) {
    return amount;
  }
  std::size_t start = 0;
  while (start < all.size() && !starts_number(all, start)) {
    ++start;
  }
  if (start == all.size()) {
    amount.trouble = words("\"", all, "\" is not an amount");
    return amount;
  }
  std::string head{trim(all.substr(0, start))};
  std::string_view tail = all.substr(start);
  const auto number = tail.substr(0, number_length(tail));
  tail.remove_prefix(number.size());
  bool negative = std::erase(head, '-') > 0;
  if (head.ends_with('(') && tail.ends_with(')')) { // an accountant's minus
    negative = true;
    head.pop_back();
    tail.remove_suffix(1);
  }
  if (const auto sign = trim(head); !sign.empty() && sign != "+") {
    set_currency(amount, sign);
  }
  const Digits digits = read_digits(number);
  if (amount.trouble.empty()) {
    amount.trouble = digits.trouble;
  }
  if (amount.trouble.empty()) {
    read_tail(amount, trim(tail));
  }
  if (amount.trouble.empty()) {
    amount.money = Money::parse((negative ? "-" : "") + digits.plain);
    amount.trouble = amount.money ? "" : words("\"", all, "\" is not an amount");
  }
  return amount;
}

Amount read_amount(const Cell &cell) {
  if (const auto *number = std::get_if<double>(&cell)) {
    return from_number(*number);
  }
  if (const auto *text = std::get_if<std::string_view>(&cell)) {
    return read_amount(*text);
  }
  return {};
}

std::optional<Money> read_fraction(const Cell &cell) {
  if (is_blank(cell)) {
    return std::nullopt;
  }
  std::optional<double> share;
  if (const auto *number = std::get_if<double>(&cell)) {
    share = *number;
  } else if (const auto *text = std::get_if<std::string_view>(&cell)) {
    share = parse_number(said_text(*text));
  }
  if (!share) {
    bad_argument(shown(cell) + " is not a share such as 0.05 or 5 %");
  }
  if (!(*share >= 0 && *share <= 1)) {
    bad_argument(shown(cell) + " must be from 0 to 1, or to 100 %");
  }
  return Money{*share};
}

std::optional<Duration> read_duration(const Cell &cell, std::optional<Period> unit) {
  if (is_blank(cell)) {
    return std::nullopt;
  }
  Duration duration{1, unit.value_or(Period::month)};
  bool has_unit = unit.has_value();
  if (const auto *number = std::get_if<double>(&cell)) {
    duration.count = *number;
  } else if (const auto *whole = std::get_if<std::string_view>(&cell)) {
    const std::string plain = plain_spelling(said_text(*whole));
    const std::string_view text = trim(plain);
    const auto digits = number_length(text);
    if (digits > 0) {
      const auto count = parse_number(text.substr(0, digits));
      duration.count = count ? *count : -1;
    }
    if (const auto word = text.substr(std::min(text.find_first_not_of(" -", digits), text.size())); !word.empty()) {
      duration.unit = parse_period(word);
      has_unit = true;
    }
  } else {
    duration.count = -1;
  }
  constexpr double longest = 1e6;
  if (!(duration.count >= 0 && duration.count <= longest)) {
    bad_argument(shown(cell) + " is not a length of time such as 3 months");
  }
  if (!has_unit) {
    bad_argument(shown(cell) + " of what? A length of time is written like 3 months");
  }
  return duration;
}

std::optional<double> read_date(const Cell &cell) {
  if (is_blank(cell)) {
    return std::nullopt;
  }
  constexpr double last_day = 2'958'466; // the end of the year 9999
  if (const auto *number = std::get_if<double>(&cell)) {
    if (*number > 0 && *number < last_day) {
      return *number;
    }
  } else if (const auto *text = std::get_if<std::string_view>(&cell)) {
    if (const auto date = iso_date(said_text(*text))) {
      return date;
    }
  }
  bad_argument(shown(cell) + " is not a date such as 2026-12-01");
}

} // namespace calcvram
