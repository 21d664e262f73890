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

constexpr unsigned q_k_v = LoraTargets::q | LoraTargets::k | LoraTargets::v;
constexpr unsigned gate_up = LoraTargets::gate | LoraTargets::up;

/// A part of a matrix that a checkpoint has in one piece, adapted as one: its inputs count once.
struct Fused {
  unsigned any = 0;   ///< targets that name the whole matrix; 0 where the tensor is a matrix of its own
  bool first = false; ///< the part that the inputs count with
};

Fused fused(TensorRole role, const Shape &shape) {
  const double what = shape.fused_qkv.value_or(0);
  const bool query = role == TensorRole::attn_q;
  if (what > 0 && (query || role == TensorRole::attn_k || role == TensorRole::attn_v)) {
    return {q_k_v, query};
  }
  const bool gate = role == TensorRole::ffn_gate;
  if (what > 1 && (gate || role == TensorRole::ffn_up)) {
    return {gate_up, gate};
  }
  if (role == TensorRole::mla_k_up || role == TensorRole::mla_v_up) { // kv_b_proj
    return {LoraTargets::k | LoraTargets::v, role == TensorRole::mla_k_up};
  }
  return {};
}

bool is_wanted(TensorRole role, const Fused &fused, LoraTargets targets) {
  const Wanted wanted = wanted_for(role);
  if (wanted.all) {
    return targets == LoraTargets{};
  }
  return targets.any_of(wanted.any | fused.any);
}

bool splits_inputs(TensorRole role) {
  return role == TensorRole::attn_output || role == TensorRole::ffn_down || role == TensorRole::expert_down ||
         role == TensorRole::shared_down || role == TensorRole::state_out;
}

} // namespace

std::optional<AdaptedTensor> adapted(const Tensor &tensor, const Model &model, LoraTargets targets) {
  const Fused of = fused(tensor.role, model.shape);
  if (!is_wanted(tensor.role, of, targets)) {
    return std::nullopt;
  }
  const bool with_inputs = of.any == 0 || of.first;
  const double met = is_expert(tensor.role) ? model.shape.experts_used.value_or(1) : tensor.matrices;
  const double inputs = with_inputs ? tensor.inputs : 0;
  const double used = with_inputs ? met : 0;
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
