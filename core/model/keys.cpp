#include "model/keys.hpp"

#include "failure.hpp"
#include "text/name_index.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace calcvram {
namespace {

constexpr double most_layers = 10'000;
constexpr double most_width = 1e7;

constexpr std::array numeric_keys{
    ShapeKey{"params", &Shape::params, 1e6, 1e15},
    ShapeKey{"active_params", &Shape::active_params, 1e6, 1e15},
    ShapeKey{"layers", &Shape::layers, 1, most_layers},
    ShapeKey{"hidden", &Shape::hidden, 1, most_width},
    ShapeKey{"ffn", &Shape::ffn, 1, most_width},
    ShapeKey{"heads", &Shape::heads, 1, most_width},
    ShapeKey{"kv_heads", &Shape::kv_heads, 1, most_width},
    ShapeKey{"head_dim", &Shape::head_dim, 1, most_width},
    ShapeKey{"v_head_dim", &Shape::v_head_dim, 0, most_width},
    ShapeKey{"vocab", &Shape::vocab, 1, 1e8},
    ShapeKey{"tied", &Shape::tied, 0, 1},
    ShapeKey{"max_context", &Shape::max_context, 1, 1e12},
    ShapeKey{"kv_layers", &Shape::kv_layers, 0, most_layers},
    ShapeKey{"window", &Shape::window, 1, 1e9},
    ShapeKey{"window_layers", &Shape::window_layers, 0, most_layers},
    ShapeKey{"window_kv_heads", &Shape::window_kv_heads, 1, most_width},
    ShapeKey{"window_head_dim", &Shape::window_head_dim, 1, most_width},
    ShapeKey{"window_v_head_dim", &Shape::window_v_head_dim, 0, most_width},
    ShapeKey{"kv_lora_rank", &Shape::kv_lora_rank, 1, most_width},
    ShapeKey{"rope_dim", &Shape::rope_dim, 0, most_width},
    ShapeKey{"q_lora_rank", &Shape::q_lora_rank, 0, most_width},
    ShapeKey{"nope_dim", &Shape::nope_dim, 0, most_width},
    ShapeKey{"index_layers", &Shape::index_layers, 0, most_layers},
    ShapeKey{"index_dim", &Shape::index_dim, 0, most_width},
    ShapeKey{"state_layers", &Shape::state_layers, 0, most_layers},
    ShapeKey{"conv_kernel", &Shape::conv_kernel, 1, 1000},
    ShapeKey{"inner", &Shape::inner, 1, most_width},
    ShapeKey{"state", &Shape::state, 1, most_width},
    ShapeKey{"groups", &Shape::groups, 0, most_width},
    ShapeKey{"experts", &Shape::experts, 0, 1e6},
    ShapeKey{"experts_used", &Shape::experts_used, 0, 1e6},
    ShapeKey{"expert_ffn", &Shape::expert_ffn, 0, most_width},
    ShapeKey{"shared_experts", &Shape::shared_experts, 0, 1e6},
    ShapeKey{"dense_layers", &Shape::dense_layers, 0, most_layers},
    ShapeKey{"csa_layers", &Shape::csa_layers, 0, most_layers},
    ShapeKey{"hca_layers", &Shape::hca_layers, 0, most_layers},
    ShapeKey{"attention_layers", &Shape::attention_layers, 0, most_layers},
    ShapeKey{"mlp_layers", &Shape::mlp_layers, 0, most_layers},
    ShapeKey{"mlp_matrices", &Shape::mlp_matrices, 2, 3},
    ShapeKey{"qkv_bias", &Shape::qkv_bias, 0, 1},
    ShapeKey{"attn_bias", &Shape::attn_bias, 0, 1},
    ShapeKey{"mlp_bias", &Shape::mlp_bias, 0, 1},
    ShapeKey{"router_bias", &Shape::router_bias, 0, 1},
    ShapeKey{"norm_bias", &Shape::norm_bias, 0, 1},
    ShapeKey{"qk_norm", &Shape::qk_norm, 0, 2},
    ShapeKey{"layer_norms", &Shape::layer_norms, 0, 100},
    ShapeKey{"attn_gate", &Shape::attn_gate, 0, 3},
    ShapeKey{"sinks", &Shape::sinks, 0, 2},
    ShapeKey{"shared_gate", &Shape::shared_gate, 0, 1},
    ShapeKey{"k_eq_v", &Shape::k_eq_v, 0, 1},
    ShapeKey{"shared_ffn", &Shape::shared_ffn, 0, most_width},
    ShapeKey{"expert_hidden", &Shape::expert_hidden, 0, most_width},
    ShapeKey{"positions", &Shape::positions, 0, 1e9},
    ShapeKey{"ple_dim", &Shape::ple_dim, 0, most_width},
    ShapeKey{"kv_shared_layers", &Shape::kv_shared_layers, 0, most_layers},
    ShapeKey{"kv_shared_ffn", &Shape::kv_shared_ffn, 0, most_width},
    ShapeKey{"ffn_total", &Shape::ffn_total, 0, 1e9},
    ShapeKey{"ple_vocab", &Shape::ple_vocab, 0, 1e8},
    ShapeKey{"layer_scales", &Shape::layer_scales, 0, most_width},
    ShapeKey{"window_heads", &Shape::window_heads, 1, most_width},
    ShapeKey{"index_heads", &Shape::index_heads, 0, most_width},
    ShapeKey{"state_heads", &Shape::state_heads, 1, most_width},
    ShapeKey{"state_norm", &Shape::state_norm, 0, 1},
    ShapeKey{"state_gate_rank", &Shape::state_gate_rank, 0, most_width},
    ShapeKey{"o_lora_rank", &Shape::o_lora_rank, 0, most_width},
    ShapeKey{"o_groups", &Shape::o_groups, 1, most_width},
    ShapeKey{"hyper_streams", &Shape::hyper_streams, 0, 1000},
    ShapeKey{"altup", &Shape::altup, 0, 1000},
    ShapeKey{"laurel_rank", &Shape::laurel_rank, 0, most_width},
    ShapeKey{"fused_qkv", &Shape::fused_qkv, 0, 2},
    ShapeKey{"mxfp4_experts", &Shape::mxfp4_experts, 0, 1},
};

constexpr std::array<std::pair<std::string_view, StateKind>, 6> state_kinds{{
    {"mamba1", StateKind::mamba1},
    {"mamba2", StateKind::mamba2},
    {"deltanet", StateKind::deltanet},
    {"kda", StateKind::kda},
    {"shortconv", StateKind::shortconv},
    {"lightning", StateKind::lightning},
}};

const ShapeKey *find_key(std::string_view folded) {
  static const NameIndex index = NameIndex::of(numeric_keys);
  const auto position = index.find_folded(folded);
  return position ? &numeric_keys[*position] : nullptr;
}

StateKind state_kind_from(const Setting &setting) {
  const std::string word = fold(setting.text());
  const auto found = std::ranges::find(state_kinds, word, &decltype(state_kinds)::value_type::first);
  if (found == state_kinds.end()) {
    std::vector<std::string_view> names;
    std::ranges::transform(state_kinds, std::back_inserter(names), [](const auto &kind) { return kind.first; });
    bad_argument("unknown state_kind " + setting.text() + did_you_mean(setting.text(), names));
  }
  return found->second;
}

bool is_parameter_count(const ShapeKey &key) {
  return key.figure == &Shape::params || key.figure == &Shape::active_params;
}

/// "8.03B" is a count already; a plain number may be billions.
double parameters_in(const Setting &setting) {
  if (const auto *text = std::get_if<std::string>(&setting.value)) {
    if (const auto scaled = parse_scaled_number(*text); scaled && scaled->scaled) {
      return scaled->value;
    }
  }
  return parameters_from(setting.number(), setting.key);
}

} // namespace

std::span<const ShapeKey> shape_keys() {
  return numeric_keys;
}

std::string_view name_of(StateKind kind) {
  return std::ranges::find(state_kinds, kind, &decltype(state_kinds)::value_type::second)->first;
}

double parameters_from(double number, std::string_view key) {
  if (number > 0 && number < 100'000) {
    return std::round(number * 1e9); // parameters are whole; 8.03 * 1e9 is not
  }
  if (number >= 1e6) {
    return number;
  }
  bad_argument(words(key, "=", number, " is neither billions (below 100,000) nor a count (from 1,000,000)"));
}

bool apply_shape_key(Shape &shape, const Setting &setting) {
  if (setting.folded == "statekind") {
    if (setting.given()) {
      shape.state_kind = state_kind_from(setting);
    }
    return true;
  }
  const ShapeKey *key = find_key(setting.folded);
  if (key == nullptr) {
    return false;
  }
  if (!setting.given()) {
    return true;
  }
  if (setting.bare) {
    bad_argument(setting.key + " needs a value: " + setting.key + "=...");
  }
  const bool yes_or_no = key->least == 0 && key->most == 1;
  double value = 0;
  if (is_parameter_count(*key)) {
    value = parameters_in(setting);
  } else if (yes_or_no && (setting.text() == "yes" || setting.text() == "no")) {
    value = setting.text() == "yes" ? 1 : 0;
  } else {
    value = setting.scaled_number();
  }
  const bool whole = value == std::floor(value);
  if (!(value >= key->least && value <= key->most) || !(whole || is_parameter_count(*key))) {
    bad_argument(words(key->name, "=", setting.text(), " is not ", whole ? "within " : "a whole number within ",
                       key->least, " to ", key->most));
  }
  shape.*(key->figure) = value;
  return true;
}

void drop_implied(Shape &shape) {
  if (shape.layers && shape.kv_layers &&
      *shape.kv_layers == *shape.layers - shape.window_layers.value_or(0) - shape.state_layers.value_or(0)) {
    shape.kv_layers.reset();
  }
  if (shape.params && shape.active_params == shape.params) {
    shape.active_params.reset();
  }
}

} // namespace calcvram
