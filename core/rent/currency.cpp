#include "rent/currency.hpp"

#include "failure.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <set>

namespace calcvram {

StatedMoney money_of(const Quote &quote) {
  return {quote.currency, quote.fx ? &*quote.fx : nullptr};
}

StatedMoney money_of(const PriceRow &row) {
  const PriceTerms &terms = row.terms();
  return {terms.currency, terms.quoted && terms.quoted->fx ? &*terms.quoted->fx : nullptr};
}

ReportCurrency::ReportCurrency(std::span<const StatedMoney> rows, const GpuRequirements &options)
    : options_{&options}, code_{options.currency} {
  if (code_.empty()) {
    choose(rows);
  }
}

void ReportCurrency::choose(std::span<const StatedMoney> rows) {
  const auto is_plain = [&](const StatedMoney &row) {
    return row.fx == nullptr && row.currency == rows.front().currency;
  };
  if (options_->fx.empty() && std::ranges::all_of(rows, is_plain)) { // one currency and no rates, as nearly always
    code_ = rows.empty() ? std::string_view{} : rows.front().currency;
    return;
  }
  std::set<std::string_view> foreign; // with a rate other than 1
  std::set<std::string_view> unrated; // in a row or more
  std::string_view first;
  std::string_view first_at_one;
  const auto each_stated = [&](const auto &look_at) {
    std::string_view before;
    for (const StatedMoney &row : rows) {
      if (row.currency.empty() || (row.currency == before && row.fx == nullptr)) {
        continue; // most rows say what the row before says
      }
      before = row.fx == nullptr ? row.currency : std::string_view{};
      look_at(row.currency, stated_rate(row));
    }
  };
  each_stated([&](std::string_view currency, const std::optional<Decimal> &rate) {
    some_stated_ = true;
    if (!rate) {
      unrated.insert(currency);
    } else if (*rate != Decimal{1}) {
      foreign.insert(currency);
    }
  });
  each_stated([&](std::string_view currency, const std::optional<Decimal> &rate) {
    if (!foreign.contains(currency)) {
      first = first.empty() ? currency : first;
      first_at_one = rate && first_at_one.empty() ? currency : first_at_one;
    }
  });
  if (first.empty() && foreign.size() == 1 && unrated == foreign) {
    first = *foreign.begin();
  }
  code_ = first_at_one.empty() ? first : first_at_one;
  unrated.erase(code_);
  rival_ = unrated.empty() ? std::string_view{} : *unrated.begin();
}

bool ReportCurrency::is_in_it(const StatedMoney &row) const {
  return row.currency == code_ && (!code_.empty() || row.fx == nullptr);
}

std::optional<Decimal> ReportCurrency::stated_rate(const StatedMoney &row) const {
  if (const auto rate = fx_rate(*options_, row.currency)) {
    return Decimal{*rate};
  }
  return row.fx == nullptr ? std::nullopt : std::optional{*row.fx};
}

std::optional<Decimal> ReportCurrency::rate(const StatedMoney &row) const {
  if (is_in_it(row)) {
    return code_.empty() && some_stated_ ? std::nullopt : std::optional{Decimal{1}};
  }
  return stated_rate(row);
}

std::string ReportCurrency::why_no_rate(const StatedMoney &row) const {
  if (rate(row)) {
    return {};
  }
  if (row.currency.empty()) {
    return "no currency is stated, " + (code_.empty() ? "where others state theirs" : "the report is in " + code_);
  }
  return "prices are in " + std::string{row.currency} +
         (code_.empty() ? ": rates lead to the report's currency, and theirs is not given"
                        : ": a report in " + code_ + " needs a rate") +
         ", " + fx_key(row.currency) + "=";
}

Decimal ReportCurrency::required_rate(const StatedMoney &row) const {
  const auto known = rate(row);
  if (!known) {
    bad_argument(why_no_rate(row));
  }
  return *known;
}

double ReportCurrency::required_factor(const StatedMoney &row) const {
  return is_in_it(row) && !code_.empty() ? 1 : required_rate(row).to_double();
}

void ReportCurrency::require_one() const {
  if (!rival_.empty()) {
    bad_argument("prices are in " + (code_.empty() ? "" : code_ + " and ") + rival_ +
                 ": currency= and a rate such as " + fx_key(rival_) + "= are needed");
  }
}

std::string words_of_rate(double rate, std::string_view report_currency, std::string_view currency) {
  std::string words = "at " + format_number(rate);
  words += (report_currency.empty() ? "" : " ") + std::string{report_currency} + " for 1 ";
  words += currency.empty() ? "of its currency, which is not stated" : currency;
  return words;
}

} // namespace calcvram
