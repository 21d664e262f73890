#include "model/tensors.hpp"

#include <algorithm>

namespace calcvram {
namespace {

/// Counted down the layers: dense ones first, then those with experts.
void add_mlp(TensorList &list, const Model &model, double hidden, double layers) {
  const Shape &shape = model.shape;
  const double matrices = shape.mlp_matrices.value_or(3);
  const double experts = shape.experts.value_or(0);
  const double dense = experts > 0 ? std::min(shape.dense_layers.value_or(0), layers) : layers;
  if (dense > 0) {
    const double ffn = require(model, &Shape::ffn, "ffn");
    if (matrices == 3) {
      list.tensors.push_back({TensorRole::ffn_gate, hidden, ffn, 1, dense, 0, layers});
    }
    list.tensors.push_back({TensorRole::ffn_up, hidden, ffn, 1, dense, 0, layers});
    list.tensors.push_back({TensorRole::ffn_down, ffn, hidden, 1, dense, 0, layers});
  }
  if (experts == 0 || dense == layers) {
    return;
  }
  const double expert_ffn = require(model, &Shape::expert_ffn, "expert_ffn");
  const double with_experts = layers - dense;
  if (matrices == 3) {
    list.tensors.push_back({TensorRole::expert_gate, hidden, expert_ffn, experts, with_experts, dense, layers});
  }
  list.tensors.push_back({TensorRole::expert_up, hidden, expert_ffn, experts, with_experts, dense, layers});
  list.tensors.push_back({TensorRole::expert_down, expert_ffn, hidden, experts, with_experts, dense, layers});
  list.tensors.push_back({TensorRole::router, hidden, experts, 1, with_experts, dense, layers});
}

void add_attention(TensorList &list, const Model &model, double hidden, double layers) {
  const Shape &shape = model.shape;
  const double heads = require(model, &Shape::heads, "heads");
  const double key_dim = shape.head_dim.value_or(hidden / heads);
  const double value_dim = shape.v_head_dim.value_or(key_dim);
  const double kv_heads = shape.kv_heads.value_or(heads);
  list.tensors.push_back({TensorRole::attn_q, hidden, heads * key_dim, 1, layers, 0, layers});
  list.tensors.push_back({TensorRole::attn_k, hidden, kv_heads * key_dim, 1, layers, 0, layers});
  list.tensors.push_back({TensorRole::attn_v, hidden, kv_heads * value_dim, 1, layers, 0, layers});
  list.tensors.push_back({TensorRole::attn_output, heads * value_dim, hidden, 1, layers, 0, layers});
}

} // namespace

bool is_linear(TensorRole role) {
  return role >= TensorRole::attn_q && role <= TensorRole::state_out;
}

bool is_expert(TensorRole role) {
  return role == TensorRole::expert_gate || role == TensorRole::expert_up || role == TensorRole::expert_down;
}

double TensorList::elements() const {
  double sum = 0;
  for (const Tensor &tensor : tensors) {
    sum += tensor.elements();
  }
  return sum;
}

bool tensors_known(const Model &model) {
  const Shape &shape = model.shape;
  const bool mlp = shape.ffn || (shape.experts && shape.expert_ffn);
  return model.origin != ModelOrigin::generic && shape.hidden && shape.layers && shape.vocab && shape.heads && mlp;
}

TensorList tensors_of(const Model &model) {
  const Shape &shape = model.shape;
  const double hidden = require(model, &Shape::hidden, "hidden");
  const double layers = require(model, &Shape::layers, "layers");
  const double vocab = require(model, &Shape::vocab, "vocab");
  TensorList list;
  list.tensors.push_back({TensorRole::token_table, hidden, vocab});
  if (shape.tied.value_or(0) == 0) {
    list.tensors.push_back({TensorRole::output, hidden, vocab});
  }
  add_attention(list, model, hidden, layers);
  add_mlp(list, model, hidden, layers);
  list.tensors.push_back({TensorRole::norm, hidden, shape.layer_norms.value_or(2), 1, layers, 0, layers});
  list.tensors.push_back({TensorRole::norm, hidden, 1});
  list.unexplained = shape.params ? *shape.params - list.elements() : 0;
  return list;
}

} // namespace calcvram
