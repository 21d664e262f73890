#include "memory/placed_states.hpp"

#include "text/words.hpp"

#include <cmath>
#include <string>
#include <string_view>

namespace calcvram {
namespace {

constexpr double host_gradient_bytes = 4;
constexpr double live_layer_count = 2;

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
  if (shard == Shard::whole) {
    return {};
  }
  if (data_ranks(options.degrees) == 1) {
    return words(", whole: zero=", options.zero, " shards over dp= x cp= ranks, and there is one");
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

/// Whether the layer at work has to be gathered from the ranks that hold a part each (ZeRO-3).
bool gathers_layers(const VramOptions &options) {
  return options.zero == 3 && data_ranks(options.degrees) > 1;
}

/// Whole layers on the card where the rest is sharded or on the host.
Bytes live_weights(const TrainingPlan &plan, const WeightParts &one_copy, const Stage &stage) {
  const VramOptions &options = plan.options;
  if (!plan.model.architecture_known() || !(gathers_layers(options) || options.offload == Offload::params)) {
    return {};
  }
  return live_layers(one_copy, live_layer_count, plan.model, stage, options.degrees);
}

Bytes live_gradients(const TrainingPlan &plan, const WeightParts &one_copy, const Stage &stage) {
  const VramOptions &options = plan.options;
  if (!plan.model.architecture_known() || !gathers_layers(options)) {
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
  const Precision precision = base_precision(plan);
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
                                                plan.precision.compute_bytes(), " B (arXiv 2305.14314)");
    return words(explain_live(live, live_words), dequantised);
  };
  add_line(parts, plan, stage, line, how, beside);
}

std::string explain_each(const TrainedStates &states, double bytes, std::string_view what) {
  return words(std::round(states.parameters.total().count()), " trained parameters x ", bytes, " B (", what, ")");
}

std::string explain_adapters(const TrainingPlan &plan, const TrainedStates &states) {
  const VramOptions &options = plan.options;
  if (!has_rank(plan)) {
    return words(options.adapter_share * 100, " % of ", parameters(plan.model), " parameters x ", states.adapter_bytes,
                 " B (adapter= of all parameters; rank= counts them by matrix)");
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
      parts, plan, stage, line,
      [&] { return explain_each(states, states.gradient_bytes, "one gradient each; arXiv 1910.02054, 3.1"); },
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
    return words(optimizer.state_bytes, " B a parameter of the hidden matrices, ", adamw_state_bytes,
                 " B (adamw) elsewhere", sum, " (muon, arXiv 2502.16982)");
  }
  return explain_each(states, optimizer.state_bytes, words(optimizer.name, ": ", optimizer.states));
}

} // namespace

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
