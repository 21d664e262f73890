#include "rent/quotes.hpp"

#include "failure.hpp"
#include "rent/quote_row.hpp"
#include "text/name.hpp"
#include "text/number.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace calcvram {
namespace {

/// Currencies of the table as a whole: rows without one beside rows with one, several rates for one.
class Currencies {
public:
  explicit Currencies(const QuoteHeaders &headers) : column_{headers.name_or_own(QuoteField::currency)} {}

  void add(const Quote &quote) {
    if (!quote.price) {
      return;
    }
    if (quote.currency.empty()) {
      ++unstated_;
      return;
    }
    if (quote.currency == last_ && !quote.fx) {
      return;
    }
    last_ = quote.fx ? std::string{} : quote.currency;
    codes_.insert(quote.currency);
    if (quote.fx) {
      const auto [known, added] = rates_.try_emplace(quote.currency, *quote.fx);
      two_rates_ = !added && known->second != *quote.fx ? quote.currency : two_rates_;
    }
  }

  /// Keeps rows without a currency out where others have one.
  void judge(std::span<Quote> quotes) const {
    if (unstated_ == 0 || codes_.empty()) {
      return;
    }
    const std::string words = "no currency, where other rows are in " + list_of_codes();
    for (Quote &quote : quotes) {
      if (quote.price && quote.currency.empty() && quote.usable()) {
        quote.findings.push_back({quote.row, column_, Severity::error, words});
      }
    }
  }

  void judge(std::vector<Finding> &findings) const {
    const auto find = [&](std::string text) { findings.push_back({1, column_, Severity::warning, std::move(text)}); };
    if (unstated_ > 0 && codes_.empty()) {
      find("no currency is stated: all prices are taken to be in one");
    }
    if (!two_rates_.empty()) {
      find("fx has several rates for " + two_rates_);
    }
  }

private:
  [[nodiscard]] std::string list_of_codes() const {
    return listed(std::vector<std::string_view>{codes_.begin(), codes_.end()}, "and");
  }

  std::string column_;
  std::string last_; ///< the currency without a rate that was seen last
  std::size_t unstated_ = 0;
  std::set<std::string, std::less<>> codes_;
  std::map<std::string, Money, std::less<>> rates_;
  std::string two_rates_;
};

/// A row's quote, and of two the spot one where it is asked for.
const Quote &of_row(const Quote &first, std::span<const Quote> quotes, bool spot) {
  for (const Quote &quote : quotes) {
    if (quote.row == first.row && quote.spot == spot) {
      return quote;
    }
  }
  return first;
}

std::string place_of(const Quote &quote) {
  return "row " + std::to_string(quote.row);
}

} // namespace

QuoteTable QuoteTable::parse(const CellBlock &table, const GpuCatalogue &catalogue) {
  QuoteTable result{QuoteHeaders::read(table)};
  QuoteRowReader reader{table, result.headers_, catalogue};
  Currencies currencies{result.headers_};
  result.quotes_.reserve(table.rows());
  for (std::size_t row = 1; row < table.rows(); ++row) {
    const std::size_t before = result.quotes_.size();
    reader.read(row, result.quotes_);
    std::for_each(result.quotes_.begin() + static_cast<std::ptrdiff_t>(before), result.quotes_.end(),
                  [&](const Quote &quote) { currencies.add(quote); });
  }
  currencies.judge(result.quotes_);
  result.findings_ = result.headers_.findings();
  currencies.judge(result.findings_);
  if (result.quotes_.empty()) {
    result.findings_.push_back({1, "", Severity::warning, "there are headers, and no quotes below them"});
  }
  return result;
}

const Quote &quote_in_row(const QuoteTable &table, double row, bool spot) {
  if (row == 1) {
    bad_argument("row 1 holds the headers; the first quote stands in row 2");
  }
  if (!(row >= 2 && row <= 1e9) || row != std::floor(row)) {
    bad_argument(format_number(row) + " is no row of the quotes");
  }
  const auto wanted = static_cast<std::size_t>(row);
  const auto quotes = table.quotes();
  const auto found = std::ranges::lower_bound(quotes, wanted, {}, &Quote::row);
  if (found == quotes.end() || found->row != wanted) {
    bad_argument("there is no quote in row " + format_number(row));
  }
  return of_row(*found, quotes, spot);
}

const Quote &quote_named(const QuoteTable &table, std::string_view text, bool spot) {
  const std::string wanted = fold(said_text(text));
  if (wanted.empty()) {
    bad_argument("which offer? Give its row, or text of its offer or provider");
  }
  std::vector<const Quote *> exact;
  std::vector<const Quote *> holding;
  for (const Quote &quote : table.quotes()) {
    const std::string offer = fold(quote.offer);
    const std::string provider = fold(quote.provider);
    const std::string both = fold(quote.provider + " " + quote.offer);
    const auto add = [&](std::vector<const Quote *> &to) {
      if (to.empty() || to.back()->row != quote.row) {
        to.push_back(&quote);
      }
    };
    if (offer == wanted || provider == wanted || both == wanted) {
      add(exact);
    }
    if (both.find(wanted) != std::string::npos || offer.find(wanted) != std::string::npos ||
        provider.find(wanted) != std::string::npos) {
      add(holding);
    }
  }
  const auto &found = exact.empty() ? holding : exact;
  if (found.empty()) {
    std::vector<std::string_view> names;
    for (const Quote &quote : table.quotes()) {
      names.push_back(quote.offer.empty() ? quote.provider : quote.offer);
    }
    constexpr std::size_t most_suggestions = 1000; // comparing more takes longer than looking
    bad_argument("no offer or provider is called " + std::string{said_text(text)} +
                 (names.size() <= most_suggestions ? did_you_mean(text, names) : ""));
  }
  if (found.size() > 1) {
    bad_argument(words("\"", said_text(text), "\" is found in ", found.size(), " rows, such as ", place_of(*found[0]),
                       " and ", place_of(*found[1]), ": say more, or give the row"));
  }
  return of_row(*found.front(), table.quotes(), spot);
}

} // namespace calcvram
