#include "memory/training.hpp"

#include "failure.hpp"
#include "memory/activations.hpp"
#include "memory/inference.hpp"
#include "memory/weights.hpp"
#include "text/name.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace calcvram {
namespace {

constexpr double master_bytes = 4;
constexpr double full_activation_share = 0.15;

/// The parameters that are trained and what each of them takes.
struct TrainedStates {
  double parameters;
  double weight_bytes;
  double gradient_bytes;
  double master_bytes;
  double optimizer_bytes;

  [[nodiscard]] Bytes weights() const { return Bytes{parameters * weight_bytes}; }
  [[nodiscard]] Bytes gradients() const { return Bytes{parameters * gradient_bytes}; }
  [[nodiscard]] Bytes master() const { return Bytes{parameters * master_bytes}; }
  [[nodiscard]] Bytes optimizer() const { return Bytes{parameters * optimizer_bytes}; }
};

TrainedStates trained_states(const TrainingPlan &plan) {
  const bool full = plan.method == Method::full;
  const double share = full ? 1 : plan.options.adapter_share;
  // adapters are trained in 16 bits at least, whatever the base is held in
  const double weight = full ? plan.precision.nominal_bytes() : std::max(2.0, plan.precision.nominal_bytes());
  const bool master = plan.options.master.value_or(plan.precision.is_16_bit() || weight == 2);
  return {parameters(plan.model) * share, weight, plan.options.grad_bytes.value_or(weight), master ? master_bytes : 0,
          plan.optimizer.state_bytes};
}

Precision frozen_precision(const TrainingPlan &plan) {
  if (plan.options.base) {
    return *plan.options.base;
  }
  return plan.method == Method::qlora ? parse_precision("nf4") : plan.precision;
}

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

ActivationPart activation_part(const TrainingPlan &plan, Bytes states) {
  const VramOptions &options = plan.options;
  const ActivationRule rule = options.activations.value_or(default_rule(plan));
  if (rule.kind == ActivationRule::Kind::formula) {
    return {training_activations(plan.model, plan.workload, plan.precision, options), rule, 1};
  }
  if (options.activations && rule.kind == ActivationRule::Kind::amount) {
    return {rule.amount, rule, 1}; // an amount that somebody states is what it is
  }
  if (options.checkpointing == Checkpointing::full) {
    bad_argument("checkpointing=full needs an architecture: hidden and layers");
  }
  const double divisor = options.checkpointing == Checkpointing::sqrt ? sqrt_checkpointing_divisor(plan.model) : 1;
  const Bytes whole = rule.kind == ActivationRule::Kind::share ? states * rule.share : rule.amount;
  return {whole / divisor, rule, divisor};
}

std::string explain_activations(const TrainingPlan &plan, const ActivationPart &part, Bytes states) {
  if (part.rule.kind == ActivationRule::Kind::formula) {
    return explain_training_activations(plan.model, plan.workload, plan.precision, plan.options);
  }
  if (plan.options.activations && part.rule.kind == ActivationRule::Kind::amount) {
    return words("activations=", part.rule.amount.gb(), " GB");
  }
  const std::string checkpointed = part.divisor == 1 ? "" : words(" / sqrt(", *plan.model.shape.layers, " layers)");
  if (part.rule.kind == ActivationRule::Kind::share) {
    return words(part.rule.share * 100, " % of ", states.gb(), " GB of states", checkpointed,
                 plan.options.activations ? "" : "; rule of thumb, architecture not known (rental page)");
  }
  return words("max(4, layers / 10) = ", part.rule.amount.gb(), " GB", checkpointed,
               "; rule of thumb, architecture not known (rental page)");
}

std::string explain_states(const TrainedStates &states, double each, std::string_view what) {
  return words(std::round(states.parameters), " trained parameters x ", each, " B (", what, ")");
}

/// Weights and the states of what is trained, in the table's order.
void add_states(Breakdown &parts, const TrainingPlan &plan, const TrainedStates &states) {
  if (plan.method == Method::full) {
    parts.add(Component::weights, weights(plan.model, plan.precision, plan.options),
              [&] { return explain_weights(plan.model, plan.precision, plan.options); });
  } else {
    const Precision base = frozen_precision(plan);
    parts.add(Component::weights, weights(plan.model, base, plan.options),
              [&] { return "frozen base: " + explain_weights(plan.model, base, plan.options); });
    parts.add(Component::adapters, states.weights(), [&] {
      return words(plan.options.adapter_share * 100, " % of ", parameters(plan.model), " parameters x ",
                   states.weight_bytes, " B");
    });
  }
  parts.add(Component::gradients, states.gradients(),
            [&] { return explain_states(states, states.gradient_bytes, "one gradient each"); });
  parts.add(Component::master_weights, states.master(),
            [&] { return explain_states(states, states.master_bytes, "fp32 copy; arXiv 1910.02054"); });
  parts.add(Component::optimizer, states.optimizer(),
            [&] { return explain_states(states, states.optimizer_bytes, plan.optimizer.name); });
}

Bytes states_total(const TrainingPlan &plan) {
  Breakdown parts{Explain::no};
  add_states(parts, plan, trained_states(plan));
  return parts.total();
}

Bytes training_overhead(const TrainingPlan &plan) {
  const bool full_rule = plan.method == Method::full && rules_of_thumb(plan.model);
  return plan.options.overhead.value_or(full_rule ? Bytes{} : default_overhead);
}

} // namespace

Method parse_method(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, Method>, 3> methods{
      {{"full", Method::full}, {"lora", Method::lora}, {"qlora", Method::qlora}}};
  const FoldedName wanted{text};
  for (const auto &[name, method] : methods) {
    if (wanted.view() == name) {
      return method;
    }
  }
  constexpr std::array<std::string_view, 3> names{"full", "lora", "qlora"};
  bad_argument(words("unknown method ", text, did_you_mean(text, names)));
}

Breakdown training(const TrainingPlan &plan, Explain explain) {
  Breakdown parts{explain};
  const TrainedStates states = trained_states(plan);
  add_states(parts, plan, states);
  const Bytes of_states = parts.total();
  const ActivationPart part = activation_part(plan, of_states);
  parts.add(Component::activations, part.bytes, [&] { return explain_activations(plan, part, of_states); });
  if (plan.model.architecture_known()) {
    parts.add(Component::logits, logits(plan.model, plan.workload, plan.options.loss),
              [&] { return explain_logits(plan.model, plan.workload, plan.options.loss); });
  }
  parts.add(Component::overhead, training_overhead(plan), [&] { return explain_overhead(plan.options); });
  return parts;
}

Bytes activations(const TrainingPlan &plan) {
  if (plan.options.purpose == Purpose::inference) {
    return inference_activations(plan.model, plan.workload, plan.precision);
  }
  const ActivationRule rule = plan.options.activations.value_or(default_rule(plan));
  // only a share of the states needs the states, and with them the parameters
  const Bytes states = rule.kind == ActivationRule::Kind::share ? states_total(plan) : Bytes{};
  return activation_part(plan, states).bytes;
}

} // namespace calcvram
