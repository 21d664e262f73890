// Quotes for tests, without a table: "gpu=A40 price=240 period=month tiers=2=5%/4=8% min_term=1/week".
#pragma once

#include "gpu_fixture.hpp"
#include "rent/billing.hpp"
#include "rent/quote.hpp"
#include "rent/rent_options.hpp"
#include "text/key_values.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace calcvram::test {

inline Money money_of(const Setting &setting) {
  return setting.text().ends_with('%') ? Money{setting.number()} : *Money::parse(setting.text());
}

/// "1/week" or "3/months".
inline Duration duration_of(const Setting &setting) {
  const std::string text = setting.text();
  const auto slash = text.find('/');
  return {*parse_number(text.substr(0, slash)), parse_period(text.substr(slash + 1))};
}

/// Texts have "_" for a space; period=term is a price for the whole term.
inline Quote quote(std::string_view text, std::size_t row = 2) {
  using Read = std::function<void(Quote &, const Setting &)>;
  const auto words = [](const Setting &from) {
    std::string value = from.text();
    std::ranges::replace(value, '_', ' ');
    return value;
  };
  static const std::map<std::string, Read, std::less<>> readers{
      {"provider", [=](Quote &to, const Setting &from) { to.provider = words(from); }},
      {"offer", [=](Quote &to, const Setting &from) { to.offer = words(from); }},
      {"gpu",
       [=](Quote &to, const Setting &from) {
         to.gpu_text = words(from);
         const auto cards = gpus().find(to.gpu_text);
         to.candidates.assign(cards.begin(), cards.end());
       }},
      {"vram_gb", [](Quote &to, const Setting &from) { to.vram_gb = from.number(); }},
      {"bandwidth_gb_s", [](Quote &to, const Setting &from) { to.bandwidth_gb_s = from.number(); }},
      {"gpus", [](Quote &to, const Setting &from) { to.gpus = static_cast<int>(from.number()); }},
      {"price", [](Quote &to, const Setting &from) { to.price = money_of(from); }},
      {"currency", [](Quote &to, const Setting &from) { to.currency = from.text(); }},
      {"fx", [](Quote &to, const Setting &from) { to.fx = money_of(from); }},
      {"price_for",
       [](Quote &to, const Setting &from) { to.price_for = from.text() == "offer" ? PriceFor::offer : PriceFor::gpu; }},
      {"period",
       [](Quote &to, const Setting &from) {
         to.period = from.text() == "term" ? std::nullopt : std::optional{parse_period(from.text())};
       }},
      {"billed",
       [](Quote &to, const Setting &from) { to.billed = from.text() == "used" ? Billed::used : Billed::reserved; }},
      {"spot", [](Quote &to, const Setting &from) { to.spot = from.text() == "yes"; }},
      {"contracted", [](Quote &to, const Setting &from) { to.contracted = from.text() == "yes"; }},
      {"bill_step", [](Quote &to, const Setting &from) { to.bill_step = duration_of(from); }},
      {"min_gpus", [](Quote &to, const Setting &from) { to.min_gpus = static_cast<int>(from.number()); }},
      {"min_term", [](Quote &to, const Setting &from) { to.min_term = duration_of(from); }},
      {"discount", [](Quote &to, const Setting &from) { to.discount = money_of(from); }},
      {"tiers",
       [](Quote &to, const Setting &from) {
         std::string tiers = from.text();
         std::ranges::replace(tiers, '/', ' ');
         to.tiers = DiscountTiers::parse(tiers);
       }},
      {"setup", [](Quote &to, const Setting &from) { to.setup = money_of(from); }},
      {"prepaid", [](Quote &to, const Setting &from) { to.prepaid = money_of(from); }},
      {"deposit", [](Quote &to, const Setting &from) { to.deposit = money_of(from); }},
      {"support", [](Quote &to, const Setting &from) { to.support = money_of(from); }},
      {"storage_gb", [](Quote &to, const Setting &from) { to.storage_gb = money_of(from); }},
      {"storage_price", [](Quote &to, const Setting &from) { to.storage_price = money_of(from); }},
      {"egress_gb", [](Quote &to, const Setting &from) { to.egress_gb = money_of(from); }},
      {"egress_free_gb", [](Quote &to, const Setting &from) { to.egress_free_gb = money_of(from); }},
      {"node_round", [](Quote &to, const Setting &from) { to.node_round = money_of(from); }},
      {"egress_price", [](Quote &to, const Setting &from) { to.egress_price = money_of(from); }},
      {"tax", [](Quote &to, const Setting &from) { to.tax = money_of(from); }},
      {"escalation", [](Quote &to, const Setting &from) { to.escalation = money_of(from); }},
      {"region", [=](Quote &to, const Setting &from) { to.region = words(from); }},
      {"as_of", [](Quote &to, const Setting &from) { to.as_of = from.number(); }},
      {"valid_until", [](Quote &to, const Setting &from) { to.valid_until = from.number(); }},
      {"error",
       [=](Quote &to, const Setting &from) {
         to.findings.push_back({to.row, "", Severity::error, words(from)});
       }},
      {"warning",
       [=](Quote &to, const Setting &from) {
         to.findings.push_back({to.row, "", Severity::warning, words(from)});
       }},
  };
  Quote result;
  result.row = row;
  result.currency = "USD";
  result.period = Period::month;
  for (const Setting &setting : parse_key_values(text).settings) {
    const auto reader = readers.find(setting.key);
    if (reader == readers.end()) {
      throw std::runtime_error{"no such field of a quote: " + setting.key};
    }
    if (setting.given()) {
      reader->second(result, setting);
    } else if (setting.key == "currency") {
      result.currency.clear();
    }
  }
  return result;
}

inline RentOptions renting(std::string_view text) {
  return parse_rent_options(text, gpus());
}

inline Order order_of(int gpus, double duration, Period unit) {
  return {gpus, {duration, unit}};
}

} // namespace calcvram::test
