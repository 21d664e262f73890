#include "memory/parts.hpp"

#include "text/words.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace calcvram {
namespace {

/// A part, its copies and shares within one stage, and how many data-parallel ranks have the same of it.
struct PlacedPart {
  std::string_view name;
  Bytes bytes;
  double on_stage; ///< copies of the part, or the share of it
  double share;    ///< of that, a card's
  double ranks;
};

std::array<PlacedPart, 5> placed(const WeightParts &parts, const Stage &stage, const Degrees &degrees) {
  Degrees in_stage = degrees;
  in_stage.pp = 1;
  const double ranks = degrees.dp * degrees.cp;
  const Spread experts = of_experts(in_stage, 0);
  const Spread ends = of_ends(in_stage, false);
  return {{{"matrices", parts.matrices, stage.share, of_matrices(in_stage, 0).share, ranks},
           {"experts", parts.experts, stage.share, experts.share, experts.copies},
           {"norms and others", parts.replicated, stage.share, of_replicated(in_stage, 0).share, ranks},
           {"token table", parts.token_table, stage.token_tables, ends.share, ranks},
           {"output head", parts.output, stage.outputs, ends.share, ranks}}};
}

} // namespace

WeightParts parameter_parts(const Model &model, const VramOptions &options) {
  const Bytes all{parameters(model)};
  WeightParts parts;
  const bool apart = options.degrees.cards() > 1 || options.offload == Offload::params;
  if (apart && tensors_known(model)) {
    for (const Tensor &tensor : tensors_of(model).tensors) {
      parts.*part_of(tensor) += Bytes{tensor.elements()};
    }
  }
  parts.matrices += all - parts.total();
  return parts;
}

WeightParts operator*(const WeightParts &parts, double factor) {
  return {parts.matrices * factor, parts.experts * factor, parts.replicated * factor, parts.token_table * factor,
          parts.output * factor};
}

Bytes held(const WeightParts &one_copy, const Stage &stage, const Degrees &degrees, Shard shard) {
  if (degrees.cards() == 1) {
    return one_copy.total();
  }
  Bytes sum;
  for (const PlacedPart &part : placed(one_copy, stage, degrees)) {
    sum += part.bytes * (part.on_stage * part.share * stage.cards / (shard == Shard::sharded ? part.ranks : 1));
  }
  return sum;
}

Bytes live_layers(const WeightParts &one_copy, double count, const Model &model, const Stage &stage,
                  const Degrees &degrees) {
  Stage live = stage;
  live.share = std::min(stage.share, count * stage.stages / *model.shape.layers);
  live.token_tables = 0;
  live.outputs = 0;
  if (degrees.cards() == 1) {
    return (one_copy.total() - one_copy.token_table - one_copy.output) * live.share;
  }
  return held(one_copy, live, degrees, Shard::whole);
}

std::string explain_held(const WeightParts &one_copy, const Stage &stage, const Degrees &degrees, Shard shard) {
  if (degrees.cards() == 1) {
    return {};
  }
  std::string sum;
  for (const PlacedPart &part : placed(one_copy, stage, degrees)) {
    if (part.bytes.count() == 0 || part.on_stage == 0) {
      continue;
    }
    sum += sum.empty() ? "" : " + ";
    sum += words(part.bytes.gb(), " GB of ", part.name);
    sum += part.on_stage == 1 ? "" : words(" x ", part.on_stage);
    sum += part.share == 1 ? "" : words(" / ", 1 / part.share);
    sum += shard == Shard::sharded && part.ranks > 1 ? words(" / ", part.ranks, " ranks") : "";
  }
  return words("; ", name_of(stage, degrees), ": (", sum, ")", explain_cards(stage));
}

} // namespace calcvram
