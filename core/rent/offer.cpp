#include "rent/offer.hpp"

#include "failure.hpp"
#include "rent/calendar.hpp"
#include "rent/card_price.hpp"
#include "text/keyed.hpp"
#include "text/number.hpp"
#include "text/sentences.hpp"

#include <array>
#include <cmath>

namespace calcvram {
namespace {

using Value = std::variant<double, std::string_view>;

constexpr auto fields = std::to_array<OfferField>({
    {"label", [](const Offer &offer) { return Value{std::string_view{offer.label}}; }},
    {"gpu", [](const Offer &offer) { return Value{std::string_view{offer.gpu().label}}; }},
    {"count", [](const Offer &offer) { return Value{static_cast<double>(offer.count)}; }},
    {"price", [](const Offer &offer) { return Value{offer.price}; }},
    {"period", [](const Offer &offer) { return Value{name_of(offer.period)}; }},
    {"currency", [](const Offer &offer) { return Value{std::string_view{offer.currency}}; }},
    {"provider", [](const Offer &offer) { return Value{std::string_view{offer.row->terms().provider}}; }},
    {"offer", [](const Offer &offer) { return Value{std::string_view{offer.row->terms().offer}}; }},
    {"total_gb", [](const Offer &offer) { return Value{offer.fit.total_gb}; }},
    {"free_gb", [](const Offer &offer) { return Value{offer.fit.free_gb}; }},
    {"verdict", [](const Offer &offer) { return Value{name_of(offer.fit.verdict)}; }},
    {"note", [](const Offer &offer) { return Value{std::string_view{offer.note}}; }},
    {"row",
     [](const Offer &offer) {
       const auto &quoted = offer.row->terms().quoted;
       return quoted ? Value{static_cast<double>(quoted->row)} : Value{std::string_view{}};
     }},
});

std::string note_of(const PriceRow &row, int count, Period period, const GpuRequirements &requirements,
                    const ReportCurrency &report) {
  const PriceTerms &terms = row.terms();
  Sentences note{terms.quoted ? terms.quoted->warnings : std::string{}};
  if (terms.quoted && requirements.tax_gross) {
    note.add("with a tax of " + format_number(terms.quoted->tax->to_double() * 100, 2) + " %");
  }
  if (terms.node_round && count % node_size == 0) {
    const int nodes = count / node_size;
    note.add((nodes == 1 ? "a node of 8" : std::to_string(nodes) + " nodes of 8") +
             std::string{", the node price rounded to "} + format_number(terms.node_round->to_double()) + " " +
             terms.currency);
  }
  if (terms.period != period) {
    note.add("from the price per " + std::string{name_of(terms.period)} + ", " +
             format_number(requirements.hours_per_month) + " hours a month");
  }
  if (const double rate = report.required_factor(money_of(row)); rate != 1 || report.code() != terms.currency) {
    note.add(words_of_rate(rate, report.code(), terms.currency));
  }
  return note.take();
}

} // namespace

double price_in(const PriceRow &row, int count, Period period, const GpuRequirements &requirements,
                const ReportCurrency &report) {
  const PriceTerms &terms = row.terms();
  if (!terms.quoted) {
    const double price = row.price_of(count, requirements.tiers);
    return (terms.period == period ? price : convert_price(price, terms.period, period, requirements.hours_per_month)) *
           report.required_factor(money_of(row));
  }
  Money price = row.exact_price(count, requirements.tiers);
  if (terms.period != period) {
    price = Calendar{requirements.hours_per_month}.charge(price, terms.period, Calendar::length(period));
  }
  if (requirements.tax_gross && terms.quoted->tax) {
    price = price * (Money{1} + *terms.quoted->tax);
  }
  if (report.required_factor(money_of(row)) != 1) {
    price = price * report.required_rate(money_of(row));
  }
  return price.to_double();
}

double about_in(const PriceRow &row, int count, Period period, const GpuRequirements &requirements,
                const ReportCurrency &report) {
  const PriceTerms &terms = row.terms();
  const double price =
      convert_price(row.about(count, requirements.tiers), terms.period, period, requirements.hours_per_month) *
      report.required_factor(money_of(row));
  const bool taxed = requirements.tax_gross && terms.quoted && terms.quoted->tax;
  return taxed ? price * (1 + terms.quoted->tax->to_double()) : price;
}

double price_in(const PriceRow &row, int count, Period period, const GpuRequirements &requirements) {
  return price_in(row, count, period, requirements, ReportCurrency{money_of(row), requirements});
}

bool takes_part(const PriceRow &row, const GpuRequirements &requirements) {
  if (!requirements.provider.empty() && row.folded_provider() != requirements.provider) {
    return false;
  }
  const auto &quoted = row.terms().quoted;
  if (!quoted) {
    return true;
  }
  const bool in_region = requirements.region.empty() || row.is_in(FoldedName{requirements.region}.view());
  return in_region && (requirements.spot || !quoted->spot) && (!requirements.tax_gross || quoted->tax);
}

namespace {

/// What quotes say of one card.
double quoted_price(const PriceList &list, const Gpu &gpu, int count, Period period,
                    const GpuRequirements &requirements) {
  // rows of just this card before those that may be another's, then rows of the period before those to be converted
  std::array<std::vector<const PriceRow *>, 4> rows;
  for (const std::size_t place : list.places_of(gpu)) {
    const PriceRow &row = list.rows()[place];
    const PriceTerms &terms = row.terms();
    const bool converted = terms.period != period;
    if (takes_part(row, requirements) && !(converted && terms.period == Period::week)) {
      const std::size_t ambiguous = terms.quoted->cards.size() > 1 ? 2 : 0;
      rows.at(ambiguous + (converted ? 1 : 0)).push_back(&row);
    }
  }
  const auto best = std::ranges::find_if(rows, [](const auto &some) { return !some.empty(); });
  if (best == rows.end()) {
    no_answer(gpu.label + " is not among the quotes that take part");
  }
  std::vector<StatedMoney> money;
  std::ranges::transform(*best, std::back_inserter(money), [](const PriceRow *row) { return money_of(*row); });
  const ReportCurrency report{money, requirements};
  report.require_one();
  const auto about = [&](const PriceRow *row) { return about_in(*row, count, period, requirements, report); };
  return price_in(**std::ranges::min_element(*best, {}, about), count, period, requirements, report);
}

} // namespace

double rental_price(const PriceList &list, const Gpu &gpu, int count, Period period,
                    const GpuRequirements &requirements) {
  checked_count(count, "count");
  if (list.is_quoted()) {
    return quoted_price(list, gpu, count, period, requirements);
  }
  const PriceRow *row = gpu.id.empty() ? nullptr : list.row_for(gpu, period, requirements.provider);
  if (row == nullptr) {
    no_answer(gpu.label + " is not on the list of prices");
  }
  return price_in(*row, count, period, requirements);
}

std::string set_label(const Gpu &gpu, int count) {
  return count == 1 ? gpu.label : std::to_string(count) + "x " + gpu.label;
}

Offer make_offer(const PriceRow &row, int count, Period period, const GpuRequirements &requirements,
                 const Fit &set_fit) {
  const ReportCurrency report{money_of(row), requirements};
  return make_offer(row, count, price_in(row, count, period, requirements, report), period, requirements, set_fit,
                    report);
}

Offer make_offer(const PriceRow &row, int count, double price, Period period, const GpuRequirements &requirements,
                 const Fit &set_fit, const ReportCurrency &report) {
  const PriceTerms &terms = row.terms();
  Offer offer;
  offer.row = &row;
  offer.label = set_label(*terms.gpu, count);
  offer.count = count;
  offer.price = price;
  offer.period = period;
  offer.currency = report.code();
  offer.fit = set_fit;
  offer.note = note_of(row, count, period, requirements, report);
  return offer;
}

std::span<const OfferField> offer_fields() {
  return fields;
}

const OfferField &offer_field(std::string_view key) {
  return row_of_key(fields, key, "field");
}

} // namespace calcvram
