// What training keeps of each parameter: weights, gradient, master copy, optimizer; on which card, or on the host.
#pragma once

#include "memory/breakdown.hpp"
#include "memory/parts.hpp"
#include "memory/training_plan.hpp"

namespace calcvram {

/// One copy of everything that training keeps of its parameters.
struct TrainedStates {
  WeightParts parameters;   ///< that are trained, at one byte each
  WeightParts base;         ///< the model's weights: the trained ones, or what LoRA and QLoRA freeze
  Bytes workspace;          ///< QLoRA: the largest matrix in the compute type, dequantised for its product
  double adapter_bytes = 0; ///< 0 in full fine-tuning, which trains the base
  double gradient_bytes = 0;
  double master_bytes = 0;
  WeightParts optimizer;

  [[nodiscard]] Bytes total() const; ///< of the states: without the workspace
};

/// Full fine-tuning trains all parameters. LoRA and QLoRA train adapters in 16 bits at least beside a frozen base:
/// rank= * (inputs + outputs) of each matrix that targets= names (LoRA, arXiv 2106.09685, 4.1), with dora=yes a
/// magnitude for each output (arXiv 2402.09353, 4.1); or adapter= of all parameters. Adapters lie on tensor-parallel
/// ranks as PEFT puts them (src/peft/tuners/lora/tp_layer.py): B is split with the outputs of q, k, v, gate and up, A
/// with the inputs of o and down, the other one stands whole on each.
/// Throws bad_argument where no matrix has the name of a target, bad_argument or no_answer where rank= or the optimizer
/// needs tensors that are not known.
TrainedStates trained_states(const TrainingPlan &plan);

/// Adds weights, adapters, gradients, master weights and optimizer, in the table's order.
///
/// ZeRO (arXiv 1910.02054, 5): stage 1 shards master copy and optimizer over dp x cp ranks (Megatron-LM's distributed
/// optimizer), 2 the gradients too, 3 (FSDP) the weights too, a frozen base among them; experts over those of the ranks
/// that have the same ones. With 3, or offload=params, the layer at work and the one that comes next stand whole on
/// each card, and with 3 the gradients of one layer until they are reduced, where the architecture is known.
///
/// offload=optimizer moves master copy and optimizer to the host, and from zero=2 on the gradients, which DeepSpeed
/// keeps there in fp32 (stage_1_and_2.py, single_partition_of_fp32_groups; ZeRO-Offload, arXiv 2101.06840);
/// offload=params the weights as well (ZeRO-Infinity, arXiv 2104.07857).
void add_states(Breakdown &parts, const TrainingPlan &plan, const TrainedStates &states, const Stage &stage);

} // namespace calcvram
