// What a format makes of the tensors of a model.
#pragma once

#include "memory/weights.hpp"
#include "precision/gguf_mix.hpp"

namespace calcvram {

/// How many bytes a format takes for each tensor of one model. The precision must outlive it.
class TensorSizes {
public:
  TensorSizes(const Model &model, const Precision &precision, const VramOptions &options)
      : precision_{precision}, facts_{gguf_facts(model, options.imatrix)} {}

  [[nodiscard]] double bytes(const Tensor &tensor) const;

  /// Of a format with scales: whether it packs the tensor.
  [[nodiscard]] bool is_packed(const Tensor &tensor) const;
  /// Of a format with scales: bytes of an element that it does not pack. Routers and their correction biases, which
  /// have a number for each expert, may have more than 16 bits.
  [[nodiscard]] double kept_bytes_each(const Tensor &tensor) const;
  /// Of a mix: the ggml types of the tensor.
  [[nodiscard]] TypeSplit types(const Tensor &tensor) const { return typed(*precision_.mix, tensor, facts_); }

private:
  const Precision &precision_;
  GgufFacts facts_;
};

/// One copy of the weights in its parts.
struct SizedWeights {
  WeightParts parts;
  Bytes lookup_only;       ///< of the token table's part: other tables, which no tied head needs
  bool by_tensors = false; ///< or by totals, where the shape does not tell its tensors
};

/// weight_parts() with how they were found. Throws as it does.
SizedWeights sized_weights(const Model &model, const Precision &precision, const VramOptions &options);

} // namespace calcvram
