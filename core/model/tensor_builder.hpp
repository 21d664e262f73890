// What the files that list a model's tensors share. Not for use outside them.
#pragma once

#include "model/layer_kinds.hpp"
#include "model/tensors.hpp"

namespace calcvram {

/// Which layers a tensor stands in.
struct Place {
  double layers = 1;
  double first = 0;
  double of = 1;
};

/// Every layer of its kind.
inline Place all_of(double layers) {
  return {layers, 0, layers};
}

struct TensorBuilder {
  const Shape &shape;
  double hidden = 0;
  LayerKinds kinds;
  TensorList &list;

  /// Nothing where there are no layers or no elements.
  void add(TensorRole role, double inputs, double outputs, const Place &place, double matrices = 1) {
    if (inputs * outputs * matrices * place.layers > 0) {
      list.tensors.push_back({role, inputs, outputs, matrices, place.layers, place.first, place.of, 0});
    }
  }

  /// A K or V matrix of so many heads.
  void add_heads(TensorRole role, double heads, double head_dim, const Place &place) {
    const std::size_t before = list.tensors.size();
    add(role, hidden, heads * head_dim, place);
    if (list.tensors.size() > before) {
      list.tensors.back().kv_heads = heads;
    }
  }
};

inline double known(const std::optional<double> &figure) {
  return figure.value_or(0);
}
inline bool yes(const std::optional<double> &figure) {
  return figure.value_or(0) != 0;
}

void add_attention(TensorBuilder &to);
void add_recurrence(TensorBuilder &to);
void add_mlps(TensorBuilder &to);

} // namespace calcvram
