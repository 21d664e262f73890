#include "model/tensor_builder.hpp"

#include <cmath>

namespace calcvram {
namespace {

/// The numbers of a recurrent layer, with what they are where no key says otherwise.
struct Recurrence {
  double inner;
  double state;
  double groups;
  double kernel;
  bool norm;
  Place place;
};

void add_convolution(TensorBuilder &to, double kernel, double channels, bool bias, const Place &place) {
  to.add(TensorRole::convolution, kernel, channels, place);
  to.add(TensorRole::bias, channels, bias ? 1 : 0, place);
}

/// Mamba (arXiv 2312.00752); the norms are Jamba's. The rank of the time step is hidden / 16 there.
void add_mamba1(TensorBuilder &to, const Recurrence &of) {
  constexpr double hidden_a_rank = 16;
  const double rank = to.shape.state_heads.value_or(std::ceil(to.hidden / hidden_a_rank));
  to.add(TensorRole::state_in, to.hidden, 2 * of.inner, of.place);
  add_convolution(to, of.kernel, of.inner, true, of.place);
  to.add(TensorRole::state_in, of.inner, rank + 2 * of.state, of.place);
  to.add(TensorRole::state_in, rank, of.inner, of.place);
  to.add(TensorRole::bias, of.inner, 1, of.place);
  to.add(TensorRole::other, of.inner, of.state + 1, of.place); // A, D
  to.add(TensorRole::norm, rank + 2 * of.state, of.norm ? 1 : 0, of.place);
  to.add(TensorRole::state_out, of.inner, to.hidden, of.place);
}

/// Mamba-2 (arXiv 2405.21060): heads of 64 unless said.
void add_mamba2(TensorBuilder &to, const Recurrence &of) {
  constexpr double usual_head = 64;
  const double heads = to.shape.state_heads.value_or(of.inner / usual_head);
  const double convolved = of.inner + 2 * of.groups * of.state;
  to.add(TensorRole::state_in, to.hidden, of.inner + convolved + heads, of.place);
  add_convolution(to, of.kernel, convolved, true, of.place);
  to.add(TensorRole::other, heads, 3, of.place); // A, D, bias of dt
  to.add(TensorRole::norm, of.inner, of.norm ? 1 : 0, of.place);
  to.add(TensorRole::state_out, of.inner, to.hidden, of.place);
}

/// Gated delta net as Qwen3-Next has it: `groups` heads of keys and inner / state heads of values, `state` wide.
void add_deltanet(TensorBuilder &to, const Recurrence &of) {
  const double heads = to.shape.state_heads.value_or(of.inner / of.state);
  const double convolved = of.inner + 2 * of.groups * of.state;
  to.add(TensorRole::state_qkv, to.hidden, convolved, of.place);
  to.add(TensorRole::state_in, to.hidden, of.inner, of.place);  // output gate
  to.add(TensorRole::state_in, to.hidden, 2 * heads, of.place); // beta, alpha
  add_convolution(to, of.kernel, convolved, false, of.place);
  to.add(TensorRole::other, heads, 2, of.place); // A, bias of dt
  to.add(TensorRole::norm, of.inner / heads, of.norm ? 1 : 0, of.place);
  to.add(TensorRole::state_out, of.inner, to.hidden, of.place);
}

/// Kimi Delta Attention (arXiv 2510.26692): a decay for each channel and an output gate, both of the rank of a head.
void add_kda(TensorBuilder &to, const Recurrence &of) {
  const double heads = to.shape.state_heads.value_or(of.inner / of.state);
  const double rank = of.inner / heads;
  const double gate_rank = to.shape.state_gate_rank.value_or(rank);
  to.add(TensorRole::state_qkv, to.hidden, 3 * of.inner, of.place);
  add_convolution(to, of.kernel, 3 * of.inner, false, of.place);
  to.add(TensorRole::state_in, to.hidden, rank, of.place); // decay
  to.add(TensorRole::state_in, rank, of.inner, of.place);
  to.add(TensorRole::state_in, to.hidden, heads, of.place); // beta
  to.add(TensorRole::state_in, to.hidden, gate_rank > 0 ? gate_rank : of.inner, of.place);
  to.add(TensorRole::state_in, gate_rank, of.inner, of.place);
  to.add(TensorRole::other, of.inner + heads, 1, of.place); // bias of dt, A
  to.add(TensorRole::norm, rank, of.norm ? 1 : 0, of.place);
  to.add(TensorRole::state_out, of.inner, to.hidden, of.place);
}

/// LFM2: inputs, gate and output gate. A convolution wider than hidden is one inside of other blocks and has no
/// projections (Inkling).
void add_short_convolution(TensorBuilder &to, const Recurrence &of) {
  add_convolution(to, of.kernel, of.inner, false, of.place);
  if (of.inner <= to.hidden) {
    to.add(TensorRole::state_in, to.hidden, 3 * of.inner, of.place);
    to.add(TensorRole::state_out, of.inner, to.hidden, of.place);
  }
}

/// Lightning attention with its output gate: MiniMax-01 (arXiv 2501.08313).
void add_lightning(TensorBuilder &to, const Recurrence &of) {
  to.add(TensorRole::state_qkv, to.hidden, 3 * of.inner, of.place);
  to.add(TensorRole::state_in, to.hidden, of.inner, of.place);
  to.add(TensorRole::norm, of.inner, of.norm ? 1 : 0, of.place);
  to.add(TensorRole::state_out, of.inner, to.hidden, of.place);
}

} // namespace

void add_recurrence(TensorBuilder &to) {
  if (to.kinds.state == 0) {
    return;
  }
  const Shape &shape = to.shape;
  const StateKind kind = shape.state_kind.value_or(StateKind::mamba2);
  const Recurrence of{shape.inner.value_or(to.hidden),
                      known(shape.state),
                      shape.groups.value_or(1),
                      shape.conv_kernel.value_or(4),
                      shape.state_norm.value_or(kind == StateKind::mamba1 ? 0 : 1) != 0,
                      all_of(to.kinds.state)};
  switch (kind) {
  case StateKind::mamba1:
    return add_mamba1(to, of);
  case StateKind::mamba2:
    return add_mamba2(to, of);
  case StateKind::deltanet:
    return add_deltanet(to, of);
  case StateKind::kda:
    return add_kda(to, of);
  case StateKind::shortconv:
    return add_short_convolution(to, of);
  case StateKind::lightning:
    return add_lightning(to, of);
  }
}

} // namespace calcvram
