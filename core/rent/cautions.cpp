#include "rent/cautions.hpp"

#include "rent/freshness.hpp"
#include "text/date.hpp"
#include "text/sentences.hpp"
#include "text/words.hpp"

namespace calcvram {
namespace {

std::string in_words(const Duration &duration) {
  return counted(duration.count, name_of(duration.unit));
}

std::string in_words(const Money &amount, std::string_view currency) {
  return format_number(amount.to_double()) + (currency.empty() ? "" : " ") + std::string{currency};
}

void warn_of_findings(Sentences &sentences, const Quote &quote) {
  // whoever read the table may have said so already
  const std::string either = may_be(quote);
  bool says_which = false;
  for (const Finding &finding : quote.findings) {
    if (finding.severity == Severity::warning) {
      sentences.add(finding.words);
      says_which = says_which || finding.words.starts_with(either);
    }
  }
  if (quote.candidates.size() > 1 && !says_which) {
    sentences.add(ambiguous_card(quote));
  }
}

void warn_of_more(Sentences &sentences, const Quote &quote, const TermCost &cost, const TermPricing &pricing) {
  const Order &order = pricing.order();
  if (cost.bill.gpus > order.gpus) {
    const bool by_minimum = quote.min_gpus > order.gpus;
    sentences.add(words("bills ", counted(cost.bill.gpus, "GPU"), ", ", order.gpus, " asked for",
                        by_minimum ? words(" (at least ", quote.min_gpus, ")") : "",
                        quote.gpus > 1 ? words(" (offers of ", quote.gpus, ")") : ""));
  }
  if (pricing.calendar().is_longer(cost.bill.time, cost.bill.asked)) {
    const double billed = pricing.calendar().hours(cost.bill.time).to_double();
    const double asked = pricing.calendar().hours(cost.bill.asked).to_double();
    sentences.add(words("bills ", billed, " hours, ", asked, " asked for",
                        quote.min_term ? " (at least " + in_words(*quote.min_term) + ")" : "",
                        quote.bill_step ? " (in steps of " + in_words(*quote.bill_step) + ")" : ""));
  }
  if (!quote.period && cost.bill.whole_terms > Decimal{1}) {
    sentences.add(words("the price is for a whole term, which is due ", cost.bill.whole_terms.to_double(), " times"));
  }
  if (!quote.period && !quote.escalation.is_zero()) {
    sentences.add("the price is for the whole term: no escalation is added to it");
  }
}

void warn_of_needs(Sentences &sentences, const Quote &quote, const RentOptions &options, const QuoteKinds &kinds) {
  const auto warn = [&](const std::optional<Money> &price, const Decimal &gb, bool others_charge,
                        std::string_view what) {
    if (!price && !gb.is_zero()) {
      sentences.add(words("its ", what, " price is not stated: none is added"));
    } else if (!price && others_charge) {
      sentences.add(words("its ", what, " price is not stated, where others charge for it"));
    }
  };
  warn(quote.storage_price, storage_need(quote, options), kinds.charges_storage(), "storage");
  warn(quote.egress_price, egress_billed(quote, options), kinds.charges_egress(), "egress");
}

void warn_of_tax(Sentences &sentences, const Quote &quote, const TermPricing &pricing, const QuoteKinds &kinds) {
  if (quote.tax) {
    return;
  }
  if (pricing.options().common.tax_gross) {
    sentences.add("its tax is not stated: none is added");
  } else if (kinds.mixes_tax()) {
    sentences.add("its tax is not stated, where others state theirs: the price may include it");
  }
}

void warn_of_dates(Sentences &sentences, const Quote &quote, const RentOptions &options) {
  if (!options.today) {
    return;
  }
  const Freshness fresh = freshness_of(quote, *options.today, options.max_age_days);
  if (!fresh.age_days) {
    sentences.add("no date (as_of): it may be old");
  } else if (fresh.stale) {
    sentences.add(words("old: of ", format_date(*quote.as_of), ", ", counted(*fresh.age_days, "day"), " before"));
  } else if (*fresh.age_days < 0) {
    sentences.add("dated " + format_date(*quote.as_of) + ", after today");
  }
  if (fresh.expired_days > 0) {
    sentences.add("expired on " + format_date(*quote.valid_until));
  }
}

} // namespace

void QuoteKinds::add(const Quote &quote) {
  (quote.spot ? spot_ : other_) = true;
  (quote.contracted ? contracted_ : list_) = true;
  (quote.tax ? taxed_ : untaxed_) = true;
  const auto is_charged = [](const std::optional<Money> &price, const Decimal &gb) {
    return price && !price->is_zero() && !gb.is_zero();
  };
  storage_ = storage_ || is_charged(quote.storage_price, quote.storage_gb);
  egress_ = egress_ || is_charged(quote.egress_price, quote.egress_gb);
}

std::string cautions(const Quote &quote, const TermCost &cost, const TermPricing &pricing, const QuoteKinds &kinds,
                     std::string_view report_currency) {
  Sentences sentences;
  warn_of_findings(sentences, quote);
  warn_of_more(sentences, quote, cost, pricing);
  if (cost.rate != Decimal{1} || quote.currency != report_currency) {
    sentences.add(words_of_rate(cost.rate.to_double(), report_currency, quote.currency));
  }
  if (kinds.mixes_spot() && quote.spot) {
    sentences.add("a spot price beside on-demand ones: it may be interrupted");
  }
  if (kinds.mixes_contracted() && quote.contracted) {
    sentences.add("a negotiated price beside list prices");
  }
  if (!pricing.order().is_empty()) {
    warn_of_needs(sentences, quote, pricing.options(), kinds);
  }
  warn_of_tax(sentences, quote, pricing, kinds);
  if (!cost.deposit.is_zero()) {
    sentences.add("a deposit of " + in_words(cost.deposit, report_currency) + " is not counted");
  }
  warn_of_dates(sentences, quote, pricing.options());
  return sentences.take();
}

} // namespace calcvram
