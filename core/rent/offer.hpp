// What a set of cards costs, and the facts a sheet is told about it.
#pragma once

#include "gpu/fit.hpp"
#include "gpu/requirements.hpp"
#include "rent/price_list.hpp"

#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace calcvram {

/// Price of exactly `count` cards of a row, sold or not, in another period and in the report currency. A row of
/// another period is converted by requirements.hours_per_month.
double price_in(const PriceRow &row, int count, Period period, const GpuRequirements &requirements);

/// GPU_PRICE: the recurring price of exactly `count` cards, sold or not, discount in. Of the requirements it heeds
/// hours_per_month, currency, fx_, provider and tiers. Throws bad_argument for a count out of range or a currency
/// without a rate, no_answer for a card that is not on the list.
double rental_price(const PriceList &list, const Gpu &gpu, int count, Period period,
                    const GpuRequirements &requirements = {});

/// A row of GPU_OFFERS. The views and the row live as long as the list.
struct Offer {
  const PriceRow *row = nullptr;
  std::string label; ///< "A40", "8x MI300X": every gpu argument reads it
  int count = 1;
  double price = 0; ///< a period, of the whole set
  Period period = Period::month;
  std::string currency;
  Fit fit;
  std::string note;

  [[nodiscard]] const Gpu &gpu() const { return *row->terms().gpu; }
};

/// "A40" for one, "8x MI300X" for more.
std::string set_label(const Gpu &gpu, int count);

/// The whole row. `set_fit` is what fit() says of it.
Offer make_offer(const PriceRow &row, int count, Period period, const GpuRequirements &requirements,
                 const Fit &set_fit);

/// A column of GPU_OFFERS, and a field of GPU_CHEAPEST. Only append.
struct OfferField {
  std::string_view key;
  std::variant<double, std::string_view> (*value)(const Offer &);
};

std::span<const OfferField> offer_fields();
/// Throws bad_argument with the nearest field.
const OfferField &offer_field(std::string_view key);

} // namespace calcvram
