#include "memory/adapters.hpp"

namespace calcvram {
namespace {

/// The targets of which one adapts a role, or that only all of them together do; neither where it never is adapted.
struct Wanted {
  unsigned any = 0;
  bool all = false;
};

Wanted wanted_for(TensorRole role) {
  switch (role) {
  case TensorRole::attn_q:
  case TensorRole::mla_q_down:
  case TensorRole::mla_q_up:
    return {LoraTargets::q};
  case TensorRole::attn_k:
    return {LoraTargets::k};
  case TensorRole::attn_v:
    return {LoraTargets::v};
  case TensorRole::mla_kv_down:
  case TensorRole::mla_k_up:
  case TensorRole::mla_v_up:
    return {LoraTargets::k | LoraTargets::v};
  case TensorRole::attn_output:
    return {LoraTargets::o};
  case TensorRole::ffn_gate:
  case TensorRole::expert_gate:
  case TensorRole::shared_gate:
    return {LoraTargets::gate};
  case TensorRole::ffn_up:
  case TensorRole::expert_up:
  case TensorRole::shared_up:
    return {LoraTargets::up};
  case TensorRole::ffn_down:
  case TensorRole::expert_down:
  case TensorRole::shared_down:
    return {LoraTargets::down};
  default:
    return is_linear(role) ? Wanted{0, true} : Wanted{};
  }
}

bool is_wanted(TensorRole role, LoraTargets targets) {
  const Wanted wanted = wanted_for(role);
  if (wanted.all) {
    return targets == LoraTargets{};
  }
  return targets.any_of(wanted.any);
}

bool splits_inputs(TensorRole role) {
  return role == TensorRole::attn_output || role == TensorRole::ffn_down || role == TensorRole::expert_down ||
         role == TensorRole::shared_down || role == TensorRole::state_out;
}

} // namespace

std::optional<AdaptedTensor> adapted(const Tensor &tensor, const Model &model, LoraTargets targets) {
  if (!is_wanted(tensor.role, targets)) {
    return std::nullopt;
  }
  const double met = is_expert(tensor.role) ? model.shape.experts_used.value_or(1) : tensor.matrices;
  // kv_b_proj is one matrix: its inputs count with the keys
  const double inputs = tensor.role == TensorRole::mla_v_up ? 0 : tensor.inputs;
  const double used = tensor.role == TensorRole::mla_v_up ? 0 : met;
  return AdaptedTensor{tensor.role,          inputs,
                       tensor.outputs,       tensor.matrices * tensor.layers,
                       used * tensor.layers, !splits_inputs(tensor.role)};
}

double adapter_width(const Model &model, double rank, LoraTargets targets) {
  double sum = 0;
  for (const Tensor &tensor : tensors_of(model).tensors) {
    if (const auto to = adapted(tensor, model, targets)) {
      sum += rank * to->used;
    }
  }
  return sum;
}

} // namespace calcvram
