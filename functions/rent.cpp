// RENT_: prices on one footing, and what a sheet's quotes cost.
#include "addin.hpp"
#include "arguments.hpp"
#include "broadcast.hpp"
#include "list.hpp"
#include "quotes.hpp"
#include "table.hpp"

#include "rent/breakeven.hpp"
#include "rent/cash_flow.hpp"
#include "rent/check.hpp"
#include "rent/compare.hpp"
#include "rent/term.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace calcvram::glue {

using css::uno::Any;

namespace {

constexpr double most_price = 1e15;

/// The terms a quote is asked for, of an offer or of all.
struct OrderArguments {
  OrderArguments(const Any &gpus_any, const Any &duration_any, const Any &unit_any, const Any &options_any)
      : gpus{rented_gpus_argument(gpus_any)}, duration{duration_argument(duration_any)}, unit{unit_argument(unit_any)},
        options{rent_options_argument(options_any)} {}

  /// Of a function that takes single values.
  [[nodiscard]] Order order() const {
    return checked_order(single(gpus, "gpus"), single(duration, "duration"), single(unit, "unit"));
  }
  [[nodiscard]] const RentOptions &with() const { return single(options, "options"); }

  Parameter<double> gpus;
  Parameter<double> duration;
  Parameter<Period> unit;
  Parameter<RentOptions> options;
};

const Quote &quote_called(const OfferName &name, const QuoteBook &book, const RentOptions &options) {
  const bool spot = options.common.spot;
  const auto *row = std::get_if<double>(&name);
  return row != nullptr ? quote_in_row(book.table(), *row, spot)
                        : quote_named(book.table(), std::get<std::string>(name), spot);
}

/// Gives what `make` makes to Calc, and its failure as an error.
template <typename Make> Any answer(const Make &make) {
  try {
    return make();
  } catch (...) {
    return to_any(ResultCell{current_failure()});
  }
}

ResultCell result_cell(const Cell &cell) {
  if (const auto *text = std::get_if<std::string_view>(&cell)) {
    return std::string{*text};
  }
  const auto *number = std::get_if<double>(&cell);
  return number != nullptr ? ResultCell{*number} : ResultCell{Blank{}};
}

/// A column of RENT_CHECK.
struct FindingColumn {
  std::string_view header;
  ResultCell (*cell)(const Finding &);
};
constexpr std::array finding_columns{
    FindingColumn{"row", [](const Finding &of) { return ResultCell{static_cast<double>(of.row)}; }},
    FindingColumn{"column", [](const Finding &of) { return ResultCell{of.column}; }},
    FindingColumn{"severity", [](const Finding &of) { return ResultCell{std::string{name_of(of.severity)}}; }},
    FindingColumn{"finding", [](const Finding &of) { return ResultCell{of.words}; }},
};

} // namespace

Any AddIn::rentRate(const Any &price, const Any &from, const Any &to, const Any &hoursPerMonth) {
  return broadcast([](double amount, Period given, Period wanted,
                      double hours) { return convert_price(amount, given, wanted, checked_hours_per_month(hours)); },
                   number_argument(price, {"price", 0, most_price}), period_argument(from, "from"),
                   period_argument(to, "to"), hours_per_month_argument(hoursPerMonth));
}

Any AddIn::rentCost(const Range &quotes, const Any &offer, const Any &gpus, const Any &duration, const Any &unit,
                    const Any &options) {
  return answer([&] {
    const auto book = quotes_in(quotes, books_);
    const OrderArguments asked{gpus, duration, unit, options};
    return broadcast(
        [&book](const OfferName &name, double cards, double units, Period of, const RentOptions &with) {
          const Order order = checked_order(cards, units, of);
          return rent_cost(quote_called(name, *book, with), order, with).total().to_double();
        },
        offer_argument(offer), asked.gpus, asked.duration, asked.unit, asked.options);
  });
}

Any AddIn::rentCompare(const Range &quotes, const Any &gpus, const Any &duration, const Any &unit, const Any &options,
                       const Any &column) {
  return answer_table([&] {
    const auto book = quotes_in(quotes, books_);
    const OrderArguments asked{gpus, duration, unit, options};
    const Table table =
        list_table(compare_fields(), &CompareField::key, compare(book->table().quotes(), asked.order(), asked.with()),
                   [](const ComparedQuote &row, const CompareField &field) { return result_cell(field.value(row)); });
    return to_any(table, single(name_argument(column, "column", false), "column"));
  });
}

Any AddIn::rentCashflow(const Range &quotes, const Any &offer, const Any &gpus, const Any &duration, const Any &unit,
                        const Any &options) {
  return answer([&] {
    const auto book = quotes_in(quotes, books_);
    const OrderArguments asked{gpus, duration, unit, options};
    const auto name = offer_argument(offer);
    const auto payments =
        cash_flow(quote_called(single(name, "offer"), *book, asked.with()), asked.order(), asked.with());
    std::vector<double> amounts(payments.size());
    std::ranges::transform(payments, amounts.begin(), &Money::to_double);
    return to_any(amounts, 1);
  });
}

Any AddIn::rentBreakeven(const Any &flatPrice, const Any &period, const Any &hourlyPrice, const Any &hoursPerMonth) {
  return broadcast(breakeven_hours, number_argument(flatPrice, {"flat_price", 0, most_price}),
                   period_argument(period, "period"), number_argument(hourlyPrice, {"hourly_price", 0, most_price}),
                   hours_per_month_argument(hoursPerMonth));
}

Any AddIn::rentCheck(const Range &quotes, const Any &today, const Any &options, const Any &column) {
  return answer_table([&] {
    const auto book = quotes_in(quotes, books_);
    const auto with = rent_options_argument(options);
    const auto day = day_argument(today, "today");
    const RentOptions &chosen = single(with, "options");
    const auto &named = single(day, "today");
    const CheckOptions check{named ? named : chosen.today, chosen.max_age_days};
    const Table table =
        list_table(finding_columns, &FindingColumn::header, check_quotes(book->table(), check),
                   [](const Finding &finding, const FindingColumn &shown) { return shown.cell(finding); });
    return to_any(table, single(name_argument(column, "column", false), "column"));
  });
}

} // namespace calcvram::glue
