// One copy of something on the cards: who has which part of it, and who shards it.
#pragma once

#include "memory/parallel.hpp"
#include "memory/stage.hpp"
#include "memory/weights.hpp"

#include <string>

namespace calcvram {

/// The parameters at one byte each, by how parallelism splits them. Where the tensors are not known all of them are
/// matrices (and where they all stand on one card, where it makes no difference); parameters that the shape does not
/// tell are too. Throws as parameters() does.
WeightParts parameter_parts(const Model &model, const VramOptions &options);

WeightParts operator*(const WeightParts &parts, double factor);

/// Whether the data-parallel ranks (dp x cp, for experts dp x cp / ep) hold a part each, or all of it.
enum class Shard : bool { whole, sharded };

/// What stands on this card, or on all cards together.
Bytes held(const WeightParts &one_copy, const Stage &stage, const Degrees &degrees, Shard shard);

/// So many of the layers, without the ends and whole on every data-parallel rank: what FSDP gathers.
Bytes live_layers(const WeightParts &one_copy, double count, const Model &model, const Stage &stage,
                  const Degrees &degrees);

/// held() in words, or "" where there is one card.
std::string explain_held(const WeightParts &one_copy, const Stage &stage, const Degrees &degrees, Shard shard);

} // namespace calcvram
