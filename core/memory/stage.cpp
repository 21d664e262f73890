#include "memory/stage.hpp"

#include "text/words.hpp"

#include <algorithm>
#include <cmath>

namespace calcvram {
namespace {

double micro_batches(const VramOptions &options) {
  return options.accumulation.value_or(options.degrees.pp);
}

/// Micro-batches that the first `count` of `stages` hold together: the sum of min(stages - i, batches).
double held_by_first(double count, double stages, double batches) {
  const double full = std::clamp(stages - batches, 0.0, count); // stages that hold all of them
  const double falling = (count - full) * stages - (count * (count - 1) - full * (full - 1)) / 2;
  return batches * full + falling;
}

} // namespace

Stage first_stage(const Model &model, const VramOptions &options) {
  const double pp = options.degrees.pp;
  const double layers = model.shape.layers.value_or(0);
  Stage stage;
  stage.which = pp > 1 ? Stage::Which::first : Stage::Which::only;
  stage.share = stage_share(layers, pp);
  stage.in_flight = std::ceil(layers / pp) * std::min(pp, micro_batches(options));
  stage.outputs = pp > 1 ? 0 : 1;
  return stage;
}

Stage last_stage(const Model &model, const VramOptions &options) {
  const double pp = options.degrees.pp;
  if (pp == 1) {
    return first_stage(model, options);
  }
  const double layers = model.shape.layers.value_or(0);
  Stage stage;
  stage.which = Stage::Which::last;
  stage.share = layers > 0 ? std::floor(layers / pp) / layers : 1 / pp;
  stage.in_flight = std::floor(layers / pp);
  stage.token_tables = is_tied(model.shape) ? 1 : 0;
  return stage;
}

Stage all_stages(const Model &model, const VramOptions &options) {
  const Degrees &degrees = options.degrees;
  const double pp = degrees.pp;
  if (pp == 1) {
    Stage stage = first_stage(model, options);
    stage.which = Stage::Which::all;
    stage.cards = degrees.tp * degrees.dp * degrees.cp;
    return stage;
  }
  const double layers = model.shape.layers.value_or(0);
  const double batches = micro_batches(options);
  const double least_layers = std::floor(layers / pp);
  Stage stage;
  stage.which = Stage::Which::all;
  stage.cards = degrees.tp * degrees.dp * degrees.cp;
  stage.stages = pp;
  stage.in_flight =
      least_layers * held_by_first(pp, pp, batches) + held_by_first(layers - least_layers * pp, pp, batches);
  stage.token_tables = is_tied(model.shape) ? 2 : 1;
  return stage;
}

std::string explain_cards(const Stage &stage) {
  return stage.cards == 1 ? "" : words(" x ", stage.cards, stage.stages > 1 ? " cards a stage" : " cards");
}

std::string name_of(const Stage &stage, const Degrees &degrees) {
  if (degrees.cards() == 1) {
    return {};
  }
  switch (stage.which) {
  case Stage::Which::all:
    return words("all ", degrees.cards(), " cards together");
  case Stage::Which::only:
    return words("one of ", degrees.cards(), " cards");
  case Stage::Which::first:
    return words("a card of the first of ", degrees.pp, " stages");
  case Stage::Which::last:
    return words("a card of the last of ", degrees.pp, " stages");
  }
  return {};
}

} // namespace calcvram
