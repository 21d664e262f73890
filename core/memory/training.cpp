#include "memory/training.hpp"

#include "failure.hpp"
#include "memory/activations.hpp"
#include "memory/adapters.hpp"
#include "memory/inference.hpp"
#include "memory/logits.hpp"
#include "memory/placed_states.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <cmath>

namespace calcvram {
namespace {

constexpr double full_activation_share = 0.15;

/// Whether the pages' rules of thumb stand in for an architecture nobody knows.
bool rules_of_thumb(const Model &model) {
  return !model.architecture_known() && model.origin != ModelOrigin::catalogue;
}

/// What the activations are counted by, where activations= does not say.
ActivationRule default_rule(const TrainingPlan &plan) {
  if (!rules_of_thumb(plan.model)) {
    return {};
  }
  if (plan.method == Method::full) {
    return {ActivationRule::Kind::share, full_activation_share, {}};
  }
  const double tenth = std::floor(plan.model.shape.layers.value_or(0) / 10);
  return {ActivationRule::Kind::amount, 0, Bytes::from_gb(std::max(4.0, tenth))};
}

struct ActivationPart {
  Bytes bytes;
  ActivationRule rule;
  double divisor = 1; ///< of checkpointing=sqrt on a rule of thumb
};

ForwardPass forward_pass(const TrainingPlan &plan) {
  ForwardPass pass{plan.model, plan.workload, plan.precision, plan.options, {}, 0};
  if (plan.method != Method::full) {
    pass.trained = {false, plan.options.targets};
    pass.adapter_width = plan.options.rank ? adapter_width(plan.model, *plan.options.rank, plan.options.targets) : 0;
  }
  return pass;
}

/// Of what one data-parallel rank has, this card's part, or what all ranks have.
Bytes shared_evenly(Bytes of_a_rank, const Degrees &degrees, const Stage &stage) {
  return of_a_rank * (stage.stages * stage.cards / (degrees.tp * degrees.pp * degrees.cp));
}

/// `states`: one copy.
ActivationPart activation_part(const TrainingPlan &plan, const Stage &stage, Bytes states) {
  const VramOptions &options = plan.options;
  const ActivationRule rule = options.activations.value_or(default_rule(plan));
  if (rule.kind == ActivationRule::Kind::formula) {
    return {training_activations(forward_pass(plan), stage), rule, 1};
  }
  if (options.activations && rule.kind == ActivationRule::Kind::amount) {
    // an amount that somebody states is what it is
    return {shared_evenly(rule.amount, options.degrees, stage), rule, 1};
  }
  if (options.checkpointing == Checkpointing::full) {
    bad_argument("checkpointing=full needs an architecture: hidden and layers");
  }
  const double divisor = options.checkpointing == Checkpointing::sqrt ? sqrt_checkpointing_divisor(plan.model) : 1;
  const Bytes whole = rule.kind == ActivationRule::Kind::share ? states * rule.share : rule.amount;
  return {shared_evenly(whole / divisor, options.degrees, stage), rule, divisor};
}

std::string explain_shared_evenly(const Degrees &degrees, const Stage &stage) {
  if (degrees.cards() == 1) {
    return {};
  }
  const double cards = degrees.tp * degrees.pp * degrees.cp;
  if (stage.which == Stage::Which::all) {
    return words(" x ", counted(degrees.dp, "data-parallel rank"));
  }
  return cards == 1 ? " on each data-parallel rank" : words(" / ", cards, " cards of a data-parallel rank");
}

std::string explain_activations(const TrainingPlan &plan, const ActivationPart &part, const Stage &stage,
                                Bytes states) {
  if (part.rule.kind == ActivationRule::Kind::formula) {
    return explain_training_activations(forward_pass(plan), stage);
  }
  const std::string shared = explain_shared_evenly(plan.options.degrees, stage);
  if (plan.options.activations && part.rule.kind == ActivationRule::Kind::amount) {
    return words("activations=", part.rule.amount.gb(), " GB", shared);
  }
  const std::string checkpointed = part.divisor == 1 ? "" : words(" / sqrt(", *plan.model.shape.layers, " layers)");
  if (part.rule.kind == ActivationRule::Kind::share) {
    return words(part.rule.share * 100, " % of ", states.gb(), " GB of states", checkpointed, shared,
                 plan.options.activations ? "" : "; rule of thumb, architecture not known (rental page)");
  }
  return words("max(4, layers / 10) = ", part.rule.amount.gb(), " GB", checkpointed, shared,
               "; rule of thumb, architecture not known (rental page)");
}

Bytes training_overhead(const TrainingPlan &plan) {
  const bool full_rule = plan.method == Method::full && rules_of_thumb(plan.model);
  return plan.options.overhead.value_or(full_rule ? Bytes{} : default_overhead);
}

/// A recomputed layer comes to life when the logits are gone: the larger of the two counts, as what the logits have
/// beyond the layer that the activations count.
void add_logits(Breakdown &parts, const TrainingPlan &plan, const Stage &stage, const ActivationPart &activations) {
  if (!plan.model.architecture_known()) {
    return;
  }
  const Bytes all = logits(plan.model, plan.workload, plan.options, stage);
  const bool by_formula = activations.rule.kind == ActivationRule::Kind::formula;
  const Bytes later = by_formula ? layer_after_logits(forward_pass(plan), stage) : Bytes{};
  const Bytes beyond{std::max(all.count() - later.count(), 0.0)};
  parts.add(Component::logits, beyond, [&] {
    const std::string less =
        later.count() == 0 ? "" : words(", less ", later.gb(), " GB of the recomputed layer, which takes their place");
    return explain_logits(plan.model, plan.workload, plan.options, stage) + less;
  });
}

Breakdown on_stage(const TrainingPlan &plan, const TrainedStates &states, const Stage &stage, Explain explain) {
  const VramOptions &options = plan.options;
  Breakdown parts{explain};
  add_states(parts, plan, states, stage);
  const Bytes one_copy = states.total();
  const ActivationPart part = activation_part(plan, stage, one_copy);
  parts.add(Component::activations, part.bytes, [&] { return explain_activations(plan, part, stage, one_copy); });
  add_logits(parts, plan, stage, part);
  const double cards = stage.stages * stage.cards;
  parts.add(Component::overhead, training_overhead(plan) * cards,
            [&] { return words(cards == 1 ? "" : words(cards, " cards x "), explain_overhead(options)); });
  return parts;
}

} // namespace

Breakdown training(const TrainingPlan &plan, Explain explain) {
  const TrainedStates states = trained_states(plan);
  if (plan.options.per == Per::total) {
    return on_stage(plan, states, all_stages(plan.model, plan.options), explain);
  }
  Breakdown first = on_stage(plan, states, first_stage(plan.model, plan.options), explain);
  if (plan.options.degrees.pp == 1) {
    return first;
  }
  Breakdown last = on_stage(plan, states, last_stage(plan.model, plan.options), explain);
  return last.total().count() > first.total().count() ? last : first;
}

Bytes activations(const TrainingPlan &plan) {
  const VramOptions &options = plan.options;
  const bool card = options.per == Per::card;
  if (options.purpose == Purpose::inference) {
    const Stage stage = card ? last_stage(plan.model, options) : all_stages(plan.model, options);
    return inference_activations(plan.model, plan.workload, plan.precision, options, stage);
  }
  const Stage stage = card ? first_stage(plan.model, options) : all_stages(plan.model, options);
  const ActivationRule rule = options.activations.value_or(default_rule(plan));
  // only a share of the states needs the states, and with them the parameters
  const Bytes states = rule.kind == ActivationRule::Kind::share ? trained_states(plan).total() : Bytes{};
  return activation_part(plan, stage, states).bytes;
}

} // namespace calcvram
