#include "memory/options.hpp"

#include "failure.hpp"
#include "text/name_index.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace calcvram {
namespace {

template <typename Value, std::size_t Count> using Choices = std::array<std::pair<std::string_view, Value>, Count>;

/// The value whose word `setting` says; another word is an error that lists the known ones.
template <typename Value, std::size_t Count>
Value choose(const Setting &setting, const Choices<Value, Count> &choices) {
  const std::string word = fold(setting.text());
  for (const auto &[name, value] : choices) {
    if (fold(name) == word) {
      return value;
    }
  }
  std::string known;
  for (const auto &[name, value] : choices) {
    known += (known.empty() ? "" : ", ") + std::string{name};
  }
  bad_argument(words(setting.key, "=", setting.text(), " is none of ", known));
}

double in_range(const Setting &setting, double least, double most) {
  const double value = setting.number();
  if (!(value >= least && value <= most)) {
    bad_argument(words(setting.key, "=", setting.text(), " is not within ", least, " to ", most));
  }
  return value;
}

constexpr double most_gb = 1e9;

bool yes_or_no(const Setting &setting) {
  return choose(setting, Choices<bool, 2>{{{"yes", true}, {"no", false}}});
}

CachePrecision cache_precision(const Setting &setting) {
  if (const auto *number = std::get_if<double>(&setting.value)) {
    return parse_cache_precision(*number);
  }
  return parse_cache_precision(setting.text());
}

void read_overhead(VramOptions &options, const Setting &setting) {
  options.overhead = Bytes::from_gb(in_range(setting, 0, most_gb));
}
void read_per(VramOptions & /*all degrees are 1: the total is the card's*/, const Setting &setting) {
  choose(setting, Choices<int, 2>{{{"total", 0}, {"card", 1}}});
}
void read_mode(VramOptions &options, const Setting &setting) {
  options.purpose = choose(setting, Choices<Purpose, 2>{{{"train", Purpose::training}, {"infer", Purpose::inference}}});
}
void read_master(VramOptions &options, const Setting &setting) {
  options.master = yes_or_no(setting);
}
void read_grad(VramOptions &options, const Setting &setting) {
  options.grad_bytes = choose(setting, Choices<double, 3>{{{"bf16", 2.0}, {"fp16", 2.0}, {"fp32", 4.0}}});
}
void read_checkpointing(VramOptions &options, const Setting &setting) {
  options.checkpointing = choose(setting, Choices<Checkpointing, 4>{{{"none", Checkpointing::none},
                                                                     {"selective", Checkpointing::selective},
                                                                     {"full", Checkpointing::full},
                                                                     {"sqrt", Checkpointing::sqrt}}});
}
void read_activations(VramOptions &options, const Setting &setting) {
  const std::string text = setting.text();
  if (fold(text) == "formula") {
    options.activations = ActivationRule{};
  } else if (text.ends_with('%')) {
    options.activations = ActivationRule{ActivationRule::Kind::share, in_range(setting, 0, 100), {}};
  } else {
    options.activations =
        ActivationRule{ActivationRule::Kind::amount, 0, Bytes::from_gb(in_range(setting, 0, most_gb))};
  }
}
void read_adapter(VramOptions &options, const Setting &setting) {
  options.adapter_share = in_range(setting, 0, 1);
}
void read_base(VramOptions &options, const Setting &setting) {
  const auto *number = std::get_if<double>(&setting.value);
  options.base = number != nullptr ? parse_precision(*number) : parse_precision(setting.text());
}
void read_attention(VramOptions &options, const Setting &setting) {
  options.attention =
      choose(setting, Choices<Attention, 2>{{{"flash", Attention::flash}, {"eager", Attention::eager}}});
}
void read_loss(VramOptions &options, const Setting &setting) {
  options.loss = choose(setting, Choices<Loss, 2>{{{"full", Loss::full}, {"chunked", Loss::chunked}}});
}
void read_mla(VramOptions &options, const Setting &setting) {
  options.mla = choose(setting, Choices<MlaCache, 2>{{{"latent", MlaCache::latent}, {"expanded", MlaCache::expanded}}});
}
void read_kv_k(VramOptions &options, const Setting &setting) {
  options.kv_k = cache_precision(setting);
}
void read_kv_v(VramOptions &options, const Setting &setting) {
  options.kv_v = cache_precision(setting);
}

[[noreturn]] void not_yet(VramOptions & /*unchanged*/, const Setting &setting) {
  bad_argument(words(setting.key, "= is not computed in this version"));
}

/// An option that asks for what would be the default anyway is answered, not refused.
void only_one(VramOptions &options, const Setting &setting) {
  if (setting.text() != "1") {
    not_yet(options, setting);
  }
}
void only_zero(VramOptions &options, const Setting &setting) {
  if (setting.text() != "0") {
    not_yet(options, setting);
  }
}
void only_ideal(VramOptions &options, const Setting &setting) {
  if (fold(setting.text()) != "ideal") {
    not_yet(options, setting);
  }
}
void only_none(VramOptions &options, const Setting &setting) {
  if (fold(setting.text()) != "none") {
    not_yet(options, setting);
  }
}

struct OptionKey {
  std::string_view name;
  void (*read)(VramOptions &, const Setting &);
};

constexpr std::array option_keys{
    OptionKey{"overhead", read_overhead},
    OptionKey{"per", read_per},
    OptionKey{"mode", read_mode},
    OptionKey{"master", read_master},
    OptionKey{"grad", read_grad},
    OptionKey{"checkpointing", read_checkpointing},
    OptionKey{"activations", read_activations},
    OptionKey{"adapter", read_adapter},
    OptionKey{"base", read_base},
    OptionKey{"attention", read_attention},
    OptionKey{"loss", read_loss},
    OptionKey{"mla", read_mla},
    OptionKey{"kv_k", read_kv_k},
    OptionKey{"kv_v", read_kv_v},
    OptionKey{"tp", only_one},
    OptionKey{"pp", only_one},
    OptionKey{"dp", only_one},
    OptionKey{"sp", only_one},
    OptionKey{"cp", only_one},
    OptionKey{"ep", only_one},
    OptionKey{"zero", only_zero},
    OptionKey{"engine", only_ideal},
    OptionKey{"offload", only_none},
    OptionKey{"ubatch", not_yet},
    OptionKey{"slots", not_yet},
    OptionKey{"pad", not_yet},
    OptionKey{"swa", not_yet},
    OptionKey{"draft", not_yet},
    OptionKey{"rank", not_yet},
    OptionKey{"targets", not_yet},
    OptionKey{"block", not_yet},
    OptionKey{"batched_tokens", not_yet},
    OptionKey{"imatrix", not_yet},
    OptionKey{"embedding", not_yet},
};

const OptionKey *find_option(std::string_view folded) {
  static const NameIndex index = NameIndex::of(option_keys);
  const auto position = index.find_folded(folded);
  return position ? &option_keys[*position] : nullptr;
}

} // namespace

VramOptions parse_vram_options(const KeyValues &settings) {
  VramOptions options;
  for (const Setting &setting : settings.settings) {
    const OptionKey *key = find_option(setting.folded);
    if (key == nullptr) {
      std::vector<std::string_view> names;
      std::ranges::transform(option_keys, std::back_inserter(names), &OptionKey::name);
      bad_argument(words("unknown option ", setting.key, did_you_mean(setting.key, names)));
    }
    if (setting.bare) {
      bad_argument(words(setting.key, " needs a value: ", setting.key, "=..."));
    }
    if (setting.given()) {
      key->read(options, setting);
    }
  }
  return options;
}

bool is_vram_option_key(std::string_view text) {
  return find_option(fold(text)) != nullptr;
}

} // namespace calcvram
