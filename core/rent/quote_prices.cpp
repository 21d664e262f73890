#include "rent/quote_prices.hpp"

#include "text/number.hpp"
#include "text/sentences.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace calcvram {
namespace {

/// The smallest figure of all cards, where all have it.
std::optional<double> least(std::span<const Gpu *const> cards, std::optional<double> Gpu::*figure) {
  std::optional<double> result = cards.front()->*figure;
  for (const Gpu *card : cards) {
    const std::optional<double> &other = card->*figure;
    result = result && other ? std::optional{std::min(*result, *other)} : std::nullopt;
  }
  return result;
}

bool all_have(std::span<const Gpu *const> cards, std::optional<bool> Gpu::*flag) {
  return std::ranges::all_of(cards, [&](const Gpu *card) { return (card->*flag).value_or(false); });
}

/// The shortest name that means just these cards, else what was typed.
std::string shared_name(std::span<const Gpu *const> cards, const std::string &typed, const GpuCatalogue &catalogue) {
  std::string best;
  for (const std::string &alias : cards.front()->aliases) {
    const GpuCandidates meant = catalogue.find(alias);
    const bool shorter = best.empty() || alias.size() < best.size();
    if (shorter && std::ranges::equal(meant, cards)) {
      best = alias;
    }
  }
  return best.empty() ? typed : best;
}

/// Cards that stand for several, each made once.
class MergedCards {
public:
  explicit MergedCards(const GpuCatalogue &catalogue) : catalogue_{&catalogue} {}

  const Gpu *card_for(const Quote &quote) {
    const std::vector<const Gpu *> &cards = quote.candidates;
    const auto nominal = least(cards, &Gpu::vram_gb);
    constexpr double least_share = 0.92; // as card_name.hpp: less is another amount
    const bool smaller = quote.vram_gb && nominal && *quote.vram_gb < *nominal * least_share;
    if (cards.size() == 1 && !smaller) {
      return cards.front();
    }
    const Gpu *&known = known_[{cards, smaller ? *quote.vram_gb : 0}];
    if (known == nullptr) {
      made_.push_back(std::make_unique<const Gpu>(merge(quote, smaller)));
      known = made_.back().get();
    }
    return known;
  }

  [[nodiscard]] std::vector<std::unique_ptr<const Gpu>> take() { return std::move(made_); }

private:
  [[nodiscard]] Gpu merge(const Quote &quote, bool smaller) const {
    const std::vector<const Gpu *> &cards = quote.candidates;
    Gpu gpu = *cards.front();
    if (cards.size() > 1) {
      gpu.id.clear();
      gpu.label = shared_name(cards, quote.gpu_text, *catalogue_);
      gpu.vram_gb = least(cards, &Gpu::vram_gb);
      gpu.usable_mib = least(cards, &Gpu::usable_mib);
      gpu.bandwidth_gb_s = least(cards, &Gpu::bandwidth_gb_s);
      gpu.fp8 = all_have(cards, &Gpu::fp8);
      gpu.fabric = all_have(cards, &Gpu::fabric);
      const auto other_vendor = [&](const Gpu *card) { return card->vendor != gpu.vendor; };
      if (std::ranges::any_of(cards, other_vendor)) {
        gpu.vendor.clear();
      }
    }
    if (smaller) {
      gpu.label += " vram_gb=" + format_number(*quote.vram_gb, 3);
      gpu.vram_gb = quote.vram_gb;
      gpu.usable_mib.reset();
    }
    return gpu;
  }

  const GpuCatalogue *catalogue_;
  std::map<std::pair<std::vector<const Gpu *>, double>, const Gpu *> known_;
  std::vector<std::unique_ptr<const Gpu>> made_;
};

std::vector<int> counts_of(const Quote &quote) {
  if (!quote.sold_counts.empty()) {
    return quote.sold_counts;
  }
  if (quote.gpus > 1 || quote.price_for == PriceFor::offer) {
    return {whole_offers(std::max(quote.min_gpus, 1), quote.gpus)};
  }
  std::vector<int> counts{quote.min_gpus};
  std::ranges::copy_if(usual_counts, std::back_inserter(counts), [&](int count) { return count > quote.min_gpus; });
  return counts;
}

std::string warnings_of(const Quote &quote) {
  Sentences sentences;
  if (quote.spot) {
    sentences.add("spot: may be taken away");
  }
  if (quote.contracted) {
    sentences.add("a contracted price, not a list price");
  }
  for (const Finding &finding : quote.findings) {
    if (finding.severity == Severity::warning) {
      sentences.add(finding.words);
    }
  }
  return sentences.take();
}

PriceTerms terms_of(const Quote &quote, const Gpu *card) {
  PriceTerms terms;
  terms.gpu = card;
  terms.provider = quote.provider;
  terms.offer = quote.offer;
  terms.price = *quote.price;
  terms.currency = quote.currency;
  terms.period = *quote.period;
  terms.sold_counts = counts_of(quote);
  terms.node_round = quote.node_round;
  terms.tiers = quote.tiers;
  terms.source = quote.source;
  terms.quoted = QuotedTerms{quote.row, quote.candidates, quote.gpus, quote.price_for, quote.discount,    quote.support,
                             quote.tax, quote.fx,         quote.spot, quote.region,    warnings_of(quote)};
  return terms;
}

} // namespace

PriceList prices_of(const QuoteTable &table, const GpuCatalogue &catalogue) {
  MergedCards merged{catalogue};
  std::vector<PriceRow> rows;
  rows.reserve(table.quotes().size());
  for (const Quote &quote : table.quotes()) {
    if (quote.price && quote.period && !quote.candidates.empty() && quote.usable()) {
      rows.emplace_back(terms_of(quote, merged.card_for(quote)));
    }
  }
  return PriceList{std::move(rows), merged.take()};
}

} // namespace calcvram
