#include "memory/lora.hpp"

#include "failure.hpp"
#include "text/name.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace calcvram {
namespace {

constexpr unsigned attention = LoraTargets::q | LoraTargets::k | LoraTargets::v | LoraTargets::o;
constexpr unsigned mlp = LoraTargets::gate | LoraTargets::up | LoraTargets::down;

constexpr std::array<std::pair<std::string_view, unsigned>, 18> targets{{
    {"q", LoraTargets::q},
    {"k", LoraTargets::k},
    {"v", LoraTargets::v},
    {"o", LoraTargets::o},
    {"gate", LoraTargets::gate},
    {"up", LoraTargets::up},
    {"down", LoraTargets::down},
    {"qproj", LoraTargets::q},
    {"kproj", LoraTargets::k},
    {"vproj", LoraTargets::v},
    {"oproj", LoraTargets::o},
    {"gateproj", LoraTargets::gate},
    {"upproj", LoraTargets::up},
    {"downproj", LoraTargets::down},
    {"attention", attention},
    {"mlp", mlp},
    {"all", attention | mlp},
    {"alllinear", attention | mlp},
}};

unsigned target_named(std::string_view word) {
  const FoldedName wanted{word};
  const auto found = std::ranges::find(targets, wanted.view(), &std::pair<std::string_view, unsigned>::first);
  if (found == targets.end()) {
    std::vector<std::string_view> names;
    std::ranges::transform(targets, std::back_inserter(names), &std::pair<std::string_view, unsigned>::first);
    const std::string nearest = did_you_mean(word, names);
    bad_argument(words("targets= has no ", word,
                       nearest.empty() ? "; it takes q, k, v, o, gate, up, down, attention, mlp, all" : nearest));
  }
  return found->second;
}

} // namespace

LoraTargets parse_lora_targets(std::string_view text) {
  unsigned bits = 0;
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of(",+/"), text.size());
    if (end > 0) {
      bits |= target_named(text.substr(0, end));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (bits == 0) {
    bad_argument("targets= names no matrix");
  }
  return LoraTargets{bits};
}

} // namespace calcvram
