#include "memory/logits.hpp"

#include "text/words.hpp"

namespace calcvram {
namespace {

constexpr double loss_bytes = 12;
constexpr double logit_gradient_bytes = 2;
constexpr double loss_chunks = 8;

} // namespace

Bytes logits(const Model &model, const Workload &workload, Loss loss) {
  const double elements = workload.context * workload.sequences * model.shape.vocab.value_or(0);
  const Bytes all{elements * (loss_bytes + logit_gradient_bytes)};
  switch (loss) {
  case Loss::full:
    break;
  case Loss::chunked:
    return all / loss_chunks;
  case Loss::fused:
    return {};
  }
  return all;
}

Bytes logits(const Model &model, const Workload &workload, const VramOptions &options, const Stage &stage) {
  const Degrees &degrees = options.degrees;
  return logits(model, workload, options.loss) * (stage.outputs * stage.cards / (degrees.tp * degrees.cp));
}

std::string explain_logits(const Model &model, const Workload &workload, const VramOptions &options,
                           const Stage &stage) {
  const Degrees &degrees = options.degrees;
  return words(workload.context * workload.sequences, " tokens", degrees.cp == 1 ? "" : words(" / cp ", degrees.cp),
               " x ", model.shape.vocab.value_or(0), " vocabulary", degrees.tp == 1 ? "" : words(" / tp ", degrees.tp),
               " x (12 B loss + 2 B gradient)", options.loss == Loss::chunked ? " / 8 chunks" : "",
               explain_cards(stage), "; arXiv 2411.09009");
}

} // namespace calcvram
