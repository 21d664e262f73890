#include "rent/offer.hpp"

#include "failure.hpp"
#include "text/name.hpp"
#include "text/number.hpp"

#include <array>

namespace calcvram {
namespace {

constexpr int node_size = 8;

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
});

void add_sentence(std::string &note, std::string_view sentence) {
  note += note.empty() ? "" : "; ";
  note += sentence;
}

std::string note_of(const PriceRow &row, int count, Period period, const GpuRequirements &requirements, double rate) {
  const PriceTerms &terms = row.terms();
  std::string note;
  if (terms.node_round && count % node_size == 0) {
    const int nodes = count / node_size;
    add_sentence(note, (nodes == 1 ? "a node of 8" : std::to_string(nodes) + " nodes of 8") +
                           std::string{", the node price rounded to "} + format_number(terms.node_round->to_double()) +
                           " " + terms.currency);
  }
  if (terms.period != period) {
    add_sentence(note, "from the price per " + std::string{name_of(terms.period)} + ", " +
                           format_number(requirements.hours_per_month) + " hours a month");
  }
  if (rate != 1) {
    add_sentence(note, "at " + format_number(rate) + " " + requirements.currency + " for 1 " + terms.currency);
  }
  return note;
}

} // namespace

double price_in(const PriceRow &row, int count, Period period, const GpuRequirements &requirements) {
  const PriceTerms &terms = row.terms();
  const double price = row.price_of(count, requirements.tiers);
  const double converted =
      terms.period == period ? price : convert_price(price, terms.period, period, requirements.hours_per_month);
  return converted * report_rate(requirements, terms.currency);
}

double rental_price(const PriceList &list, const Gpu &gpu, int count, Period period,
                    const GpuRequirements &requirements) {
  checked_count(count, "count");
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
  const PriceTerms &terms = row.terms();
  const double rate = report_rate(requirements, terms.currency);
  Offer offer;
  offer.row = &row;
  offer.label = set_label(*terms.gpu, count);
  offer.count = count;
  offer.price = price_in(row, count, period, requirements);
  offer.period = period;
  offer.currency = requirements.currency.empty() ? terms.currency : requirements.currency;
  offer.fit = set_fit;
  offer.note = note_of(row, count, period, requirements, rate);
  return offer;
}

std::span<const OfferField> offer_fields() {
  return fields;
}

const OfferField &offer_field(std::string_view key) {
  const FoldedName folded{key};
  std::array<std::string_view, fields.size()> keys;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (folded.view() == FoldedName{fields[i].key}.view()) {
      return fields[i];
    }
    keys[i] = fields[i].key;
  }
  bad_argument("unknown field " + std::string{key} + did_you_mean(key, keys));
}

} // namespace calcvram
