// What training keeps of each parameter: weights, gradient, master copy, optimizer.
#pragma once

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

} // namespace calcvram
