#include "rent/check.hpp"

#include "rent/currency.hpp"
#include "text/name.hpp"
#include "text/number.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <unordered_map>

namespace calcvram {
namespace {

/// What makes two quotes one, joined by a mark that no text holds.
class Key {
public:
  Key &add(std::string_view part) {
    text_ += part;
    text_ += '\x1f';
    return *this;
  }
  Key &add(double part) { return add(format_number(part)); }
  [[nodiscard]] const std::string &text() const { return text_; }

private:
  std::string text_;
};

/// The offer: who, what, how many, in which terms; without price and region.
Key basis_key(const Quote &quote) {
  Key key;
  key.add(FoldedName{quote.provider}.view())
      .add(FoldedName{quote.offer}.view())
      .add(FoldedName{quote.gpu_text}.view())
      .add(quote.gpus)
      .add(quote.currency)
      .add(static_cast<double>(quote.price_for))
      .add(quote.period ? static_cast<double>(*quote.period) : -1);
  return key;
}

/// The same in all its terms.
Key offer_key(const Quote &quote) {
  Key key = basis_key(quote);
  key.add(quote.spot ? 1 : 0)
      .add(quote.contracted ? 1 : 0)
      .add(quote.min_gpus)
      .add(quote.min_term ? quote.min_term->count : 0)
      .add(quote.prepaid.to_double())
      .add(quote.vram_gb.value_or(0));
  return key;
}

/// Rows that an earlier one has said already.
class Duplicates {
public:
  [[nodiscard]] std::optional<Finding> look_at(const Quote &quote) {
    if (!quote.price) {
      return std::nullopt;
    }
    Key key = offer_key(quote);
    const double price = quote.price->to_double();
    const auto [offer, new_offer] = offers_.try_emplace(key.text(), Seen{quote.row, price});
    const auto [priced, new_price] = priced_.try_emplace(key.add(price).text(), quote.row);
    const auto [exact, is_new] = exact_.try_emplace(key.add(FoldedName{quote.region}.view()).text(), quote.row);
    const auto find = [&](Severity severity, std::string text) {
      return Finding{quote.row, "", severity, std::move(text)};
    };
    if (!is_new && exact->second != quote.row) {
      return find(Severity::warning, words("the same as row ", exact->second));
    }
    if (!new_price && priced->second != quote.row) {
      return find(Severity::note, words("the same offer and price as row ", priced->second, ", in another region"));
    }
    if (!new_offer && offer->second.row != quote.row && offer->second.price != price) {
      return find(Severity::note, words("the same offer as row ", offer->second.row, " at another price"));
    }
    return std::nullopt;
  }

private:
  struct Seen {
    std::size_t row;
    double price;
  };
  std::unordered_map<std::string, Seen> offers_;
  std::unordered_map<std::string, std::size_t> priced_;
  std::unordered_map<std::string, std::size_t> exact_;
};

/// Spot rows that cost as much as the other row of the same offer and region.
class SpotPrices {
public:
  explicit SpotPrices(const QuoteTable &table) : column_{table.headers().name(QuoteField::price)} {
    for (const Quote &quote : table.quotes()) {
      if (quote.price && !quote.spot) {
        others_.try_emplace(key(quote), &quote);
      }
    }
  }

  [[nodiscard]] std::optional<Finding> look_at(const Quote &quote) const {
    const auto found = quote.price && quote.spot ? others_.find(key(quote)) : others_.end();
    if (found == others_.end() || found->second->row == quote.row || *quote.price < *found->second->price) {
      return std::nullopt;
    }
    return Finding{quote.row, column_, Severity::warning,
                   words("the spot price ", format_number(quote.price->to_double()), " is not below the price in row ",
                         found->second->row, ", ", format_number(found->second->price->to_double()))};
  }

private:
  static std::string key(const Quote &quote) { return basis_key(quote).add(FoldedName{quote.region}.view()).text(); }

  std::string column_;
  std::unordered_map<std::string, const Quote *> others_;
};

/// Several currencies in one table; a warning where a price has no rate to the others'.
void compare_currencies(const QuoteTable &table, const GpuRequirements &rates, std::vector<Finding> &findings) {
  std::set<std::string_view> codes;
  std::vector<StatedMoney> money;
  for (const Quote &quote : table.quotes()) {
    if (quote.price && !quote.currency.empty()) {
      codes.insert(quote.currency);
      money.push_back(money_of(quote));
    }
  }
  if (codes.size() < 2) {
    return;
  }
  const ReportCurrency report{money, rates};
  const bool linked = std::ranges::all_of(money, [&](const StatedMoney &row) { return report.rate(row).has_value(); });
  findings.push_back({1, table.headers().name_or_own(QuoteField::currency), linked ? Severity::note : Severity::warning,
                      "prices are in " + listed(std::vector<std::string_view>{codes.begin(), codes.end()}, "and") +
                          (linked ? "" : ", and fx has no rate between them")});
}

/// Prices of unlike kinds in one table.
void compare_kinds(const QuoteTable &table, std::vector<Finding> &findings) {
  std::array<std::size_t, 2> contracted{};
  std::array<std::size_t, 2> taxed{};
  for (const Quote &quote : table.quotes()) {
    if (quote.price) {
      ++contracted.at(quote.contracted ? 1 : 0);
      ++taxed.at(quote.tax ? 1 : 0);
    }
  }
  if (contracted[0] > 0 && contracted[1] > 0) {
    findings.push_back(
        {1, table.headers().name(QuoteField::contracted_price), Severity::warning,
         words("a contracted price stands beside list prices (", contracted[1], " beside ", contracted[0], ")")});
  }
  if (taxed[0] > 0 && taxed[1] > 0) {
    findings.push_back(
        {1, table.headers().name(QuoteField::tax_pct), Severity::warning,
         words("tax is stated for ", counted(static_cast<double>(taxed[1]), "price"), " and not for ", taxed[0])});
  }
}

} // namespace

std::vector<Finding> dated_findings(const QuoteTable &table, const Quote &quote, const CheckOptions &options) {
  std::vector<Finding> findings;
  if (!options.today) {
    return findings;
  }
  const Freshness fresh = freshness_of(quote, *options.today, options.max_age_days);
  const auto find = [&](QuoteField field, std::string text) {
    findings.push_back({quote.row, table.headers().name(field), Severity::warning, std::move(text)});
  };
  if (fresh.expired_days > 0) {
    find(QuoteField::valid_until, "expired " + counted(fresh.expired_days, "day") + " ago");
  }
  if (fresh.stale) {
    find(QuoteField::as_of, "stale: the price is " + counted(*fresh.age_days, "day") + " old");
  } else if (fresh.age_days && *fresh.age_days < 0) {
    find(QuoteField::as_of, "the price is of a day that is still to come");
  }
  return findings;
}

std::vector<Finding> check_quotes(const QuoteTable &table, const CheckOptions &options) {
  std::vector<Finding> findings{table.findings().begin(), table.findings().end()};
  compare_currencies(table, options.rates, findings);
  compare_kinds(table, findings);
  Duplicates duplicates;
  const SpotPrices spot_prices{table};
  std::size_t row_start = findings.size();
  std::size_t row = 0;
  const auto add = [&](const Finding &finding) {
    const auto start = findings.begin() + static_cast<std::ptrdiff_t>(row_start);
    if (std::find(start, findings.end(), finding) == findings.end()) { // a row's two quotes share what the row says
      findings.push_back(finding);
    }
  };
  for (const Quote &quote : table.quotes()) {
    if (quote.row != row) {
      row = quote.row;
      row_start = findings.size();
    }
    std::ranges::for_each(quote.findings, add);
    std::ranges::for_each(dated_findings(table, quote, options), add);
    if (const auto spot = spot_prices.look_at(quote)) {
      add(*spot);
    }
    if (const auto duplicate = duplicates.look_at(quote)) {
      add(*duplicate);
    }
  }
  return findings;
}

} // namespace calcvram
