// Where the states of training stand: which card has how much of them, and the host.
#pragma once

#include "memory/breakdown.hpp"
#include "memory/trained_states.hpp"

namespace calcvram {

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
