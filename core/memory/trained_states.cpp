#include "memory/trained_states.hpp"

#include "failure.hpp"
#include "memory/adapters.hpp"
#include "text/words.hpp"

#include <algorithm>

namespace calcvram {
namespace {

constexpr double master_copy_bytes = 4;
constexpr double row_or_column_bytes = 4;

void require_tensors(const TrainingPlan &plan, std::string_view who) {
  if (tensors_known(plan.model)) {
    return;
  }
  if (plan.model.origin != ModelOrigin::generic) {
    tensors_of(plan.model); // says which figure is missing
  }
  no_answer(words(who, " follows from the matrices of an architecture, and ", plan.model.name, " tells none"));
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
  if (has_rank(plan)) {
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
  if (!has_rank(plan)) {
    return {Bytes{parameters(plan.model) * plan.options.adapter_share}, {}, {}, {}, {}};
  }
  require_tensors(plan, "rank=");
  WeightParts sum;
  for_each_adapter_tensor(plan, [&sum](const TrainedTensor &tensor) {
    sum.*tensor.part += Bytes{tensor.inputs * tensor.outputs * tensor.count};
  });
  if (sum.total().count() == 0) {
    bad_argument("targets= names no matrix that this model has");
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
    sum.*tensor.part +=
        Bytes{elements * (is_hidden_matrix(tensor.role) ? plan.optimizer.state_bytes : adamw_state_bytes)};
    told += elements;
  });
  // parameters that the shape does not tell may be anything: AdamW's states, the larger ones
  const double rest = trained.total().count() - told;
  if (rest < 0) {
    return sum * (trained.total().count() / told); // params= is less than its shape has: of everything less
  }
  sum.matrices += Bytes{rest * adamw_state_bytes};
  return sum;
}

WeightParts optimizer_parts(const TrainingPlan &plan, const WeightParts &trained) {
  const Optimizer &optimizer = plan.optimizer;
  if (optimizer.rule == StateRule::each) {
    return trained * optimizer.state_bytes;
  }
  const bool adapters_by_share = plan.method != Method::full && !has_rank(plan);
  if (adapters_by_share && optimizer.rule == StateRule::muon) {
    return trained * optimizer.state_bytes; // adapters are hidden matrices, all of them
  }
  if (adapters_by_share) {
    bad_argument(words(optimizer.name, " keeps rows and columns: give the adapters' rank= instead of a share"));
  }
  require_tensors(plan, optimizer.name);
  return optimizer.rule == StateRule::factored ? factored_parts(plan, trained) : muon_parts(plan, trained);
}

/// Flat formats take the same bytes of each parameter; the others are split as the weights are.
WeightParts base_weights(const TrainingPlan &plan, const WeightParts &trained) {
  const Precision precision = base_precision(plan);
  if (precision.kind != PrecisionKind::flat) {
    return weight_parts(plan.model, precision, plan.options);
  }
  return (plan.method == Method::full ? trained : parameter_parts(plan.model, plan.options)) *
         precision.nominal_bytes();
}

/// QLoRA dequantises a matrix at a time (arXiv 2305.14314, equation 5).
Bytes dequantised_matrix(const TrainingPlan &plan) {
  if (base_precision(plan).kind == PrecisionKind::flat || !tensors_known(plan.model)) {
    return {};
  }
  double largest = 0;
  for (const Tensor &tensor : tensors_of(plan.model).tensors) {
    if (is_linear(tensor.role)) {
      largest = std::max(largest, tensor.inputs * tensor.outputs);
    }
  }
  return Bytes{largest * plan.precision.compute_bytes()};
}

} // namespace

Bytes TrainedStates::total() const {
  return base.total() + parameters.total() * (adapter_bytes + gradient_bytes + master_bytes) + optimizer.total();
}

TrainedStates trained_states(const TrainingPlan &plan) {
  const bool full = plan.method == Method::full;
  const VramOptions &options = plan.options;
  if (full && plan.precision.kind != PrecisionKind::flat) {
    bad_argument(
        words("full fine-tuning does not train ", plan.precision.name,
              " weights: a format with scales is a frozen base, as in method qlora with base=", plan.precision.name));
  }
  // adapters are trained in 16 bits at least, whatever the base is held in
  const double weight = full ? plan.precision.nominal_bytes() : plan.precision.compute_bytes();
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

} // namespace calcvram
