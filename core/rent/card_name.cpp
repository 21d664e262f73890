#include "rent/card_name.hpp"

#include "failure.hpp"
#include "text/name.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace calcvram {
namespace {

// Measured totals of cards in nvidia-smi's and amd-smi's words are 0.93 to 1.00 of the nominal GiB (15/16 with inline
// ECC); a nominal GB read as GiB is 1.074.
constexpr double least_share = 0.92;
constexpr double most_share = 1.08;
constexpr double mib_per_nominal_gb = 1024;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::vector<std::string> words_of(std::string_view text) {
  constexpr std::string_view between = " \t-_()[]/,;";
  std::vector<std::string> list;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(between), text.size()));
    if (text.empty()) {
      return list;
    }
    const auto length = std::min(text.find_first_of(between), text.size());
    list.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
}

std::string joined(const std::vector<std::string> &list) {
  std::string text;
  for (const auto &word : list) {
    text += (text.empty() ? "" : " ") + word;
  }
  return text;
}

/// 80 of "80GB", "80G", "80GiB".
std::optional<double> size_word(std::string_view word) {
  const std::string lower = fold(word);
  for (const std::string_view unit : {"gib", "gb", "g"}) {
    if (lower.ends_with(unit) && lower.size() > unit.size()) {
      const std::string_view digits = std::string_view{lower}.substr(0, lower.size() - unit.size());
      return std::ranges::all_of(digits, is_digit) ? parse_number(digits) : std::nullopt;
    }
  }
  return std::nullopt;
}

/// Takes the size out of the words: "80GB", or "80" before "GB".
std::optional<double> take_size(std::vector<std::string> &list) {
  for (std::size_t i = 1; i < list.size(); ++i) {
    if (const auto size = size_word(list[i])) {
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
      return size;
    }
    const bool unit = fold(list[i]) == "gb" || fold(list[i]) == "gib";
    if (const auto size = unit && i > 1 ? parse_number(list[i - 1]) : std::nullopt) {
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(i) - 1, list.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      return size;
    }
  }
  return std::nullopt;
}

/// Takes "PCIe", "SXM5", "NVL", "OAM" out of the words.
std::string take_form(std::vector<std::string> &list) {
  for (std::size_t i = 1; i < list.size(); ++i) {
    std::string word = fold(list[i]);
    if (word == "pcie" || word == "oam" || word.starts_with("sxm")) {
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
      return word;
    }
  }
  return {};
}

std::optional<double> share_of(const Gpu &gpu, double nominal_gb) {
  return gpu.vram_gb ? std::optional{nominal_gb / *gpu.vram_gb} : std::nullopt;
}

/// The cards whose memory `gb` is, the nearest only.
GpuCandidates of_size(const GpuCandidates &cards, double gb) {
  double best = std::log(most_share);
  GpuCandidates found;
  for (const Gpu *gpu : cards) {
    const auto share = share_of(*gpu, gb);
    if (!share || *share < least_share || *share > most_share) {
      continue;
    }
    const double distance = std::abs(std::log(*share));
    if (distance < best - 1e-9) {
      found.clear();
      best = distance;
    }
    if (distance <= best + 1e-9) {
      found.push_back(gpu);
    }
  }
  return found;
}

GpuCandidates of_form(const GpuCandidates &cards, std::string_view form) {
  GpuCandidates found;
  std::ranges::copy_if(cards, std::back_inserter(found), [&](const Gpu *gpu) {
    const std::string folded = fold(gpu->form_factor);
    return folded.starts_with(form) || (form.starts_with("sxm") && form != "sxm" && folded.starts_with(form));
  });
  return found;
}

/// "4090" is an RTX 4090.
GpuCandidates find_short(std::string_view name, const GpuCatalogue &catalogue) {
  GpuCandidates cards = catalogue.find(name);
  if (cards.empty() && !name.empty() && is_digit(name.front())) {
    cards = catalogue.find("RTX " + std::string{name});
  }
  return cards;
}

/// Cards of the name without its size and form factor, of that size and form.
CardName find_by_parts(std::vector<std::string> list, const GpuCatalogue &catalogue) {
  CardName name;
  name.size_gb = take_size(list);
  name.cards = find_short(joined(list), catalogue);
  if (name.cards.empty()) {
    const std::string form = take_form(list);
    name.cards = form.empty() ? GpuCandidates{} : of_form(find_short(joined(list), catalogue), form);
  }
  if (name.size_gb && !name.cards.empty()) {
    name.cards = of_size(name.cards, *name.size_gb);
  }
  return name;
}

/// "a100_80": the last word is a size where a card of the rest has it.
CardName find_by_bare_size(std::vector<std::string> list, const GpuCatalogue &catalogue) {
  CardName name;
  const auto size = list.size() > 1 ? parse_number(list.back()) : std::nullopt;
  if (!size || !std::ranges::all_of(list.back(), is_digit)) {
    return name;
  }
  list.pop_back();
  name.cards = of_size(find_short(joined(list), catalogue), *size);
  name.size_gb = name.cards.empty() ? std::nullopt : size;
  return name;
}

CardName find_uncounted(std::string_view text, const GpuCatalogue &catalogue) {
  CardName name;
  name.cards = find_short(text, catalogue);
  const auto list = words_of(text);
  if (name.cards.empty()) {
    name = find_by_parts(list, catalogue);
  }
  if (name.cards.empty()) {
    name = find_by_bare_size(list, catalogue);
  }
  return name;
}

/// The count of "8x H100" and what stands behind it.
std::optional<std::pair<int, std::string_view>> split_count(std::string_view text) {
  const auto digits = std::min(text.find_first_not_of("0123456789"), text.size());
  auto rest = trim(text.substr(digits));
  std::size_t times = rest.starts_with('x') || rest.starts_with('X') ? 1 : 0;
  times = rest.starts_with("\xC3\x97") ? 2 : times;
  const auto count = parse_number(text.substr(0, digits));
  if (times == 0 || !count || *count < 1 || *count > 1e6) {
    return std::nullopt;
  }
  return std::pair{static_cast<int>(*count), trim(rest.substr(times))};
}

/// The GB of one card where all agree in it.
double nominal_gb(const GpuCandidates &cards, double stated) {
  const auto same = [&](const Gpu *gpu) { return gpu->vram_gb == cards.front()->vram_gb; };
  const bool agreed = !cards.empty() && cards.front()->vram_gb && std::ranges::all_of(cards, same);
  return agreed ? *cards.front()->vram_gb : stated;
}

/// A way to take the stated amount.
struct Way {
  bool other_unit;
  bool other_basis;
  MemoryFault fault;
};

} // namespace

CardName read_card_name(std::string_view text, const GpuCatalogue &catalogue) {
  text = trim(text);
  CardName name = find_uncounted(text, catalogue);
  if (name.cards.empty()) {
    if (const auto counted = split_count(text)) {
      name = find_uncounted(counted->second, catalogue);
      name.count = counted->first;
    }
  }
  return name;
}

ChosenCards choose_by_memory(const GpuCandidates &cards, const StatedMemory &stated) {
  const double of_card = stated.of_all ? stated.amount / stated.gpus : stated.amount;
  const double of_other = stated.of_all ? stated.amount : stated.amount / stated.gpus;
  const bool in_mib = stated.unit == MemoryUnit::mib;
  const auto gb_of = [](double amount, bool mib) { return mib ? amount / mib_per_nominal_gb : amount; };
  const MemoryFault other_basis = stated.of_all ? MemoryFault::per_card : MemoryFault::total;
  const MemoryFault other_unit = in_mib ? MemoryFault::gb_as_mib : MemoryFault::mib_as_gb;
  std::array<Way, 4> ways{{{false, false, MemoryFault::none},
                           {false, true, other_basis},
                           {true, false, other_unit},
                           {true, true, other_unit}}};
  if (stated.looks_total && stated.gpus > 1) {
    std::swap(ways[0], ways[1]);
  }
  for (const Way &way : ways) {
    if (way.other_basis && stated.gpus == 1) {
      continue;
    }
    const double gb = gb_of(way.other_basis ? of_other : of_card, in_mib != way.other_unit);
    const GpuCandidates found = of_size(cards, gb);
    if (!found.empty()) {
      // a sheet's own GB stay as they are, of MiB the nominal GB are meant
      const bool as_stated = !in_mib && way.fault == MemoryFault::none && !stated.of_all;
      return {found, as_stated ? gb : nominal_gb(found, gb), way.fault};
    }
  }
  const double taken = gb_of(ways[0].other_basis ? of_other : of_card, in_mib);
  return {cards, taken, cards.empty() ? MemoryFault::none : MemoryFault::contradiction};
}

} // namespace calcvram
