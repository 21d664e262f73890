// How wide what a layer leaves behind is: elements a token, by what tensor and sequence parallelism do to them.
#pragma once

#include "memory/lora.hpp"
#include "memory/options.hpp"
#include "model/model.hpp"

#include <boost/container/static_vector.hpp>
#include <optional>

namespace calcvram {

/// Which linear layers train their input's weight: all of them, or those with an adapter.
///
/// The gradient of a linear layer's weight needs its input, the gradient of its input needs its weight only (LoRA,
/// arXiv 2106.09685, leaves the weight alone): a frozen matrix without adapter keeps no input. Norms, activation
/// functions and attention keep theirs, for the gradients that flow through them.
struct TrainedInputs {
  bool all = true;     ///< full fine-tuning
  LoraTargets targets; ///< otherwise

  [[nodiscard]] bool any_of(unsigned matrices) const;
  /// Also of what has none of the seven names: a recurrent layer's projections.
  [[nodiscard]] bool others() const { return all || targets == LoraTargets{}; }
};

/// What a backward pass needs of a layer, by which weights are trained and how the layer is computed.
struct Keeping {
  TrainedInputs trained;
  Kernels kernels = Kernels::fused;
  double element_bytes = 2; ///< of the compute type
};

/// What the blocks of one kind keep for each token.
struct BlockWidths {
  double layers = 0;
  double inputs = 0; ///< the norm's input and output, hidden wide: sequence parallelism divides them
  double split = 0;  ///< tensor parallelism divides them
  double whole = 0;  ///< every tensor-parallel rank has them whole
  double heads = 0;  ///< of attention
  bool mlp = false;  ///< or attention, or recurrence
};

/// Full attention, window attention, recurrence, MLP, experts.
using LayerWidths = boost::container::static_vector<BlockWidths, 5>;

/// The blocks of every layer, or nothing where ffn or heads are not known. Throws as require() does where hidden or
/// layers are not known. tp: at least one KV head stands on each tensor-parallel rank.
///
/// Attention keeps q (heads * key_dim), k, v and its output; what each head sees of a compressed (MLA) cache is
/// decompressed, beside the latents before and after their norms (2 q_lora_rank, 2 kv_lora_rank, rope). An MLP with a
/// gate keeps gate, up and their product, one without (mlp_matrices=2) what stands before and after its activation
/// function. Experts do for each of experts_used, and keep the tokens sent to them (expert_hidden or hidden wide);
/// shared experts are an MLP of shared_ffn, or shared_experts * expert_ffn. A recurrent layer keeps the inputs of its
/// convolution, the gate, the scan's output and the gated output: inner * 4 + 2 * groups * state, without the last
/// term in Mamba 1 and short convolutions; kernels recompute the states inside of a chunk (Mamba-2, arXiv 2405.21060;
/// mamba_ssm ssd_combined.py).
///
/// A fused norm keeps its input and its output. Operation by operation (kernels=eager) it keeps an fp32 copy of the
/// input, what stands before the weight is multiplied, and the output; a gated MLP keeps what comes out of the
/// activation function as well: what autograd saves of transformers' LlamaRMSNorm and LlamaMLP
/// (src/transformers/models/llama/modeling_llama.py).
std::optional<LayerWidths> layer_widths(const Model &model, const Keeping &keeping, double tp);

} // namespace calcvram
