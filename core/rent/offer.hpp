// What a set of cards costs, and the facts a sheet is told about it.
#pragma once

#include "gpu/fit.hpp"
#include "gpu/requirements.hpp"
#include "rent/currency.hpp"
#include "rent/price_list.hpp"

#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace calcvram {

/// Price of exactly `count` cards of a row, sold or not, in another period, in the report currency; with tax=gross with
/// the tax that a quote states. A row of another period is converted by requirements.hours_per_month. Of a quote it is
/// what RENT_COST bills for so long, but for minimums, set-up, storage and egress.
double price_in(const PriceRow &row, int count, Period period, const GpuRequirements &requirements,
                const ReportCurrency &report);
/// The same but for the last digits, of a quote without exact arithmetic: to look for the least among many.
double about_in(const PriceRow &row, int count, Period period, const GpuRequirements &requirements,
                const ReportCurrency &report);
/// price_in() in the report currency of this row alone.
double price_in(const PriceRow &row, int count, Period period, const GpuRequirements &requirements);

/// Whether the requirements let a row take part: its provider; of a quote also its region, spot only with spot=yes, and
/// with tax=gross only where a tax is stated (none is not 0).
bool takes_part(const PriceRow &row, const GpuRequirements &requirements);

/// GPU_PRICE: the recurring price of exactly `count` cards, sold or not, discount in. Of the requirements it heeds
/// hours_per_month, currency, fx_, provider, tiers, and of quotes region, spot and tax. Rows of the asked period beat
/// those that must be converted, and rows of just this card those that may be another's; of several quotes the
/// cheapest, in whole offers. Throws bad_argument for a count out of range or currencies without a rate, no_answer for
/// a card that is not on the list.
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

/// The whole row. `price` is what price_in() says of it, `set_fit` what fit() does.
Offer make_offer(const PriceRow &row, int count, double price, Period period, const GpuRequirements &requirements,
                 const Fit &set_fit, const ReportCurrency &report);
/// The same, priced in the report currency of this row alone.
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
