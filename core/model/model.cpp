#include "model/model.hpp"

#include "failure.hpp"
#include "model/layer_kinds.hpp"
#include "text/words.hpp"

#include <array>

namespace calcvram {
namespace {

[[noreturn]] void missing(const Model &model, const std::string &what) {
  if (model.origin == ModelOrigin::catalogue || model.origin == ModelOrigin::generic) {
    no_answer("the catalogue has no " + what + " for " + model.name);
  }
  if (model.origin == ModelOrigin::parameters_only) {
    bad_argument("a number of parameters alone does not tell " + what + ": name a model or give a spec");
  }
  bad_argument("the spec lacks " + what);
}

/// Widths of K and V in one kind of layer.
struct Heads {
  double kv_heads;
  double key_dim;
  double value_dim;
  bool known = true;
};

std::optional<double> head_dim_of(const Shape &shape) {
  if (shape.head_dim) {
    return shape.head_dim;
  }
  return shape.hidden && shape.heads ? std::optional{*shape.hidden / *shape.heads} : std::nullopt;
}

/// Heads of the full-context layers, or what is missing.
std::optional<Heads> full_heads(const Shape &shape, std::string &gap) {
  const auto kv_heads = shape.kv_heads ? shape.kv_heads : shape.heads;
  if (!kv_heads) {
    if (!shape.hidden) {
      gap = "kv_heads and head_dim (or hidden)";
      return std::nullopt;
    }
    return Heads{1, *shape.hidden, *shape.hidden, false};
  }
  const auto head_dim = head_dim_of(shape);
  if (!head_dim) {
    gap = "head_dim";
    return std::nullopt;
  }
  return Heads{*kv_heads, *head_dim, shape.v_head_dim.value_or(*head_dim)};
}

void add_full(Model &model, double layers) {
  const Shape &shape = model.shape;
  if (shape.kv_lora_rank) {
    // one latent row of the rank and the rotary part serves K and V: DeepSeek-V2 (arXiv 2405.04434) 2.1
    LayerGroup latent{CacheKind::latent, layers, 1, *shape.kv_lora_rank + shape.rope_dim.value_or(0)};
    model.caches.push_back(latent);
    return;
  }
  if (const auto heads = full_heads(shape, model.cache_gap)) {
    LayerGroup full{CacheKind::full, layers, heads->kv_heads, heads->key_dim, heads->value_dim};
    full.heads_known = heads->known;
    model.caches.push_back(full);
  }
}

void add_window(Model &model, double layers) {
  const Shape &shape = model.shape;
  if (!shape.window) {
    model.cache_gap = "window (tokens) for its window_layers";
    return;
  }
  const auto full = full_heads(shape, model.cache_gap);
  if (!full && !(shape.window_kv_heads && shape.window_head_dim)) {
    return;
  }
  model.cache_gap.clear();
  const double kv_heads = shape.window_kv_heads.value_or(full ? full->kv_heads : 0);
  const double key_dim = shape.window_head_dim.value_or(full ? full->key_dim : 0);
  const double inherited = shape.window_head_dim ? *shape.window_head_dim : full->value_dim;
  LayerGroup window{CacheKind::window, layers, kv_heads, key_dim, shape.window_v_head_dim.value_or(inherited)};
  window.window = *shape.window;
  window.heads_known = shape.window_kv_heads || !full || full->known;
  model.caches.push_back(window);
}

bool compresses(const Shape &shape) {
  return shape.csa_layers.value_or(0) + shape.hca_layers.value_or(0) > 0;
}

/// DeepSeek-V4 (arXiv 2606.19348, 2.3; llama.cpp llama-kv-cache-dsv4.cpp): each layer keeps a raw window, K only; a CSA
/// layer a row and an index key for every 4 tokens, a HCA layer a row for every 128. The compressor that makes
/// them holds K and a score for the tokens not yet compressed: of two blocks of 4, twice as wide, or of one of 128.
void add_compressed(Model &model) {
  const Shape &shape = model.shape;
  const auto width = head_dim_of(shape);
  if (!width || !shape.window) {
    model.cache_gap = width ? "window (tokens) for its compressed layers" : "head_dim";
    return;
  }
  const double csa = shape.csa_layers.value_or(0);
  const double hca = shape.hca_layers.value_or(0);
  LayerGroup raw{CacheKind::raw, shape.window_layers.value_or(0) + csa + hca, 1, *width};
  raw.window = *shape.window;
  model.caches.push_back(raw);
  constexpr double k_and_score = 2;
  constexpr double overlap = 2;
  if (csa > 0) {
    LayerGroup group{CacheKind::csa, csa, 1, *width};
    group.index_dim = shape.index_dim.value_or(0);
    group.state_elements = k_and_score * overlap * tokens_a_row(CacheKind::csa) * overlap * (*width + group.index_dim);
    model.caches.push_back(group);
  }
  if (hca > 0) {
    LayerGroup group{CacheKind::hca, hca, 1, *width};
    group.state_elements = k_and_score * tokens_a_row(CacheKind::hca) * *width;
    model.caches.push_back(group);
  }
}

void add_index(Model &model) {
  const Shape &shape = model.shape;
  if (!shape.index_dim) {
    model.cache_gap = "index_dim for its index_layers";
    return;
  }
  model.caches.push_back(LayerGroup{CacheKind::index, *shape.index_layers, 1, *shape.index_dim});
}

void add_state(Model &model, double layers) {
  const Shape &shape = model.shape;
  const StateKind kind = shape.state_kind.value_or(StateKind::mamba2);
  const bool convolution_only = kind == StateKind::shortconv;
  const auto inner = shape.inner || !convolution_only ? shape.inner : shape.hidden;
  if (!inner || (!shape.state && !convolution_only)) {
    model.cache_gap = convolution_only ? "inner (or hidden)" : "inner and state";
    return;
  }
  const double state = shape.state.value_or(0);
  // the convolution runs over the inputs of the recurrence as well, but in Mamba 1 and LFM2's short
  // convolution: llama.cpp llama-hparams.cpp, n_embd_r and n_embd_s
  const bool inputs_convolved = kind != StateKind::mamba1 && !convolution_only;
  const double groups = inputs_convolved ? shape.groups.value_or(1) : 0;
  const double history = shape.conv_kernel.value_or(kind == StateKind::lightning ? 1 : 4) - 1;
  const double group_elements = history * 2 * state;
  StateGroup group{kind, layers, convolution_only ? 0 : *inner * state, history * *inner + groups * group_elements};
  group.history = history;
  group.groups = groups;
  group.group_elements = group_elements;
  model.state = group;
}

/// One kind of layers is no more than all layers, and what is used of something no more than it.
void check_counts(const Shape &shape) {
  struct Part {
    std::optional<double> Shape::*part;
    std::optional<double> Shape::*whole;
    const char *name;
    const char *of;
  };
  static constexpr std::array parts{
      Part{&Shape::kv_layers, &Shape::layers, "kv_layers", "layers"},
      Part{&Shape::attention_layers, &Shape::layers, "attention_layers", "layers"},
      Part{&Shape::mlp_layers, &Shape::layers, "mlp_layers", "layers"},
      Part{&Shape::state_layers, &Shape::layers, "state_layers", "layers"},
      Part{&Shape::index_layers, &Shape::layers, "index_layers", "layers"},
      Part{&Shape::experts_used, &Shape::experts, "experts_used", "experts"},
      Part{&Shape::active_params, &Shape::params, "active_params", "params"},
  };
  for (const auto &[part, whole, name, of] : parts) {
    if (shape.*part && shape.*whole && *(shape.*part) > *(shape.*whole)) {
      bad_argument(words(name, "=", *(shape.*part), " is more than ", of, "=", *(shape.*whole)));
    }
  }
}

} // namespace

bool is_tied(const Shape &shape) {
  return shape.tied == 1.0;
}

bool is_window(CacheKind kind) {
  return kind == CacheKind::window || kind == CacheKind::raw;
}

double tokens_a_row(CacheKind kind) {
  constexpr double csa_ratio = 4;
  constexpr double hca_ratio = 128;
  switch (kind) {
  case CacheKind::csa:
    return csa_ratio;
  case CacheKind::hca:
    return hca_ratio;
  case CacheKind::full:
  case CacheKind::window:
  case CacheKind::latent:
  case CacheKind::index:
  case CacheKind::raw:
    break;
  }
  return 1;
}

double require(const Model &model, const std::optional<double> Shape::*figure, const char *name) {
  const auto &value = model.shape.*figure;
  if (!value) {
    missing(model, name);
  }
  return *value;
}

const Model &require_caches(const Model &model) {
  if (!model.cache_gap.empty()) {
    missing(model, model.cache_gap);
  }
  return model;
}

void derive_caches(Model &model) {
  model.caches.clear();
  model.state.reset();
  const Shape &shape = model.shape;
  check_counts(shape);
  if (!shape.layers && !shape.kv_layers && !shape.window_layers && !shape.state_layers && !compresses(shape)) {
    model.cache_gap = "a KV cache: layers";
    return;
  }
  const double full_layers =
      shape.kv_layers.value_or(shape.layers || shape.attention_layers ? full_layers_left(shape) : 0);
  if (full_layers < 0) {
    bad_argument(words("window_layers, state_layers, csa_layers, hca_layers and kv_shared_layers are more than the ",
                       shape.attention_layers.value_or(shape.layers.value_or(0)), " layers"));
  }
  model.cache_gap.clear();
  if (full_layers > 0) {
    add_full(model, full_layers);
  }
  if (compresses(shape) && model.cache_gap.empty()) {
    add_compressed(model);
  } else if (shape.window_layers.value_or(0) > 0 && model.cache_gap.empty()) {
    add_window(model, *shape.window_layers);
  }
  if (shape.index_layers.value_or(0) > 0 && model.cache_gap.empty()) {
    add_index(model);
  }
  if (shape.state_layers.value_or(0) > 0 && model.cache_gap.empty()) {
    add_state(model, *shape.state_layers);
  }
}

double elements_per_token(const Model &model) {
  double elements = 0;
  for (const LayerGroup &group : model.caches) {
    if (!is_window(group.kind)) {
      const double row = group.kv_heads * (group.key_dim + group.value_dim) + group.index_dim;
      elements += group.layers * row / tokens_a_row(group.kind);
    }
  }
  return elements;
}

} // namespace calcvram
