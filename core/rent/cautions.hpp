// What is odd about a quote beside others, in words.
#pragma once

#include "rent/quote.hpp"
#include "rent/term.hpp"

#include <span>
#include <string>
#include <string_view>

namespace calcvram {

/// How the quotes of one comparison differ in kind.
class QuoteKinds {
public:
  void add(const Quote &quote);

  [[nodiscard]] bool mixes_spot() const { return spot_ && other_; }
  [[nodiscard]] bool mixes_contracted() const { return contracted_ && list_; }
  [[nodiscard]] bool mixes_tax() const { return taxed_ && untaxed_; }
  /// Whether some charge for it.
  [[nodiscard]] bool charges_storage() const { return storage_; }
  [[nodiscard]] bool charges_egress() const { return egress_; }

private:
  bool spot_ = false, other_ = false;
  bool contracted_ = false, list_ = false;
  bool taxed_ = false, untaxed_ = false;
  bool storage_ = false, egress_ = false;
};

/// The warnings beside a quote's figures.
std::string cautions(const Quote &quote, const TermCost &cost, const TermPricing &pricing, const QuoteKinds &kinds,
                     std::string_view report_currency);

} // namespace calcvram
