#include "model/spec.hpp"

#include "failure.hpp"
#include "model/keys.hpp"
#include "model/parameters.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <array>

namespace calcvram {
namespace {

std::vector<std::string_view> key_names() {
  std::vector<std::string_view> names{"model", "state_kind"};
  std::ranges::transform(shape_keys(), std::back_inserter(names), &ShapeKey::name);
  return names;
}

const ModelEntry &find_or_fail(std::string_view name, const ModelCatalogue &catalogue) {
  const ModelEntry *entry = catalogue.find(name);
  if (entry == nullptr) {
    bad_argument(words("unknown model ", name, catalogue.suggestion(name)));
  }
  return *entry;
}

Model start_from(std::string_view base, const ModelCatalogue &catalogue) {
  if (base.empty()) {
    return Model{};
  }
  Model model = find_or_fail(base, catalogue).model;
  // numbers put onto one of the rental page's shapes do not make its architecture known
  model.origin = model.origin == ModelOrigin::generic ? ModelOrigin::generic : ModelOrigin::spec;
  return model;
}

/// What a key makes untrue in the row it is put on.
void forget_implied(Shape &shape, const Shape &given) {
  if (given.params && !given.active_params && !shape.experts) {
    shape.active_params.reset();
  }
  if (given.kv_heads && !given.kv_lora_rank) {
    shape.kv_lora_rank.reset(); // a cache of heads where the row had a latent one
  }
}

void overlay(Shape &shape, const Shape &given) {
  for (const ShapeKey &key : shape_keys()) {
    if (const auto &value = given.*(key.figure)) {
      shape.*(key.figure) = value;
    }
  }
  if (given.state_kind) {
    shape.state_kind = given.state_kind;
  }
  forget_implied(shape, given);
}

/// What only says what is cached. "Llama 3 8B kv_heads=32" asks for another cache of the same weights.
constexpr std::array cache_figures{
    &Shape::kv_heads,     &Shape::kv_layers, &Shape::window,          &Shape::window_layers, &Shape::window_kv_heads,
    &Shape::kv_lora_rank, &Shape::rope_dim,  &Shape::window_head_dim, &Shape::index_layers,  &Shape::window_v_head_dim,
};

/// A published total belongs to the published shape: where other weights are asked for ("Llama 3 8B layers=16") and
/// no total is given, the changed shape tells it.
void forget_published_totals(Model &model, const Model &base, const Shape &given) {
  Model weights = model;
  for (const auto figure : cache_figures) {
    weights.shape.*figure = base.shape.*figure;
  }
  const auto before = derived_parameters(base);
  const auto after = derived_parameters(weights);
  if (!before || !after) {
    return;
  }
  if (!given.params && after->total != before->total) {
    model.shape.params.reset();
  }
  if (!given.params && !given.active_params && after->active != before->active) {
    model.shape.active_params.reset();
  }
}

/// Where the shape tells the total; derive_caches() compares what is given.
void check_active_parameters(const Model &model) {
  const Shape &shape = model.shape;
  if (!shape.active_params || shape.params) {
    return;
  }
  const auto derived = derived_parameters(model);
  if (derived && *shape.active_params > derived->total) {
    bad_argument(words("active_params=", *shape.active_params, " is more than the ", derived->total,
                       " parameters of the shape"));
  }
}

constexpr double least_parameters = 1e6;
constexpr double most_parameters = 1e15;

ModelRef model_of_parameters(double count) {
  auto model = std::make_shared<Model>();
  model->name = words(count, " parameters");
  model->origin = ModelOrigin::parameters_only;
  model->shape.params = count;
  derive_caches(*model);
  return ModelRef{std::move(model)};
}

bool gives_nothing(const Shape &given) {
  return std::ranges::none_of(shape_keys(), [&](const ShapeKey &key) { return (given.*(key.figure)).has_value(); }) &&
         !given.state_kind;
}

} // namespace

bool is_model_key(std::string_view text) {
  const std::string folded = fold(text);
  return std::ranges::any_of(key_names(), [&](std::string_view name) { return fold(name) == folded; });
}

ModelRef parse_model(double billions) {
  if (!(billions > 0 && billions < 100'000)) {
    bad_argument(words("a number as model is billions of parameters, above 0 and below 100,000, not ", billions));
  }
  return model_of_parameters(parameters_from(billions, "model"));
}

ModelRef parse_model(const KeyValues &settings, const ModelCatalogue &catalogue) {
  std::string base = settings.lead;
  Shape given;
  bool key_seen = false;
  for (const Setting &setting : settings.settings) {
    key_seen = key_seen || !setting.bare;
    if (setting.folded == "model" && !setting.bare) {
      if (!base.empty()) {
        bad_argument("the model is named twice: " + base + " and " + setting.text());
      }
      base = setting.text();
    } else if (setting.bare) {
      if (key_seen) {
        bad_argument(words("unknown word ", setting.key, " in a model spec: key=value is expected"));
      }
    } else if (!apply_shape_key(given, setting)) {
      bad_argument(words("unknown key ", setting.key, " in a model spec", did_you_mean(setting.key, key_names())));
    }
  }
  if (!base.empty() && gives_nothing(given)) {
    return ModelRef{find_or_fail(base, catalogue)};
  }
  const Model start = start_from(base, catalogue);
  auto model = std::make_shared<Model>(start);
  overlay(model->shape, given);
  forget_published_totals(*model, start, given);
  model->name = base.empty() ? "the spec" : base + " with changes";
  derive_caches(*model);
  check_active_parameters(*model);
  return ModelRef{std::move(model)};
}

ModelRef parse_model(std::string_view text, const ModelCatalogue &catalogue) {
  if (const ModelEntry *entry = catalogue.find(text)) {
    return ModelRef{*entry};
  }
  if (has_key(text)) {
    return parse_model(parse_key_values(text), catalogue);
  }
  if (const auto number = parse_scaled_number(text)) {
    if (!number->scaled) {
      return parse_model(number->value);
    }
    if (!(number->value >= least_parameters && number->value <= most_parameters)) {
      bad_argument(words(text, " is no number of parameters from ", least_parameters, " to ", most_parameters));
    }
    return model_of_parameters(number->value);
  }
  return ModelRef{find_or_fail(text, catalogue)};
}

} // namespace calcvram
