#include "memory/options.hpp"

#include "failure.hpp"
#include "text/name_index.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
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
  const std::string text = setting.text();
  if (text.find_first_of("lmhLMH") != 0) {
    options.overhead = Bytes::from_gb(in_range(setting, 0, most_gb));
    return;
  }
  constexpr Choices<RangeFigure, 3> figures{
      {{"low", RangeFigure::low}, {"middle", RangeFigure::middle}, {"high", RangeFigure::high}}};
  options.overhead_figure = choose(setting, figures);
}
void read_per(VramOptions &options, const Setting &setting) {
  options.per = choose(setting, Choices<Per, 2>{{{"total", Per::total}, {"card", Per::card}}});
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
  options.loss =
      choose(setting, Choices<Loss, 3>{{{"full", Loss::full}, {"chunked", Loss::chunked}, {"fused", Loss::fused}}});
}
void read_kernels(VramOptions &options, const Setting &setting) {
  options.kernels = choose(setting, Choices<Kernels, 2>{{{"fused", Kernels::fused}, {"eager", Kernels::eager}}});
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

constexpr double most_cards = 1e6;
constexpr double most_tokens = 1e9;

/// A whole number within bounds.
double whole(const Setting &setting, double least, double most) {
  const double value = in_range(setting, least, most);
  if (value != std::floor(value)) {
    bad_argument(words(setting.key, "=", setting.text(), " is not a whole number"));
  }
  return value;
}

template <double Degrees::*Degree> void read_degree(VramOptions &options, const Setting &setting) {
  options.degrees.*Degree = whole(setting, 1, most_cards);
}
template <double VramOptions::*Figure, int Least> void read_tokens(VramOptions &options, const Setting &setting) {
  options.*Figure = whole(setting, Least, most_tokens);
}
void read_zero(VramOptions &options, const Setting &setting) {
  options.zero = static_cast<int>(whole(setting, 0, 3));
}
void read_engine(VramOptions &options, const Setting &setting) {
  options.engine =
      choose(setting,
             Choices<Engine, 3>{{{"ideal", Engine::ideal}, {"llama.cpp", Engine::llama_cpp}, {"vllm", Engine::vllm}}});
}
void read_slots(VramOptions &options, const Setting &setting) {
  options.slots = choose(setting, Choices<Slots, 2>{{{"unified", Slots::unified}, {"separate", Slots::separate}}});
}
void read_swa(VramOptions &options, const Setting &setting) {
  options.swa =
      choose(setting, Choices<WindowCache, 2>{{{"window", WindowCache::window}, {"full", WindowCache::full}}});
}
void read_offload(VramOptions &options, const Setting &setting) {
  options.offload = choose(
      setting,
      Choices<Offload, 3>{{{"none", Offload::none}, {"optimizer", Offload::optimizer}, {"params", Offload::params}}});
}
void read_embedding(VramOptions &options, const Setting &setting) {
  options.embedding =
      choose(setting, Choices<EmbeddingPlace, 2>{{{"gpu", EmbeddingPlace::gpu}, {"host", EmbeddingPlace::host}}});
}
void read_imatrix(VramOptions &options, const Setting &setting) {
  options.imatrix = yes_or_no(setting);
}
void read_rank(VramOptions &options, const Setting &setting) {
  options.rank = whole(setting, 1, most_cards);
}
void read_targets(VramOptions &options, const Setting &setting) {
  options.targets = parse_lora_targets(setting.text());
}
void read_dora(VramOptions &options, const Setting &setting) {
  options.dora = yes_or_no(setting);
}
void read_accumulation(VramOptions &options, const Setting &setting) {
  options.accumulation = whole(setting, 1, most_cards);
}
void read_mfu(VramOptions &options, const Setting &setting) {
  constexpr double least_share = 0.001;
  options.mfu = in_range(setting, least_share, 1);
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
    OptionKey{"tp", read_degree<&Degrees::tp>},
    OptionKey{"pp", read_degree<&Degrees::pp>},
    OptionKey{"dp", read_degree<&Degrees::dp>},
    OptionKey{"sp", read_degree<&Degrees::sp>},
    OptionKey{"cp", read_degree<&Degrees::cp>},
    OptionKey{"ep", read_degree<&Degrees::ep>},
    OptionKey{"zero", read_zero},
    OptionKey{"engine", read_engine},
    OptionKey{"offload", read_offload},
    OptionKey{"ubatch", read_tokens<&VramOptions::ubatch, 1>},
    OptionKey{"slots", read_slots},
    OptionKey{"pad", read_tokens<&VramOptions::pad, 1>},
    OptionKey{"swa", read_swa},
    OptionKey{"draft", read_tokens<&VramOptions::draft, 0>},
    OptionKey{"rank", read_rank},
    OptionKey{"targets", read_targets},
    OptionKey{"block", read_tokens<&VramOptions::block, 1>},
    OptionKey{"batched_tokens", read_tokens<&VramOptions::batched_tokens, 1>},
    OptionKey{"imatrix", read_imatrix},
    OptionKey{"embedding", read_embedding},
    OptionKey{"dora", read_dora},
    OptionKey{"accumulation", read_accumulation},
    OptionKey{"mfu", read_mfu},
    OptionKey{"kernels", read_kernels},
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
      bad_argument(words("unknown option ", setting.key, did_you_mean(setting.key, vram_option_names())));
    }
    if (setting.bare) {
      bad_argument(words(setting.key, " needs a value: ", setting.key, "=..."));
    }
    if (setting.given()) {
      key->read(options, setting);
    }
  }
  check_degrees(options.degrees);
  return options;
}

std::vector<std::string_view> vram_option_names() {
  std::vector<std::string_view> names;
  std::ranges::transform(option_keys, std::back_inserter(names), &OptionKey::name);
  return names;
}

bool is_vram_option_key(std::string_view text) {
  return find_option(fold(text)) != nullptr;
}

} // namespace calcvram
