#include "rent/select.hpp"

#include "failure.hpp"
#include "rent/card_price.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

namespace calcvram {
namespace {

constexpr std::array periods{Period::hour, Period::day, Period::week, Period::month, Period::quarter, Period::year};

std::size_t place_of(Period period) {
  return static_cast<std::size_t>(period);
}

/// The row of this card and provider that prices `count` cards in `period`.
const PriceRow *row_like(std::span<const PriceRow> rows, const PriceRow &of, int count, Period period) {
  return pricing_row(rows, period, [&](const PriceRow &row) {
    return row.terms().gpu == of.terms().gpu && row.folded_provider() == of.folded_provider() && row.sells(count);
  });
}

double month_price(const RentalSet &set) {
  const PriceRow *row = set.row_in[place_of(Period::month)];
  if (row == nullptr) {
    return std::numeric_limits<double>::infinity();
  }
  if (!row->is_quoted()) {
    return price_in(*row, set.count, Period::month, {});
  }
  // ten thousand rows are put in order without exact arithmetic: prices that are one are one to nine digits
  const double price = convert_price(row->about(set.count), row->terms().period, Period::month);
  if (price <= 0) {
    return 0; // all of it discounted
  }
  constexpr double nine_digits = 1e8;
  const double scale = std::pow(10, std::floor(std::log10(price))) / nine_digits;
  return std::round(price / scale) * scale;
}

bool is_shorter(Period a, Period b) {
  return static_cast<int>(a) < static_cast<int>(b);
}

/// A set that holds the need.
struct Found {
  const PriceRow *row;
  int count;
  double price;
  Fit fit;
  std::size_t place;
};

/// One question to the list.
class Search {
public:
  Search(double required_gb, const GpuRequirements &requirements, const PriceList &list)
      : required_gb_{checked_required_gb(required_gb)},
        requirements_{requirements}, period_{requirements.period.value_or(Period::month)}, quoted_{list.is_quoted()},
        mixed_{list.is_mixed()}, report_{currency_of(list, requirements)} {}

  [[nodiscard]] Period period() const { return period_; }

  /// Whether the sets' own order is the order of the answer.
  [[nodiscard]] bool is_in_order() const {
    return period_ == Period::month && requirements_.tiers == TierRule::order && requirements_.currency.empty() &&
           requirements_.prefer == Prefer::price && requirements_.per == RequiredPer::total &&
           requirements_.basis == CapacityBasis::nominal && (!quoted_ || is_quotes_order());
  }

  /// With `cheaper_than` nothing also where the set costs more: exact prices are for those that may win.
  [[nodiscard]] std::optional<Found> try_set(const RentalSet &set, const Found *cheaper_than = nullptr) const {
    const bool wanted = !requirements_.count || *requirements_.count == set.count;
    return wanted && !(cheaper_than != nullptr && costs_more(set, *cheaper_than)) ? try_count(set, set.count)
                                                                                  : std::nullopt;
  }

  /// The fewest whole nodes beyond one, for nodes=yes.
  [[nodiscard]] std::optional<Found> try_nodes(const RentalSet &node) const {
    if (!requirements_.nodes) {
      return std::nullopt;
    }
    if (requirements_.count) {
      const bool whole = *requirements_.count > node_size && *requirements_.count % node_size == 0;
      return whole ? try_count(node, *requirements_.count) : std::nullopt;
    }
    const auto count = smallest_count(required_gb_, *node.gpu, requirements_); // nodes=yes makes it whole nodes
    return count && *count > node_size ? try_count(node, *count) : std::nullopt;
  }

  /// Whether `a` stands before `b`.
  [[nodiscard]] bool before(const Found &a, const Found &b) const {
    const auto rank = [this](const Found &found) {
      const bool several = requirements_.prefer == Prefer::single && found.count > 1;
      return std::tuple{several, found.price, found.count, -found.fit.free_gb, found.place};
    };
    return rank(a) < rank(b);
  }

  [[nodiscard]] Offer offer(const Found &found) const {
    return make_offer(*found.row, found.count, found.price, period_, requirements_, found.fit, report_);
  }

  [[noreturn]] void nothing() const {
    no_answer("nothing on the list holds " + format_number(required_gb_, 1) + " GB under these requirements" +
              (requirements_.nodes ? "" : "; nodes=yes adds whole nodes of 8"));
  }

private:
  [[nodiscard]] std::optional<Found> try_count(const RentalSet &set, int count) const {
    const PriceRow *row = set.row_in[place_of(period_)];
    if (row == nullptr || !takes_part(*row, requirements_) || !known_capacity_gb(*set.gpu, requirements_.basis) ||
        may_be_excluded(*row)) {
      return std::nullopt;
    }
    static_cast<void>(report_.required_factor(money_of(*row))); // a currency without a rate is wrong whatever fits
    const Fit set_fit = fit(required_gb_, *set.gpu, count, requirements_);
    if (set_fit.verdict == Verdict::no) {
      return std::nullopt;
    }
    return Found{row, count, price_in(*row, count, period_, requirements_, report_), set_fit, set.place};
  }

  [[nodiscard]] bool costs_more(const RentalSet &set, const Found &than) const {
    const PriceRow *row = set.row_in[place_of(period_)];
    if (!quoted_ || row == nullptr || mixed_ || requirements_.prefer != Prefer::price) {
      return false;
    }
    constexpr double last_digits = 1e-9;
    return about_in(*row, set.count, period_, requirements_, report_) > than.price * (1 + last_digits);
  }

  /// Of the rows that take part; the built-in list is in one currency.
  static ReportCurrency currency_of(const PriceList &list, const GpuRequirements &requirements) {
    if (!list.is_mixed()) {
      const auto rows = list.rows();
      return rows.empty() ? ReportCurrency{std::span<const StatedMoney>{}, requirements}
                          : ReportCurrency{money_of(rows.front()), requirements};
    }
    std::vector<StatedMoney> money;
    for (const PriceRow &row : list.rows()) {
      if (takes_part(row, requirements)) {
        money.push_back(money_of(row));
      }
    }
    ReportCurrency report{money, requirements};
    report.require_one();
    return report;
  }

  /// Sets are in the order of 730 hours a month, without tax, in one currency.
  [[nodiscard]] bool is_quotes_order() const {
    return !mixed_ && !requirements_.tax_gross && requirements_.hours_per_month == default_hours_per_month;
  }

  /// exclude= leaves out a row that may be of an excluded card. (Rows of one card: meets().)
  [[nodiscard]] bool may_be_excluded(const PriceRow &row) const {
    const auto &quoted = row.terms().quoted;
    return quoted && std::ranges::any_of(quoted->cards, [&](const Gpu *card) {
             return std::ranges::find(requirements_.exclude, card->id) != requirements_.exclude.end();
           });
  }

  double required_gb_;
  const GpuRequirements &requirements_;
  Period period_;
  bool quoted_;
  bool mixed_;
  ReportCurrency report_;
};

} // namespace

void RentalSets::add_listed(const PriceList &list) {
  for (std::size_t place = 0; place < list.rows().size(); ++place) {
    const PriceRow &row = list.rows()[place];
    for (const int count : row.terms().sold_counts) {
      RentalSet set{row.terms().gpu, count, {}, place};
      for (const Period period : periods) {
        set.row_in[place_of(period)] = row_like(list.rows(), row, count, period);
      }
      const auto same_set = [&](const RentalSet &other) {
        return other.gpu == set.gpu && other.count == count &&
               list.rows()[other.place].folded_provider() == row.folded_provider();
      };
      if (std::ranges::none_of(sets_, same_set)) {
        sets_.push_back(set);
      }
    }
  }
}

void RentalSets::add_quoted(const PriceList &list) {
  using Seller = std::tuple<const Gpu *, std::string_view, bool>;
  const auto seller_of = [](const PriceRow &row) {
    return Seller{row.terms().gpu, row.folded_provider(), row.terms().quoted->spot};
  };
  std::map<Seller, std::array<bool, periods.size()>> priced_in;
  for (const PriceRow &row : list.rows()) {
    priced_in[seller_of(row)].at(place_of(row.terms().period)) = true;
  }
  for (std::size_t place = 0; place < list.rows().size(); ++place) {
    const PriceRow &row = list.rows()[place];
    const Period own = row.terms().period;
    const auto &siblings = priced_in[seller_of(row)];
    RentalSet set{row.terms().gpu, 0, {}, place};
    for (const Period period : periods) {
      const bool longer = is_shorter(period, own) && siblings.at(place_of(period));
      const bool prices = own == period || (own != Period::week && !longer);
      set.row_in[place_of(period)] = prices ? &row : nullptr;
    }
    for (const int count : row.terms().sold_counts) {
      set.count = count;
      sets_.push_back(set);
    }
  }
}

RentalSets::RentalSets(const PriceList &list) : list_{&list} {
  list.is_quoted() ? add_quoted(list) : add_listed(list);
  std::vector<std::pair<double, RentalSet>> priced;
  priced.reserve(sets_.size());
  for (const RentalSet &set : sets_) {
    priced.emplace_back(month_price(set), set);
  }
  std::ranges::stable_sort(priced, {}, [](const auto &one) {
    const RentalSet &set = one.second;
    return std::tuple{one.first, set.count, -set.gpu->vram_gb.value_or(0) * set.count};
  });
  std::ranges::transform(priced, sets_.begin(), [](const auto &one) { return one.second; });
  std::ranges::copy_if(sets_, std::back_inserter(nodes_), [&](const RentalSet &set) {
    return set.count == node_size && (list.is_quoted() || list.rows()[set.place].terms().node_round);
  });
}

Offer cheapest(double required_gb, const GpuRequirements &requirements, const RentalSets &sets) {
  const Search search{required_gb, requirements, sets.list()};
  std::optional<Found> best;
  const auto consider = [&](const std::optional<Found> &found) {
    if (found && (!best || search.before(*found, *best))) {
      best = found;
    }
  };
  for (const RentalSet &set : sets.all()) {
    consider(search.try_set(set, best ? &*best : nullptr));
    if (best && search.is_in_order()) {
      break;
    }
  }
  for (const RentalSet &node : sets.nodes()) {
    consider(search.try_nodes(node));
  }
  if (!best) {
    search.nothing();
  }
  return search.offer(*best);
}

std::vector<Offer> offers(double required_gb, const GpuRequirements &requirements, const RentalSets &sets) {
  const Search search{required_gb, requirements, sets.list()};
  std::vector<Found> found;
  const auto keep = [&](const std::optional<Found> &one) {
    if (one) {
      found.push_back(*one);
    }
  };
  for (const RentalSet &set : sets.all()) {
    keep(search.try_set(set));
  }
  for (const RentalSet &node : sets.nodes()) {
    keep(search.try_nodes(node));
  }
  if (found.empty()) {
    search.nothing();
  }
  std::ranges::stable_sort(found, [&](const Found &a, const Found &b) { return search.before(a, b); });
  std::vector<Offer> result;
  result.reserve(found.size());
  std::ranges::transform(found, std::back_inserter(result), [&](const Found &one) { return search.offer(one); });
  return result;
}

} // namespace calcvram
