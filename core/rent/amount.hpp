// Amounts, shares, lengths of time and dates as people write them into a quote.
#pragma once

#include "cell.hpp"
#include "rent/money.hpp"
#include "rent/quote.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace calcvram {

/// A price as a cell holds it. What cannot be read is never 0: `trouble` says why, and there is no amount.
struct Amount {
  std::optional<Money> money;
  std::string currency;         ///< "USD" of "$3.06", "3.06 usd", "US$ 3.06"; "" where none stands there
  bool any_dollar = false;      ///< a bare "$" is any country's dollar, though USD where nothing else is said
  std::optional<Period> period; ///< of "$3.06/h", "3.06 per month"
  std::optional<PriceFor> per;  ///< of "$3.06/GPU/h"
  bool text = false;            ///< a text, not a number
  std::optional<double> dust;   ///< 0.36979999999999996, where 0.3698 was meant and read
  std::string trouble;          ///< in words; "" where there is none

  [[nodiscard]] bool blank() const { return !money && trouble.empty(); }
};

/// Whether a price is one card's or one offer's: "gpu", "card", "instance", "node"... folded. Nothing for other words.
std::optional<PriceFor> find_price_for(std::string_view folded);

/// Texts may hold thousands marks ("1.234,56 EUR", "1,234.56", "1 234,56", "1'234.56"). Where one mark stands once
/// before three digits ("1.234") it may be either, and nothing is read. "null", "n/a" and "-" are blank.
Amount read_amount(const Cell &cell);
Amount read_amount(std::string_view text);

/// A fraction from 0 to 1: 0.05, "0,05", "5 %". Nothing where blank. Throws bad_argument above 1, below 0 and for other
/// texts: 5 is not 5 %.
std::optional<Money> read_fraction(const Cell &cell);

/// "1 year", "3 months", "12" or 12 (so many `unit`s), "month" (one). Nothing where blank. Throws bad_argument.
std::optional<Duration> read_duration(const Cell &cell, std::optional<Period> unit);

/// A date as Calc's serial number, from one or from ISO 8601 ("2026-12-01", "2026-12-01T09:30:00Z"). Nothing where
/// blank. Throws bad_argument: other spellings mean different days in different countries.
std::optional<double> read_date(const Cell &cell);

/// "USD" of "usd", "$", "US$". Nothing for what is no code of three letters and no sign we know; "" for "".
std::optional<std::string> read_currency(std::string_view text);

/// Calc's name of an error: "#N/A", "#DIV/0!", "Err:502".
std::string name_of(ErrorCell error);

/// "" for what a table writes where it has nothing: "null", "n/a", "none", "-". Else the text, trimmed (no-break
/// spaces too).
std::string_view said_text(std::string_view text);

} // namespace calcvram
