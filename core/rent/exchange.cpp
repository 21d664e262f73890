#include "rent/exchange.hpp"

#include "failure.hpp"

#include <algorithm>

namespace calcvram {

Exchange::Exchange(const std::vector<const PriceRow *> &rows, const GpuRequirements &requirements)
    : requirements_{&requirements}, currency_{requirements.currency} {
  if (!currency_.empty() || rows.empty()) {
    return;
  }
  const std::string &first = rows.front()->terms().currency;
  if (std::ranges::all_of(rows, [&](const PriceRow *row) { return row->terms().currency == first; })) {
    currency_ = first;
    return;
  }
  for (const PriceRow *row : rows) {
    if (stated_rate(*row).value_or(1) != 1) {
      continue;
    }
    const std::string &other = row->terms().currency;
    if (!currency_.empty() && currency_ != other) {
      bad_argument("prices are in " + currency_ + " and " + other +
                   ": currency= and a rate such as fx_eur= are needed");
    }
    currency_ = other;
  }
}

std::optional<double> Exchange::stated_rate(const PriceRow &row) const {
  const PriceTerms &terms = row.terms();
  if (const auto rate = fx_rate(*requirements_, terms.currency)) {
    return rate;
  }
  return terms.quoted && terms.quoted->fx ? std::optional{terms.quoted->fx->to_double()} : std::nullopt;
}

double Exchange::rate(const PriceRow &row) const {
  if (row.terms().currency == currency_) {
    return 1;
  }
  const auto rate = stated_rate(row);
  return rate ? *rate : report_rate(*requirements_, row.terms().currency); // which throws in words
}

} // namespace calcvram
