// How fast cards can generate at most.
#pragma once

#include "gpu/gpu.hpp"
#include "memory/kv_cache.hpp"
#include "precision/precision.hpp"

namespace calcvram {

struct DecodePlan {
  const Model &model;
  Precision precision; ///< of the weights
  Workload workload;   ///< context 0: without reads of the KV cache
  CachePrecision cache;
  const VramOptions &options;
};

/// GPU_DECODE_RATE: tokens a second of all sequences together, at most. A step gives every sequence one token and
/// reads through a card's memory its part of the weights (weights_read_by_a_card), of every sequence's KV cache as
/// far as the context goes (a window keeps no more; no engine's padding is read), and the recurrent state twice, once
/// to read and once to write; it also waits for the all-reduces (all_reduce_s). An upper bound from memory bandwidth
/// (the roofline model, Williams et al., CACM 52/4, 2009), never a promise.
///
/// - count alone: each of n cards reads an n-th of everything, n times the bandwidth.
/// - tp=t: a card reads a t-th of the matrices, what is replicated whole, and at least one KV head.
/// - pp=p, dp=d: sequences are shared by p x d lanes, each as fast as one card (or tp group): no gain for a single one.
/// - cp=c: a card reads a c-th of the context, and all weights.
/// - ep=e: a card reads an e-th of the experts that the sequences of all its data-parallel ranks touch.
///
/// More cards than the degrees take multiply the rate. Not counted: latency, what pp and ep send, arithmetic.
/// Throws what weights() and kv_cache() throw, no_answer where the card's bandwidth is not known, bad_argument where
/// the degrees take more cards than there are.
double decode_rate(const DecodePlan &plan, const Gpu &gpu, int count);

} // namespace calcvram
