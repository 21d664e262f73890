#include "model/tensor_builder.hpp"

namespace calcvram {
namespace {

/// The roles of an MLP's matrices.
struct MlpRoles {
  TensorRole gate, up, down;
};
constexpr MlpRoles dense_roles{TensorRole::ffn_gate, TensorRole::ffn_up, TensorRole::ffn_down};
constexpr MlpRoles expert_roles{TensorRole::expert_gate, TensorRole::expert_up, TensorRole::expert_down};
constexpr MlpRoles shared_roles{TensorRole::shared_gate, TensorRole::shared_up, TensorRole::shared_down};

void add_mlp(TensorBuilder &to, const MlpRoles &roles, double width, double inner, const Place &place,
             double matrices = 1) {
  const bool gated = to.shape.mlp_matrices.value_or(3) == 3;
  if (gated) {
    to.add(roles.gate, width, inner, place, matrices);
  }
  to.add(roles.up, width, inner, place, matrices);
  to.add(roles.down, inner, width, place, matrices);
  if (yes(to.shape.mlp_bias) && inner > 0) {
    to.add(TensorRole::bias, inner * (gated ? 2 : 1) + width, 1, place, matrices);
  }
}

/// The last kv_shared_layers may have another width (Gemma 4 E2B: twice that of the others).
void add_dense(TensorBuilder &to) {
  const LayerKinds &kinds = to.kinds;
  // widths that differ from layer to layer (Nemotron-NAS) are told by their sum and listed by their mean
  const double ffn = to.shape.ffn_total && kinds.dense > 0 ? *to.shape.ffn_total / kinds.dense : known(to.shape.ffn);
  const double of = kinds.dense_first ? kinds.mlp() : kinds.dense;
  const double others = to.shape.kv_shared_ffn ? known(to.shape.kv_shared_layers) : 0;
  add_mlp(to, dense_roles, to.hidden, ffn, {kinds.dense - others, 0, of});
  add_mlp(to, dense_roles, to.hidden, known(to.shape.kv_shared_ffn), {others, kinds.dense - others, of});
}

/// Routed experts, in a latent of expert_hidden where there is one (Nemotron 3 Super), the router, shared experts.
void add_experts(TensorBuilder &to) {
  const Shape &shape = to.shape;
  const double layers = to.kinds.with_experts;
  const Place place = to.kinds.dense_first ? Place{layers, to.kinds.dense, to.kinds.mlp()} : all_of(layers);
  const double experts = known(shape.experts);
  const double expert_ffn = known(shape.expert_ffn);
  add_mlp(to, expert_roles, shape.expert_hidden.value_or(to.hidden), expert_ffn, place, experts);
  to.add(TensorRole::expert_projection, to.hidden, known(shape.expert_hidden), place);
  to.add(TensorRole::expert_projection, known(shape.expert_hidden), to.hidden, place);
  to.add(TensorRole::router, to.hidden, experts, place);
  to.add(TensorRole::bias, experts, yes(shape.router_bias) ? 1 : 0, place);
  const double shared = shape.shared_ffn.value_or(known(shape.shared_experts) * expert_ffn);
  add_mlp(to, shared_roles, to.hidden, shared, place);
  to.add(TensorRole::other, to.hidden, yes(shape.shared_gate) ? 1 : 0, place);
}

} // namespace

void add_mlps(TensorBuilder &to) {
  add_dense(to);
  if (to.kinds.with_experts > 0) {
    add_experts(to);
  }
}

} // namespace calcvram
