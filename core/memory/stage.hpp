// Pipeline stages: which layers, micro-batches and ends a card has.
#pragma once

#include "memory/options.hpp"
#include "model/model.hpp"

#include <cstdint>
#include <string>

namespace calcvram {

/// One card of a pipeline stage, or all cards together: what a card's figure is multiplied with. One formula serves
/// both, so that the total is the sum of the cards.
struct Stage {
  enum class Which : std::uint8_t { only, first, last, all };
  Which which = Which::only;
  double cards = 1;        ///< of a stage that are added up: 1, or tp x dp x cp
  double stages = 1;       ///< that are added up
  double share = 1;        ///< of the layers' tensors
  double in_flight = 0;    ///< layers x micro-batches that wait for their backward pass; 0 where layers are not known
  double token_tables = 1; ///< a tied table stands on the first and on the last stage
  double outputs = 1;      ///< output heads; the logits stand with them
};

/// 1F1B: stage i of p holds min(p - i, micro-batches) of them (PipeDream-Flush, arXiv 2006.09503; Megatron-LM, arXiv
/// 2104.04473, 2.2). The first ones of the stages have ceil(layers / p) layers where they do not divide.
/// A step has accumulation= micro-batches, pp unless said.
Stage first_stage(const Model &model, const VramOptions &options);
/// One micro-batch at a time; the output head.
Stage last_stage(const Model &model, const VramOptions &options);
/// The sum over every card.
Stage all_stages(const Model &model, const VramOptions &options);

/// "all 64 cards together", "a card of the first of 4 stages", or "" where there is one card.
std::string name_of(const Stage &stage, const Degrees &degrees);

/// " x 16 cards a stage", " x 4 cards", or "" where it is one card.
std::string explain_cards(const Stage &stage);

} // namespace calcvram
