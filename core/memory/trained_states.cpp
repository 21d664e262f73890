#include "memory/trained_states.hpp"

#include "failure.hpp"
#include "memory/adapters.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <cmath>

namespace calcvram {
namespace {

constexpr double master_copy_bytes = 4;
constexpr double host_gradient_bytes = 4;
constexpr double row_or_column_bytes = 4;
constexpr double adam_bytes = 8;
constexpr double live_layer_count = 2;

void require_tensors(const TrainingPlan &plan, std::string_view who) {
  if (tensors_known(plan.model)) {
    return;
  }
  if (plan.model.origin != ModelOrigin::generic) {
    tensors_of(plan.model); // says which figure is missing
  }
  no_answer(words(who, " follows from the matrices of an architecture, and ", plan.model.name, " tells none"));
}

bool by_rank(const TrainingPlan &plan) {
  return plan.method != Method::full && plan.options.rank.has_value();
}

/// Something trained: a tensor of the model, or A or B of an adapter.
struct TrainedTensor {
  TensorRole role;
  Bytes WeightParts::*part;
  double inputs;
  double outputs;
  double count;
};

template <typename Visit> void for_each_adapter_tensor(const TrainingPlan &plan, const Visit &visit) {
  const double rank = *plan.options.rank;
  for (const Tensor &tensor : tensors_of(plan.model).tensors) {
    const auto to = adapted(tensor, plan.model, plan.options.targets);
    if (!to) {
      continue;
    }
    const auto split = part_of(to->role);
    const auto whole = is_expert(to->role) ? split : &WeightParts::replicated;
    const auto outputs = to->output_split ? split : whole;
    visit(TrainedTensor{to->role, to->output_split ? whole : split, to->inputs, rank, to->count});
    visit(TrainedTensor{to->role, outputs, rank, to->outputs, to->count});
    if (plan.options.dora) {
      visit(TrainedTensor{TensorRole::other, outputs, 1, to->outputs, to->count});
    }
  }
}

template <typename Visit> void for_each_trained(const TrainingPlan &plan, const Visit &visit) {
  if (by_rank(plan)) {
    for_each_adapter_tensor(plan, visit);
    return;
  }
  for (const Tensor &tensor : tensors_of(plan.model).tensors) {
    visit(TrainedTensor{tensor.role, part_of(tensor), tensor.inputs, tensor.outputs, tensor.matrices * tensor.layers});
  }
}

WeightParts trained_parameters(const TrainingPlan &plan) {
  if (plan.method == Method::full) {
    return parameter_parts(plan.model, plan.options);
  }
  if (!by_rank(plan)) {
    return {Bytes{parameters(plan.model) * plan.options.adapter_share}, {}, {}, {}, {}};
  }
  require_tensors(plan, "rank=");
  WeightParts sum;
  for_each_adapter_tensor(plan, [&sum](const TrainedTensor &tensor) {
    sum.*tensor.part += Bytes{tensor.inputs * tensor.outputs * tensor.count};
  });
  if (sum.total().count() == 0) {
    no_target_found();
  }
  return sum;
}

/// Norms and other vectors: Adafactor's 4 B for each of their elements, a thousandth of a percent of a step, are left
/// out.
bool is_vector(TensorRole role) {
  return role == TensorRole::norm || role == TensorRole::bias || role == TensorRole::other;
}

bool is_hidden_matrix(TensorRole role) {
  return is_linear(role) || role == TensorRole::router;
}

WeightParts factored_parts(const TrainingPlan &plan, const WeightParts &trained) {
  WeightParts sum = trained * plan.optimizer.state_bytes;
  for_each_trained(plan, [&sum](const TrainedTensor &tensor) {
    if (!is_vector(tensor.role)) {
      sum.*tensor.part += Bytes{row_or_column_bytes * (tensor.inputs + tensor.outputs) * tensor.count};
    }
  });
  return sum;
}

WeightParts muon_parts(const TrainingPlan &plan, const WeightParts &trained) {
  WeightParts sum;
  double told = 0;
  for_each_trained(plan, [&](const TrainedTensor &tensor) {
    const double elements = tensor.inputs * tensor.outputs * tensor.count;
    sum.*tensor.part += Bytes{elements * (is_hidden_matrix(tensor.role) ? plan.optimizer.state_bytes : adam_bytes)};
    told += elements;
  });
  // parameters that the shape does not tell may be anything: AdamW's states, the larger ones
  const double rest = trained.total().count() - told;
  if (rest < 0) {
    return sum * (trained.total().count() / told); // params= is less than its shape has: of everything less
  }
  sum.matrices += Bytes{rest * adam_bytes};
  return sum;
}

WeightParts optimizer_parts(const TrainingPlan &plan, const WeightParts &trained) {
  const Optimizer &optimizer = plan.optimizer;
  if (optimizer.rule == StateRule::each) {
    return trained * optimizer.state_bytes;
  }
  const bool adapters_by_share = plan.method != Method::full && !by_rank(plan);
  if (adapters_by_share && optimizer.rule == StateRule::muon) {
    return trained * optimizer.state_bytes; // adapters are hidden matrices, all of them
  }
  if (adapters_by_share) {
    bad_argument(words(optimizer.name, " keeps rows and columns: give the adapters' rank= instead of a share"));
  }
  require_tensors(plan, optimizer.name);
  return optimizer.rule == StateRule::factored ? factored_parts(plan, trained) : muon_parts(plan, trained);
}

Precision frozen_precision(const TrainingPlan &plan) {
  if (plan.options.base) {
    return *plan.options.base;
  }
  return plan.method == Method::qlora ? parse_precision("nf4") : plan.precision;
}

/// Flat formats take the same bytes of each parameter; the others are split as the weights are.
WeightParts base_weights(const TrainingPlan &plan, const WeightParts &trained) {
  const bool full = plan.method == Method::full;
  const Precision precision = full ? plan.precision : frozen_precision(plan);
  if (precision.kind != PrecisionKind::flat) {
    return weight_parts(plan.model, precision, plan.options);
  }
  return (full ? trained : parameter_parts(plan.model, plan.options)) * precision.nominal_bytes();
}

double compute_bytes(const TrainingPlan &plan) {
  return std::max(2.0, plan.precision.nominal_bytes());
}

/// QLoRA dequantises a matrix at a time (arXiv 2305.14314, equation 5).
Bytes dequantised_matrix(const TrainingPlan &plan) {
  if (frozen_precision(plan).kind == PrecisionKind::flat || !tensors_known(plan.model)) {
    return {};
  }
  double largest = 0;
  for (const Tensor &tensor : tensors_of(plan.model).tensors) {
    if (is_linear(tensor.role)) {
      largest = std::max(largest, tensor.inputs * tensor.outputs);
    }
  }
  return Bytes{largest * compute_bytes(plan)};
}

Shard sharded_from(int stage, const VramOptions &options) {
  return options.zero >= stage ? Shard::sharded : Shard::whole;
}

/// One component: its copy, who shards it, what stands whole beside it, and where.
struct StateLine {
  Component component = Component::weights;
  WeightParts one_copy;
  Shard shard = Shard::whole;
  Bytes live;             ///< on the cards whatever happens to the rest
  double host_factor = 0; ///< bytes on the host for each that leaves the card; 0: it stays
};

double data_ranks(const Degrees &degrees) {
  return degrees.dp * degrees.cp;
}

std::string explain_shard(Shard shard, const VramOptions &options) {
  if (shard == Shard::whole || data_ranks(options.degrees) == 1) {
    return {};
  }
  const std::string_view source = options.zero == 3 ? "; FSDP, arXiv 2304.11277" : "";
  return words(", sharded over ", data_ranks(options.degrees), " ranks (ZeRO-", options.zero, "; arXiv 1910.02054",
               source, ")");
}

/// `how` tells the copy, `beside` what stands whole beside it.
template <typename How, typename Beside>
void add_line(Breakdown &parts, const TrainingPlan &plan, const Stage &stage, const StateLine &line, const How &how,
              const Beside &beside) {
  const Degrees &degrees = plan.options.degrees;
  const Bytes all = held(line.one_copy, stage, degrees, line.shard);
  const bool leaves = line.host_factor > 0;
  const Bytes gpu = (leaves ? Bytes{} : all) + line.live;
  const Bytes host = all * line.host_factor;
  parts.add(line.component, gpu, host, [&] {
    std::string text = how();
    text += explain_shard(line.shard, plan.options);
    text += explain_held(line.one_copy, stage, degrees, line.shard);
    text += leaves ? words("; offloaded to the host: ", host.gb(), " GB") : "";
    text += beside();
    return text;
  });
}

/// Whole layers on the card where the rest is sharded or on the host.
Bytes live_weights(const TrainingPlan &plan, const WeightParts &one_copy, const Stage &stage) {
  const VramOptions &options = plan.options;
  const bool gathered = options.zero == 3 && data_ranks(options.degrees) > 1;
  if (!plan.model.architecture_known() || !(gathered || options.offload == Offload::params)) {
    return {};
  }
  return live_layers(one_copy, live_layer_count, plan.model, stage, options.degrees);
}

Bytes live_gradients(const TrainingPlan &plan, const WeightParts &one_copy, const Stage &stage) {
  const VramOptions &options = plan.options;
  const bool reduced = options.zero == 3 && data_ranks(options.degrees) > 1;
  if (!plan.model.architecture_known() || !reduced) {
    return {};
  }
  return live_layers(one_copy, 1, plan.model, stage, options.degrees);
}

std::string explain_live(Bytes live, std::string_view what) {
  return live.count() == 0 ? "" : words("; + ", live.gb(), " GB of ", what);
}

constexpr std::string_view live_words = "whole layers: the one at work and the next one";

std::string nothing_beside() {
  return {};
}

void add_weights(Breakdown &parts, const TrainingPlan &plan, const TrainedStates &states, const Stage &stage) {
  const VramOptions &options = plan.options;
  const bool full = plan.method == Method::full;
  const Degrees &degrees = options.degrees;
  const Precision precision = full ? plan.precision : frozen_precision(plan);
  StateLine line{Component::weights, states.base, sharded_from(3, options), {}, 0};
  const Bytes live = live_weights(plan, states.base, stage);
  const Bytes workspace = states.workspace * (stage.stages * stage.cards / degrees.tp);
  line.live = live + workspace;
  line.host_factor = options.offload == Offload::params ? 1 : 0;
  const auto how = [&] {
    VramOptions one_copy = options; // weights explain the copy, this line where it stands
    one_copy.degrees = {};
    one_copy.per = Per::total;
    return words(full ? "" : "frozen base: ", explain_weights(plan.model, precision, one_copy));
  };
  const auto beside = [&] {
    const std::string dequantised = workspace.count() == 0
                                        ? ""
                                        : words("; + ", workspace.gb(), " GB: the largest matrix dequantised to ",
                                                compute_bytes(plan), " B (arXiv 2305.14314)");
    return words(explain_live(live, live_words), dequantised);
  };
  add_line(parts, plan, stage, line, how, beside);
}

std::string explain_each(const TrainedStates &states, double bytes, std::string_view what) {
  return words(std::round(states.parameters.total().count()), " trained parameters x ", bytes, " B (", what, ")");
}

std::string explain_adapters(const TrainingPlan &plan, const TrainedStates &states) {
  const VramOptions &options = plan.options;
  if (!by_rank(plan)) {
    return words(options.adapter_share * 100, " % of ", parameters(plan.model), " parameters x ", states.adapter_bytes,
                 " B");
  }
  return words("rank ", *options.rank, " x (inputs + outputs)",
               options.dora ? " + outputs (DoRA, arXiv 2402.09353)" : "",
               " of every adapted matrix = ", states.parameters.total().count(), " parameters x ", states.adapter_bytes,
               " B (LoRA, arXiv 2106.09685)");
}

void add_adapters(Breakdown &parts, const TrainingPlan &plan, const TrainedStates &states, const Stage &stage) {
  StateLine line{Component::adapters, states.parameters * states.adapter_bytes, sharded_from(3, plan.options), {}, 0};
  line.live = live_weights(plan, line.one_copy, stage);
  line.host_factor = plan.options.offload == Offload::params ? 1 : 0;
  add_line(
      parts, plan, stage, line, [&] { return explain_adapters(plan, states); },
      [&] { return explain_live(line.live, live_words); });
}

void add_gradients(Breakdown &parts, const TrainingPlan &plan, const TrainedStates &states, const Stage &stage) {
  const VramOptions &options = plan.options;
  StateLine line{Component::gradients, states.parameters * states.gradient_bytes, sharded_from(2, options), {}, 0};
  line.live = live_gradients(plan, line.one_copy, stage);
  if (options.offload != Offload::none && options.zero >= 2 && states.gradient_bytes > 0) {
    line.host_factor = host_gradient_bytes / states.gradient_bytes;
  }
  add_line(
      parts, plan, stage, line, [&] { return explain_each(states, states.gradient_bytes, "one gradient each"); },
      [&] {
        return words(line.host_factor > 0 ? ", in fp32 there (DeepSpeed stage_1_and_2.py)" : "",
                     explain_live(line.live, "one layer's gradients before they are reduced"));
      });
}

std::string explain_optimizer(const TrainingPlan &plan, const TrainedStates &states) {
  const Optimizer &optimizer = plan.optimizer;
  const std::string sum = words(" = ", states.optimizer.total().count(), " B");
  switch (optimizer.rule) {
  case StateRule::each:
    break;
  case StateRule::factored:
    return words("4 B x (rows + columns) of every matrix",
                 optimizer.state_bytes == 0 ? ""
                                            : words(" + ", explain_each(states, optimizer.state_bytes, "momentum")),
                 sum, " (", optimizer.name, ", arXiv 1804.04235)");
  case StateRule::muon:
    return words(optimizer.state_bytes, " B a parameter of the hidden matrices, ", adam_bytes, " B (adamw) elsewhere",
                 sum, " (muon, arXiv 2502.16982)");
  }
  return explain_each(states, optimizer.state_bytes, optimizer.name);
}

} // namespace

Bytes TrainedStates::total() const {
  return base.total() + parameters.total() * (adapter_bytes + gradient_bytes + master_bytes) + optimizer.total();
}

TrainedStates trained_states(const TrainingPlan &plan) {
  const bool full = plan.method == Method::full;
  const VramOptions &options = plan.options;
  // adapters are trained in 16 bits at least, whatever the base is held in
  const double weight = full ? plan.precision.nominal_bytes() : compute_bytes(plan);
  const bool master = options.master.value_or(plan.precision.is_16_bit() || weight == 2);
  TrainedStates states;
  states.parameters = trained_parameters(plan);
  states.base = base_weights(plan, states.parameters);
  states.workspace = full ? Bytes{} : dequantised_matrix(plan);
  states.adapter_bytes = full ? 0 : weight;
  states.gradient_bytes = options.grad_bytes.value_or(weight);
  states.master_bytes = master ? master_copy_bytes : 0;
  states.optimizer = optimizer_parts(plan, states.parameters);
  return states;
}

void add_states(Breakdown &parts, const TrainingPlan &plan, const TrainedStates &states, const Stage &stage) {
  const double away = plan.options.offload == Offload::none ? 0 : 1;
  add_weights(parts, plan, states, stage);
  if (plan.method != Method::full) {
    add_adapters(parts, plan, states, stage);
  }
  add_gradients(parts, plan, states, stage);
  const Shard shard = sharded_from(1, plan.options);
  add_line(
      parts, plan, stage, {Component::master_weights, states.parameters * states.master_bytes, shard, {}, away},
      [&] { return explain_each(states, states.master_bytes, "fp32 copy; arXiv 1910.02054"); }, nothing_beside);
  add_line(
      parts, plan, stage, {Component::optimizer, states.optimizer, shard, {}, away},
      [&] { return explain_optimizer(plan, states); }, nothing_beside);
}

} // namespace calcvram
