#include "memory/placed_weights.hpp"

#include "memory/weight_sizes.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace calcvram {
namespace {

/// What leaves the cards with embedding=host, and what remains of the parts.
struct Placement {
  WeightParts on_cards;
  Bytes on_host;
};

Placement placement(const Model &model, const Precision &precision, const VramOptions &options) {
  const SizedWeights sizes = sized_weights(model, precision, options);
  Placement placed{sizes.parts, {}};
  if (options.embedding == EmbeddingPlace::host) {
    require(model, &Shape::vocab, "vocab");
    require(model, &Shape::hidden, "hidden");
    placed.on_host = sizes.parts.token_table;
    placed.on_cards.token_table = {};
    if (is_tied(model.shape)) {
      placed.on_cards.output = sizes.parts.token_table - sizes.lookup_only;
    }
  }
  return placed;
}

/// Which pipeline stages have a part.
enum class Stages : std::uint8_t { all, first, last };

/// A part with its name and what becomes of a copy.
struct SpreadPart {
  std::string_view name;
  Bytes bytes;
  Spread spread;
  Stages stages = Stages::all;
};

std::array<SpreadPart, 5> spread_parts(const Model &model, const WeightParts &parts, const Degrees &degrees) {
  const double layers = model.shape.layers.value_or(0);
  return {{{"matrices", parts.matrices, of_matrices(degrees, layers)},
           {"experts", parts.experts, of_experts(degrees, layers)},
           {"norms and others", parts.replicated, of_replicated(degrees, layers)},
           {"token table", parts.token_table, of_ends(degrees, is_tied(model.shape)), Stages::first},
           {"output head", parts.output, of_ends(degrees, false), Stages::last}}};
}

/// The first stage of a pipeline has the token table, the last one the head: the fullest card has the larger.
bool ends_are_apart(const VramOptions &options) {
  return options.per == Per::card && options.degrees.pp > 1;
}

} // namespace

Bytes spread_weights(const Model &model, const WeightParts &parts, const VramOptions &options) {
  Bytes in_all_stages;
  Bytes in_first;
  Bytes in_last;
  for (const SpreadPart &part : spread_parts(model, parts, options.degrees)) {
    const Bytes bytes = spread_over(part.bytes, part.spread, options.per);
    in_all_stages += part.stages == Stages::all ? bytes : Bytes{};
    in_first += part.stages == Stages::first ? bytes : Bytes{};
    in_last += part.stages == Stages::last ? bytes : Bytes{};
  }
  return in_all_stages +
         (ends_are_apart(options) ? Bytes{std::max(in_first.count(), in_last.count())} : in_first + in_last);
}

PlacedWeights place_weights(const Model &model, const Precision &precision, const VramOptions &options) {
  if (options.degrees.cards() == 1 && options.embedding == EmbeddingPlace::gpu) {
    return {weights(model, precision, options), {}};
  }
  const Placement placed = placement(model, precision, options);
  const double processes = options.per == Per::card ? 1 : options.degrees.dp * options.degrees.cp;
  return {spread_weights(model, placed.on_cards, options), placed.on_host * processes};
}

std::string explain_placed_weights(const Model &model, const Precision &precision, const VramOptions &options) {
  std::string text = explain_weights(model, precision, options);
  const Placement placed = placement(model, precision, options);
  if (placed.on_host.count() > 0) {
    text += words("; tables of ", placed.on_host.gb(), " GB on the host (embedding=host, as llama.cpp has them)",
                  is_tied(model.shape) ? ", the tied one on the card as output head too" : "");
  }
  const double cards = options.degrees.cards();
  if (cards == 1) {
    return text;
  }
  const bool fullest = options.per == Per::card;
  text += fullest ? words("; fullest of ", cards, " cards:") : words("; ", cards, " cards:");
  const char *joint = " ";
  for (const SpreadPart &part : spread_parts(model, placed.on_cards, options.degrees)) {
    if (part.bytes.count() > 0) {
      text += words(joint, part.name, " ", part.bytes.gb(), " GB x ",
                    format_number(fullest ? part.spread.share : part.spread.copies, 6));
      joint = " + ";
    }
  }
  return text + (ends_are_apart(options) ? " (of token table and head the larger: they stand on other stages)" : "");
}

} // namespace calcvram
