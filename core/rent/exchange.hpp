// The currency that the rows of a list are compared in, and the rates that lead there.
#pragma once

#include "gpu/requirements.hpp"
#include "rent/price_list.hpp"

#include <string>
#include <vector>

namespace calcvram {

/// One question's currency: currency=; else the only one that its rows are in; else, of several, the only one that has
/// no rate (or the rate 1), the others having theirs by fx_eur= or by the row's fx. Rows of several currencies without
/// rates are never ranked together.
class Exchange {
public:
  /// The rows the question is about. Throws bad_argument where they are in several currencies without rates.
  Exchange(const std::vector<const PriceRow *> &rows, const GpuRequirements &requirements);

  /// "" where no row states one, or rates alone decide it.
  [[nodiscard]] const std::string &currency() const { return currency_; }
  /// Report currency for 1 of the row's. Throws bad_argument where none is known.
  [[nodiscard]] double rate(const PriceRow &row) const;

private:
  [[nodiscard]] std::optional<double> stated_rate(const PriceRow &row) const;

  const GpuRequirements *requirements_;
  std::string currency_;
};

} // namespace calcvram
