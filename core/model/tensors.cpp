#include "model/tensors.hpp"

#include "model/tensor_builder.hpp"

#include <algorithm>
#include <array>

namespace calcvram {
namespace {

/// Token table, head, learned positions.
void add_ends(TensorBuilder &to) {
  to.add(TensorRole::token_table, to.hidden, known(to.shape.vocab), {});
  to.add(TensorRole::position_table, to.hidden, known(to.shape.positions), {});
  to.add(TensorRole::output, to.hidden, is_tied(to.shape) ? 0 : known(to.shape.vocab), {});
}

/// Gemma 3n and Gemma 4 E: a table of ple_dim for every layer, and what brings it to hidden and back.
void add_layer_embeddings(TensorBuilder &to) {
  const double dim = known(to.shape.ple_dim);
  if (dim == 0) {
    return;
  }
  const Place layers = all_of(to.kinds.layers);
  to.add(TensorRole::layer_table, dim * layers.layers, to.shape.ple_vocab.value_or(known(to.shape.vocab)), {});
  to.add(TensorRole::other, to.hidden, dim * layers.layers, {});
  to.add(TensorRole::norm, dim, 1, {});
  to.add(TensorRole::layer_projection, to.hidden, dim, layers);
  to.add(TensorRole::layer_projection, dim, to.hidden, layers);
  to.add(TensorRole::norm, to.hidden, 1, layers);
}

/// Gemma 3n: `altup` streams that predict and correct each other (arXiv 2301.13310), and a low-rank residual (arXiv
/// 2411.07501). llama.cpp src/models/gemma3n.cpp.
void add_altup_and_laurel(TensorBuilder &to) {
  const Place layers = all_of(to.kinds.layers);
  if (const double streams = known(to.shape.altup); streams > 0) {
    to.add(TensorRole::other, to.hidden, to.hidden, {}, 2 * (streams - 1));
    to.add(TensorRole::other, streams, streams + streams * streams, layers); // correction, prediction
    to.add(TensorRole::other, to.hidden, streams, layers);                   // router
    to.add(TensorRole::norm, to.hidden, 2, layers);                          // of the router; scale of the correction
  }
  if (const double rank = known(to.shape.laurel_rank); rank > 0) {
    to.add(TensorRole::other, to.hidden, rank, layers, 2);
    to.add(TensorRole::norm, to.hidden, 1, layers);
  }
}

/// DeepSeek-V4's hyper-connections (arXiv 2409.19606): `hyper_streams` residual streams, mixed before attention and
/// MLP. llama.cpp src/models/deepseek4.cpp.
void add_hyper_connections(TensorBuilder &to) {
  const double streams = known(to.shape.hyper_streams);
  if (streams == 0) {
    return;
  }
  const double mixed = (2 + streams) * streams;
  const Place layers = all_of(to.kinds.layers);
  to.add(TensorRole::other, streams * to.hidden, mixed, layers, 2);
  to.add(TensorRole::other, mixed + 3, 1, layers, 2);
  to.add(TensorRole::other, streams * to.hidden, streams, {});
  to.add(TensorRole::other, streams + 1, 1, {});
}

void add_norm(TensorBuilder &to, double vectors, const Place &place) {
  to.add(TensorRole::norm, to.hidden, vectors, place);
  to.add(TensorRole::bias, to.hidden, yes(to.shape.norm_bias) ? vectors : 0, place);
}

/// layer_norms a layer, or one before each block; and one at the end.
void add_norms(TensorBuilder &to) {
  const LayerKinds &kinds = to.kinds;
  if (to.shape.layer_norms) {
    add_norm(to, *to.shape.layer_norms, all_of(kinds.layers));
  } else {
    add_norm(to, 1, all_of(std::min(kinds.layers, kinds.attention() + kinds.state)));
    add_norm(to, 1, all_of(kinds.mlp()));
  }
  to.add(TensorRole::other, known(to.shape.layer_scales), 1, all_of(kinds.layers));
  add_norm(to, 1, {});
}

/// A figure that some shapes need.
struct Need {
  bool needed;
  std::optional<double> Shape::*figure;
  const char *name;
};

/// The first figure that is needed and not there.
std::optional<Need> missing_figure(const Shape &shape, const LayerKinds &kinds) {
  const bool recurrent = kinds.state > 0 && shape.state_kind != StateKind::shortconv;
  const bool indexed = known(shape.index_layers) + kinds.csa > 0;
  const std::array needs{
      Need{true, &Shape::hidden, "hidden"},
      Need{true, &Shape::layers, "layers"},
      Need{true, &Shape::vocab, "vocab"},
      Need{kinds.attention() > 0, &Shape::heads, "heads"},
      Need{indexed, &Shape::index_dim, "index_dim"},
      Need{indexed, &Shape::index_heads, "index_heads"},
      Need{kinds.dense > 0 && !shape.ffn_total, &Shape::ffn, "ffn"},
      Need{kinds.with_experts > 0, &Shape::expert_ffn, "expert_ffn"},
      Need{recurrent, &Shape::inner, "inner"},
      Need{recurrent, &Shape::state, "state"},
  };
  const auto *missing =
      std::ranges::find_if(needs, [&](const Need &need) { return need.needed && !(shape.*need.figure).has_value(); });
  return missing == needs.end() ? std::nullopt : std::optional{*missing};
}

} // namespace

bool is_linear(TensorRole role) {
  return role >= TensorRole::attn_q && role <= TensorRole::layer_projection;
}

bool is_expert(TensorRole role) {
  return role == TensorRole::expert_gate || role == TensorRole::expert_up || role == TensorRole::expert_down;
}

bool is_of_experts(const Tensor &tensor) {
  return is_expert(tensor.role) || (tensor.role == TensorRole::bias && tensor.matrices > 1);
}

double TensorList::elements() const {
  double sum = 0;
  for (const Tensor &tensor : tensors) {
    sum += tensor.elements();
  }
  return sum;
}

bool tensors_known(const Model &model) {
  return model.origin != ModelOrigin::generic && !missing_figure(model.shape, layer_kinds(model.shape));
}

TensorList tensors_of(const Model &model) {
  const Shape &shape = model.shape;
  const LayerKinds kinds = layer_kinds(shape);
  if (const auto missing = missing_figure(shape, kinds)) {
    require(model, missing->figure, missing->name);
  }
  TensorList list;
  TensorBuilder to{shape, *shape.hidden, kinds, list};
  add_ends(to);
  add_attention(to);
  add_recurrence(to);
  add_mlps(to);
  add_layer_embeddings(to);
  add_altup_and_laurel(to);
  add_hyper_connections(to);
  add_norms(to);
  list.unexplained = shape.params ? *shape.params - list.elements() : 0;
  return list;
}

} // namespace calcvram
