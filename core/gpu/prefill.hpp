// How long cards take at least to read a prompt.
#pragma once

#include "gpu/gpu.hpp"
#include "memory/kv_cache.hpp"
#include "precision/precision.hpp"

namespace calcvram {

struct PrefillPlan {
  const Model &model;
  Precision precision; ///< of the weights; it decides what the card computes in
  Workload workload;   ///< context: tokens of each prompt
  const VramOptions &options;
};

/// Floating-point operations of reading one prompt of so many tokens: 2 for each parameter that a token multiplies
/// with (active_params without tables that are only looked up, the head for every token), and in attention, QK
/// and PV of every pair of tokens that causality and windows leave: a full layer has heads x (K and V width) x
/// tokens^2, a window layer 2 x (tokens x window - window^2 / 2) of them. Kaplan et al., arXiv 2001.08361, 2.1. Left
/// out, because a lower bound may: recurrences, which tokens a sparse index picks (an index counts with its own rows),
/// and attention where no heads are known.
double prefill_flops(const Model &model, double tokens);

/// The most dense TFLOPS that programs reach on the card with these weights:
/// - fp8 formats and mxfp8 on a card with FP8 in hardware in FP8;
/// - mxfp4 and nvfp4 on a card with FP4 in hardware in FP4, where that figure is known;
/// - int8_channel (W8A8), llm_int8 (arXiv 2208.07339) and llama.cpp's quantised mixes (ggml/src/ggml-cuda/mmq.cuh
///   multiplies with 8-bit activations) in INT8, where that figure is known and more than the one in 16 bits;
/// - fp16 in fp16, all others in bf16 (gptq, awq, nf4, int4, int8 and the like are turned into 16 bits first), each in
///   the other where a card has only that.
/// Throws no_answer where the catalogue has no figure.
double tflops_for(const Precision &precision, const Gpu &gpu);

/// GPU_PREFILL_TIME: seconds until all prompts have their first token, at least: prefill_flops over the cards' dense
/// TFLOPS x mfu=, with the all-reduces of tp= on the link; and never less than the weights take to be read once, which
/// counts for short prompts (left out where the card's bandwidth is not known).
///
/// - count alone: n cards compute n times as fast.
/// - tp=t, cp=c: each card computes its part of every prompt.
/// - pp=p: one prompt passes the stages one after the other, n prompts take (n + p - 1) / p times as long.
/// - dp=d: prompts are shared, the fullest rank counts.
///
/// More cards than the degrees take divide the time. What the KV cache is kept in does not matter.
/// Throws no_answer or bad_argument where params are not known, no_answer where the TFLOPS are not, bad_argument where
/// the degrees take more cards than there are.
double prefill_s(const PrefillPlan &plan, const Gpu &gpu, int count);

} // namespace calcvram
