#include "model/fields.hpp"

#include "failure.hpp"
#include "memory/kv_cache.hpp"
#include "model/keys.hpp"
#include "model/parameters.hpp"
#include "text/name.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace calcvram {
namespace {

constexpr double billion = 1e9;
constexpr double bytes_16_bit = 2;

struct DerivedField {
  std::string_view name;
  double (*figure)(const Model &);
};

constexpr std::array derived_fields{
    DerivedField{"params", [](const Model &model) { return parameters(model) / billion; }},
    DerivedField{"active_params", [](const Model &model) { return active_parameters(model) / billion; }},
    DerivedField{"kv_bytes_per_token",
                 [](const Model &model) { return elements_per_token(require_caches(model)) * bytes_16_bit; }},
    DerivedField{"state_bytes_per_sequence",
                 [](const Model &model) { return recurrent_state(model, 1, {}, {}).count(); }},
    DerivedField{"kv_layers",
                 [](const Model &model) {
                   double layers = 0;
                   for (const LayerGroup &group : require_caches(model).caches) {
                     layers += group.kind == CacheKind::full || group.kind == CacheKind::latent ? group.layers : 0;
                   }
                   return layers;
                 }},
};

ModelFact text_fact(const ModelRef &model, const ModelText &field) {
  if (model.entry() == nullptr) {
    no_answer(words("only the catalogue's models have a ", field.name));
  }
  const std::string &text = model.entry()->*(field.text);
  if (text.empty()) {
    no_answer(words("the catalogue has no ", field.name, " for ", model->name));
  }
  return std::string_view{text};
}

} // namespace

std::vector<std::string_view> model_field_names() {
  std::vector<std::string_view> names{"name", "state_kind"};
  std::ranges::transform(model_texts(), std::back_inserter(names), &ModelText::name);
  std::ranges::transform(derived_fields, std::back_inserter(names), &DerivedField::name);
  for (const ShapeKey &key : shape_keys()) {
    if (std::ranges::find(names, key.name) == names.end()) {
      names.push_back(key.name);
    }
  }
  return names;
}

ModelFact model_fact(const ModelRef &model, std::string_view field) {
  const std::string wanted = fold(field);
  const auto is_wanted = [&](const auto &named) { return fold(named.name) == wanted; };
  if (wanted == "name") {
    return std::string_view{model->name};
  }
  if (wanted == "statekind") {
    if (!model->shape.state_kind) {
      no_answer(words(model->name, " has no recurrent state"));
    }
    return name_of(*model->shape.state_kind);
  }
  if (const auto found = std::ranges::find_if(model_texts(), is_wanted); found != model_texts().end()) {
    return text_fact(model, *found);
  }
  if (const auto found = std::ranges::find_if(derived_fields, is_wanted); found != derived_fields.end()) {
    return found->figure(*model);
  }
  if (const auto found = std::ranges::find_if(shape_keys(), is_wanted); found != shape_keys().end()) {
    return require(*model, found->figure, std::string{found->name}.c_str());
  }
  bad_argument(words("unknown field ", field, did_you_mean(field, model_field_names())));
}

} // namespace calcvram
