#include "rent/rent_options.hpp"

#include "failure.hpp"
#include "gpu/fit.hpp"
#include "text/date.hpp"
#include "text/name.hpp"
#include "text/name_index.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>

namespace calcvram {
namespace {

constexpr double last_day = 2958465; // 9999-12-31

double read_day(const Setting &setting) {
  const auto date = parse_date(setting.text());
  const double day = date ? *date : setting.number();
  if (!(day >= 1 && day <= last_day)) {
    bad_argument(setting.key + "=" + setting.text() + " is no date; write it 2026-12-01");
  }
  return day;
}

double read_positive(const Setting &setting) {
  constexpr double most = 1e9;
  const double amount = setting.number();
  if (!(amount > 0 && amount <= most)) {
    bad_argument(setting.key + "=" + setting.text() + " must be more than 0 and at most 1e9");
  }
  return amount;
}

std::string_view read_precision(const Setting &setting) {
  struct Rate {
    std::string_view precision, field;
  };
  constexpr auto rates = std::to_array<Rate>({{"bf16", "bf16_tflops"},
                                              {"fp16", "fp16_tflops"},
                                              {"fp8", "fp8_tflops"},
                                              {"int8", "int8_tops"},
                                              {"fp4", "fp4_tflops"}});
  const std::string text = setting.text();
  const FoldedName folded{text};
  const auto found = std::ranges::find(rates, folded.view(), &Rate::precision);
  if (found == rates.end()) {
    bad_argument(setting.key + "=" + text + " is not bf16, fp16, fp8, int8 or fp4");
  }
  return found->field;
}

Money read_need(const Setting &setting) {
  constexpr double most = 1e9;
  const double amount = setting.number();
  if (!(amount >= 0 && amount <= most)) {
    bad_argument(setting.key + "=" + setting.text() + " must be from 0 to 1e9");
  }
  return Money{amount};
}

struct Option {
  std::string_view name;
  void (*read)(RentOptions &, const Setting &);
};

void read_today(RentOptions &to, const Setting &from) {
  if (to.today) {
    bad_argument("today= and as_of= are one option; give it once");
  }
  to.today = read_day(from);
}

constexpr auto options = std::to_array<Option>({
    {"required_gb", [](RentOptions &to, const Setting &from) { to.required_gb = checked_required_gb(from.number()); }},
    {"storage_gb", [](RentOptions &to, const Setting &from) { to.storage_gb = read_need(from); }},
    {"egress_gb", [](RentOptions &to, const Setting &from) { to.egress_gb = read_need(from); }},
    {"today", read_today},
    {"as_of", read_today},
    {"max_age", [](RentOptions &to, const Setting &from) { to.max_age_days = read_positive(from); }},
    {"round", [](RentOptions &to, const Setting &from) { to.round = Money{read_positive(from)}; }},
    {"precision", [](RentOptions &to, const Setting &from) { to.rate_field = read_precision(from); }},
});

const Option *find_option(std::string_view folded) {
  static const NameIndex index = NameIndex::of(options);
  const auto found = index.find_folded(folded);
  return found ? &options[*found] : nullptr;
}

void read(RentOptions &to, const Setting &setting, const GpuCatalogue &catalogue) {
  const Option *option = find_option(setting.folded);
  if (option == nullptr) {
    if (!read_requirement(to.common, setting, catalogue)) {
      std::vector<std::string_view> known = rent_option_names();
      std::ranges::copy(requirement_names(), std::back_inserter(known));
      unknown_requirement(setting, "option", known, catalogue);
    }
  } else if (setting.bare) {
    bad_argument(setting.key + " needs a value: " + setting.key + "=...");
  } else if (setting.given()) {
    option->read(to, setting);
  }
}

} // namespace

RentOptions parse_rent_options(const KeyValues &settings, const GpuCatalogue &catalogue) {
  RentOptions result;
  for (const Setting &setting : settings.settings) {
    read(result, setting, catalogue);
  }
  return result;
}

RentOptions parse_rent_options(std::string_view text, const GpuCatalogue &catalogue) {
  return trim(text).empty() ? RentOptions{} : parse_rent_options(parse_key_values(text), catalogue);
}

RentOptions parse_rent_options(const CellBlock &rows, const GpuCatalogue &catalogue) {
  return parse_rent_options(parse_key_values(rows), catalogue);
}

bool is_rent_option_key(std::string_view text) {
  return find_option(FoldedName{text}.view()) != nullptr || is_requirement_key(text);
}

std::vector<std::string_view> rent_option_names() {
  std::vector<std::string_view> names(options.size());
  std::ranges::transform(options, names.begin(), &Option::name);
  return names;
}

} // namespace calcvram
