// Optimizers and what they remember of every trained parameter.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace calcvram {

/// What a state is kept for.
enum class StateRule : std::uint8_t {
  each,     ///< each parameter
  factored, ///< each row and each column of a matrix (Adafactor, arXiv 1804.04235): 4 B each
  muon,     ///< each parameter of a hidden matrix; embeddings, head and vectors have AdamW's
};

/// Two fp32 moments a parameter: what Muon leaves to AdamW has them too.
inline constexpr double adamw_state_bytes = 8;

struct Optimizer {
  std::string_view name;
  double state_bytes;      ///< a trained parameter, beside a master copy of the weights
  std::string_view states; ///< in words, with their source
  StateRule rule = StateRule::each;
};

/// Bytes a parameter:
/// adamw, paged-adamw 8 (two fp32 moments; unified memory pages out, it does not shrink); adamw-bf16 4; adamw-8bit,
/// paged-adamw-8bit 2.03 (bitsandbytes and TorchAO: two 8-bit moments with an fp32 scale for each 256 values, arXiv
/// 2110.02861; where a program keeps embeddings at 32 bits, as the Hugging Face trainer does, they take 8);
/// adamw-4bit 1.0625 (TorchAO torchao/optim/README.md: two 4-bit moments with an fp32 scale for each 128); ademamix 12
/// (arXiv 2409.03137: three moments); lion, paged-lion 4 (arXiv 2302.06675), lion-8bit 1.0156; sgd-momentum, rmsprop,
/// adagrad 4; sgd 0; adafactor none but its rows and columns, adafactor-momentum 4 beside them; muon 4 (a momentum) on
/// hidden matrices and 8 elsewhere (Moonlight, arXiv 2502.16982).
/// Throws bad_argument for an unknown word, with the nearest.
Optimizer parse_optimizer(std::string_view text);

/// Every name, without its other spellings: REFERENCE.md lists them.
std::vector<std::string_view> optimizer_names();

} // namespace calcvram
