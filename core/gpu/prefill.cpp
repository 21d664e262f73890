#include "gpu/prefill.hpp"

#include "gpu/sharing.hpp"

#include <algorithm>
#include <cmath>

namespace calcvram {
namespace {

constexpr double flops_per_tflop = 1e12;

/// Pairs of a token and one it attends to, of which causality leaves half.
double pairs(const LayerGroup &group, double tokens) {
  const double window = is_window(group.kind) ? std::min(group.window, tokens) : tokens;
  return tokens * window - window * window / 2;
}

/// Widths of K and V that attention multiplies with, all query heads together.
double attended_width(const Model &model, const LayerGroup &group) {
  const Shape &shape = model.shape;
  const auto queries = is_window(group.kind) && shape.window_heads ? shape.window_heads : shape.heads;
  const double heads = std::max(queries.value_or(0), group.kv_heads);
  if (group.kind == CacheKind::full || is_window(group.kind)) { // K serves as V where no V is kept
    return heads * (group.key_dim + (group.value_dim > 0 ? group.value_dim : group.key_dim));
  }
  if (group.kind == CacheKind::latent) { // a prompt is read with the heads decompressed: DeepSeek-V2, 2405.04434, 2.1
    const double key_dim = shape.nope_dim ? *shape.nope_dim + shape.rope_dim.value_or(0) : shape.head_dim.value_or(0);
    return heads * (key_dim + shape.v_head_dim.value_or(key_dim));
  }
  // one head at least reads an index; how many compressed rows are attended to is not known
  return group.kind == CacheKind::index ? group.key_dim : 0;
}

double attention_flops(const Model &model, double tokens) {
  const double indexed = model.shape.index_layers.value_or(0);
  double flops = 0;
  for (const LayerGroup &group : model.caches) {
    const bool may_be_sparse = group.kind == CacheKind::full || group.kind == CacheKind::latent;
    const double layers = may_be_sparse ? std::max(group.layers - indexed, 0.0) : group.layers;
    flops += 2 * layers * attended_width(model, group) * pairs(group, tokens);
  }
  return flops;
}

/// INT8 tensor cores: activations are quantised too.
bool multiplies_in_int8(const Precision &precision) {
  if (precision.kind == PrecisionKind::gguf) {
    return precision.linear_bits < 16; // llama.cpp ggml/src/ggml-cuda/mmq.cuh
  }
  return precision.name == "int8_channel" || precision.name == "llm_int8";
}

/// Prompts of the fullest data-parallel rank.
double prompts_of_a_rank(double prompts, double dp) {
  return dp == 1 ? prompts : std::ceil(prompts / dp);
}

} // namespace

double prefill_flops(const Model &model, double tokens) {
  const double multiplied = active_parameters(model) - looked_up_parameters(model);
  return 2 * std::max(multiplied, 0.0) * tokens + attention_flops(model, tokens);
}

double tflops_for(const Precision &precision, const Gpu &gpu) {
  const std::string_view name = precision.name;
  const bool in_fp8 = name.starts_with("fp8") || name == "mxfp8";
  if (in_fp8 && gpu.fp8.value_or(false)) {
    return require_figure(gpu, &Gpu::fp8_tflops, "fp8_tflops");
  }
  const bool in_fp4 = name == "nvfp4" || name == "mxfp4" || name == "MXFP4_MOE";
  const auto narrow = in_fp4 && gpu.fp4.value_or(false) ? gpu.fp4_tflops
                      : multiplies_in_int8(precision)   ? gpu.int8_tops
                                                        : std::nullopt;
  const auto wide = gpu.bf16_tflops ? gpu.bf16_tflops : gpu.fp16_tflops;
  if (narrow && *narrow > wide.value_or(0)) {
    return *narrow;
  }
  const auto wanted = precision.name == "fp16" ? gpu.fp16_tflops : gpu.bf16_tflops;
  const auto other = precision.name == "fp16" ? &Gpu::bf16_tflops : &Gpu::fp16_tflops;
  return wanted ? *wanted : require_figure(gpu, other, "bf16_tflops");
}

double prefill_s(const PrefillPlan &plan, const Gpu &gpu, int count) {
  const Model &model = plan.model;
  const Degrees &degrees = plan.options.degrees;
  const double groups = groups_of(degrees, count);
  const double tokens = plan.workload.context;
  const double prompts = prompts_of_a_rank(plan.workload.sequences, degrees.dp);
  const double flops_a_second =
      tflops_for(plan.precision, gpu) * flops_per_tflop * plan.options.mfu * degrees.tp * degrees.cp;
  const double one_s = prefill_flops(model, tokens) / flops_a_second + all_reduce_s(model, degrees, tokens, gpu);
  const double passes = (prompts + (degrees.pp - 1) * std::min(prompts, 1.0)) / degrees.pp;
  if (!gpu.bandwidth_gb_s) {
    return one_s * passes / groups;
  }
  const Bytes weights = weights_read_by_a_card(model, plan.precision, plan.options, tokens * prompts);
  return std::max(one_s * passes, weights.gb() / *gpu.bandwidth_gb_s) / groups;
}

} // namespace calcvram
