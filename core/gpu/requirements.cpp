#include "gpu/requirements.hpp"

#include "failure.hpp"
#include "rent/amount.hpp"
#include "text/name.hpp"
#include "text/name_index.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <array>

namespace calcvram {
namespace {

constexpr double largest_figure = 1e9;

std::string said(const Setting &setting) {
  return setting.key + "=" + setting.text();
}

template <typename T> struct Word {
  std::string_view word;
  T value;
};

/// One of a closed set of words.
template <typename T, std::size_t Size> T read_word(const Setting &setting, const std::array<Word<T>, Size> &known) {
  const std::string text = setting.text();
  const FoldedName folded{text};
  std::array<std::string_view, Size> words;
  for (std::size_t i = 0; i < Size; ++i) {
    if (folded.view() == known[i].word) {
      return known[i].value;
    }
    words[i] = known[i].word;
  }
  std::string list;
  for (const auto word : words) {
    list += (list.empty() ? "" : " or ") + std::string{word};
  }
  bad_argument(said(setting) + " is not " + list + did_you_mean(text, words));
}

bool read_yes(const Setting &setting) {
  if (setting.bare) {
    return true;
  }
  const std::string folded = fold(setting.text());
  if (folded == "yes" || folded == "true" || folded == "1") {
    return true;
  }
  if (folded != "no" && folded != "false" && folded != "0") {
    bad_argument(said(setting) + " is neither yes nor no");
  }
  return false;
}

double read_amount(const Setting &setting) {
  const double amount = setting.number();
  if (!(amount >= 0 && amount <= largest_figure)) {
    bad_argument(said(setting) + " must be from 0 to 1e9");
  }
  return amount;
}

int read_count(const Setting &setting) {
  return checked_count(setting.number(), setting.key);
}

void read_tight(GpuRequirements &requirements, const Setting &setting) {
  const std::string folded = fold(setting.text());
  requirements.tight_allowed = folded != "no";
  if (folded != "no" && folded != "yes") {
    requirements.tight_gb = read_amount(setting);
  }
}

void read_vendor(GpuRequirements &requirements, const Setting &setting, const GpuCatalogue &catalogue) {
  const std::string text = setting.text();
  const std::string wanted = fold(text);
  const auto vendors = catalogue.vendors();
  const auto is_wanted = [&](const std::string &vendor) { return fold(vendor) == wanted; };
  const auto found = std::ranges::find_if(vendors, is_wanted);
  if (found == vendors.end()) {
    const std::vector<std::string_view> words{vendors.begin(), vendors.end()};
    bad_argument("unknown vendor " + text + did_you_mean(text, words));
  }
  requirements.vendor = *found;
}

void read_exclude(GpuRequirements &requirements, const Setting &setting, const GpuCatalogue &catalogue) {
  const std::string text = setting.text();
  std::string_view rest = text;
  while (!rest.empty()) {
    const auto length = std::min(rest.find(','), rest.size());
    const auto name = trim(rest.substr(0, length));
    rest.remove_prefix(std::min(length + 1, rest.size()));
    if (name.empty()) {
      continue;
    }
    const auto cards = catalogue.find(name);
    if (cards.empty()) {
      bad_argument("unknown GPU " + std::string{name} + " in exclude" + catalogue.suggestion(name));
    }
    for (const Gpu *gpu : cards) {
      requirements.exclude.emplace_back(gpu->id);
    }
  }
}

std::string currency_code(std::string_view text, const Setting &setting) {
  const auto code = read_currency(text);
  if (!code || code->empty()) {
    bad_argument(setting.key + (setting.bare ? "" : "=" + setting.text()) + ": a currency is three letters, like USD");
  }
  return *code;
}

constexpr std::string_view rate_prefix = "fx_";

bool has_rate_key(std::string_view key) {
  return key.starts_with(rate_prefix) || key.starts_with("FX_");
}

/// fx_eur=1.08: 1.08 of the report currency for 1 EUR. Whether it was one.
bool read_rate(GpuRequirements &requirements, const Setting &setting) {
  if (setting.bare || !has_rate_key(setting.key)) {
    return false;
  }
  const double rate = setting.number();
  if (!(rate > 0 && rate <= largest_figure)) {
    bad_argument(said(setting) + " must be more than 0 and at most 1e9");
  }
  requirements.fx.emplace_back(currency_code(std::string_view{setting.key}.substr(rate_prefix.size()), setting), rate);
  return true;
}

void read_utilisation(GpuRequirements &requirements, const Setting &setting) {
  const double share = setting.number();
  if (!(share >= 0 && share <= 1)) {
    bad_argument(said(setting) + " must be from 0 to 1");
  }
  requirements.utilisation = share == 0 ? 1 : share;
}

using Read = void (*)(GpuRequirements &, const Setting &, const GpuCatalogue &);

struct Option {
  std::string_view name;
  bool may_be_bare; ///< "fp8" says yes
  Read read;
};

constexpr auto options = std::to_array<Option>({
    {"fp8", true, [](auto &to, const Setting &from, const auto &) { to.fp8 = read_yes(from); }},
    {"fabric", true, [](auto &to, const Setting &from, const auto &) { to.fabric = read_yes(from); }},
    {"count", false, [](auto &to, const Setting &from, const auto &) { to.count = read_count(from); }},
    {"max", false, [](auto &to, const Setting &from, const auto &) { to.max = read_count(from); }},
    {"vendor", false, read_vendor},
    {"min_bandwidth", false, [](auto &to, const Setting &from, const auto &) { to.min_bandwidth = read_amount(from); }},
    {"exclude", false, read_exclude},
    {"tight", false, [](auto &to, const Setting &from, const auto &) { read_tight(to, from); }},
    {"nodes", true, [](auto &to, const Setting &from, const auto &) { to.nodes = read_yes(from); }},
    {"prefer", false,
     [](auto &to, const Setting &from, const auto &) {
       constexpr std::array<Word<Prefer>, 2> words{{{"price", Prefer::price}, {"single", Prefer::single}}};
       to.prefer = read_word(from, words);
     }},
    {"basis", false,
     [](auto &to, const Setting &from, const auto &) {
       constexpr std::array<Word<CapacityBasis>, 2> words{
           {{"nominal", CapacityBasis::nominal}, {"usable", CapacityBasis::usable}}};
       to.basis = read_word(from, words);
     }},
    {"per", false,
     [](auto &to, const Setting &from, const auto &) {
       constexpr std::array<Word<RequiredPer>, 2> words{{{"total", RequiredPer::total}, {"card", RequiredPer::card}}};
       to.per = read_word(from, words);
     }},
    {"period", false, [](auto &to, const Setting &from, const auto &) { to.period = parse_period(from.text()); }},
    {"hours_per_month", false,
     [](auto &to, const Setting &from, const auto &) { to.hours_per_month = checked_hours_per_month(from.number()); }},
    {"sold", true, [](auto &to, const Setting &from, const auto &) { to.sold = read_yes(from); }},
    {"currency", false,
     [](auto &to, const Setting &from, const auto &) { to.currency = currency_code(from.text(), from); }},
    {"utilisation", false, [](auto &to, const Setting &from, const auto &) { read_utilisation(to, from); }},
    {"spot", true, [](auto &to, const Setting &from, const auto &) { to.spot = read_yes(from); }},
    {"tax", false,
     [](auto &to, const Setting &from, const auto &) {
       constexpr std::array<Word<bool>, 2> words{{{"net", false}, {"gross", true}}};
       to.tax_gross = read_word(from, words);
     }},
    {"tiers", false,
     [](auto &to, const Setting &from, const auto &) {
       constexpr std::array<Word<TierRule>, 2> words{{{"order", TierRule::order}, {"marginal", TierRule::marginal}}};
       to.tiers = read_word(from, words);
     }},
    {"provider", false, [](auto &to, const Setting &from, const auto &) { to.provider = fold(from.text()); }},
    {"region", false, [](auto &to, const Setting &from, const auto &) { to.region = from.text(); }},
});

const Option *find_option(std::string_view key) {
  static const NameIndex index = NameIndex::of(options);
  const auto found = index.find(FoldedName{key});
  return found ? &options[*found] : nullptr;
}

} // namespace

bool read_requirement(GpuRequirements &requirements, const Setting &setting, const GpuCatalogue &catalogue) {
  if (!setting.given()) {
    return true;
  }
  const Option *option = find_option(setting.key);
  if (option == nullptr) {
    return read_rate(requirements, setting);
  }
  if (setting.bare && !option->may_be_bare) {
    bad_argument(setting.key + " needs a value: " + setting.key + "=...");
  }
  option->read(requirements, setting, catalogue);
  return true;
}

void unknown_requirement(const Setting &setting, std::string_view what, std::span<const std::string_view> known,
                         const GpuCatalogue &catalogue) {
  const bool is_gpu = setting.bare && !catalogue.find(setting.key).empty();
  bad_argument(
      "unknown " + std::string{what} + " " + setting.key +
      (is_gpu ? "; a list of GPUs has commas and no spaces: exclude=A40,RTX-A6000" : did_you_mean(setting.key, known)));
}

std::vector<std::string_view> requirement_names() {
  std::vector<std::string_view> names(options.size());
  std::ranges::transform(options, names.begin(), &Option::name);
  return names;
}

GpuRequirements parse_requirements(const KeyValues &settings, const GpuCatalogue &catalogue) {
  GpuRequirements requirements;
  for (const Setting &setting : settings.settings) {
    if (!read_requirement(requirements, setting, catalogue)) {
      unknown_requirement(setting, "requirement", requirement_names(), catalogue);
    }
  }
  return requirements;
}

GpuRequirements parse_requirements(std::string_view text, const GpuCatalogue &catalogue) {
  return trim(text).empty() ? GpuRequirements{} : parse_requirements(parse_key_values(text), catalogue);
}

GpuRequirements parse_requirements(const CellBlock &rows, const GpuCatalogue &catalogue) {
  return parse_requirements(parse_key_values(rows), catalogue);
}

bool is_requirement_key(std::string_view text) {
  return find_option(text) != nullptr || (has_rate_key(text) && text.size() == 6);
}

std::optional<double> fx_rate(const GpuRequirements &requirements, std::string_view currency) {
  const auto is_it = [&](const auto &rate) { return rate.first == currency; };
  const auto found = std::ranges::find_if(requirements.fx, is_it);
  return found == requirements.fx.end() ? std::nullopt : std::optional{found->second};
}

std::string fx_key(std::string_view currency) {
  std::string key{rate_prefix};
  for (const char c : currency) {
    key += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return key;
}

} // namespace calcvram
