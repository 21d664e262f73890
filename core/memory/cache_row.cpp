#include "memory/cache_row.hpp"

#include "memory/cache_layout.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace calcvram {
namespace {

constexpr double scale_block = 128;
constexpr double scale_bytes = 4;
constexpr double rotary_bytes = 2;

/// fp8 with an fp32 scale for each 128 elements.
double scaled_bytes(double elements) {
  return elements + std::ceil(elements / scale_block) * scale_bytes;
}

/// A row of DeepSeek-V4's main cache in fp8: the rotary part in 16 bits, a byte of scale for each 64 of the rest.
double compressed_row_bytes(const LayerGroup &group, const Shape &shape) {
  constexpr double usual_rotary = 64;
  constexpr double micro_block = 64;
  constexpr double alignment = 8;
  const double rotary = std::min(group.key_dim, shape.rope_dim.value_or(usual_rotary));
  const double rest = group.key_dim - rotary;
  return rest + rotary_bytes * rotary + padded(rest / micro_block, alignment);
}

bool has_index(const Model &model) {
  return std::ranges::any_of(model.caches, [](const LayerGroup &group) { return group.kind == CacheKind::index; });
}

/// Bytes of one head's row where vLLM lays fp8 out with scales; nothing where it does not.
std::optional<double> vllm_fp8_row(const LayerGroup &group, const Model &model, const CacheBytes &element,
                                   const VramOptions &options) {
  if (options.engine != Engine::vllm || !element.key_fp8) {
    return std::nullopt;
  }
  const Shape &shape = model.shape;
  switch (group.kind) {
  case CacheKind::latent:
    if (has_index(model)) {
      const double rank = shape.kv_lora_rank.value_or(group.key_dim);
      return scaled_bytes(rank) + rotary_bytes * (group.key_dim - rank);
    }
    break;
  case CacheKind::index:
    return scaled_bytes(group.key_dim);
  case CacheKind::csa:
    return compressed_row_bytes(group, shape) + scaled_bytes(group.index_dim);
  case CacheKind::hca:
  case CacheKind::raw:
    return compressed_row_bytes(group, shape);
  case CacheKind::full:
  case CacheKind::window:
    break;
  }
  return std::nullopt;
}

} // namespace

CacheBytes cache_bytes(const CachePrecision &precision, const VramOptions &options) {
  const CachePrecision &key = options.kv_k ? *options.kv_k : precision;
  const CachePrecision &value = options.kv_v ? *options.kv_v : precision;
  return {key.bytes, value.bytes, key.name == "fp8"};
}

LayerGroup stored_group(const LayerGroup &group, const Model &model, MlaCache mla) {
  if (group.kind != CacheKind::latent || mla == MlaCache::latent) {
    return group;
  }
  const Shape &shape = model.shape;
  const double heads = require(model, &Shape::heads, "heads");
  const double key_dim =
      shape.nope_dim ? *shape.nope_dim + shape.rope_dim.value_or(0) : require(model, &Shape::head_dim, "head_dim");
  return {CacheKind::full, group.layers, heads, key_dim, shape.v_head_dim.value_or(key_dim)};
}

double heads_on_cards(const LayerGroup &group, double tp, Per per) {
  if (!group.heads_known) {
    return per == Per::card ? group.kv_heads / tp : group.kv_heads;
  }
  return per == Per::card ? std::max(1.0, std::ceil(group.kv_heads / tp)) : std::max(group.kv_heads, tp);
}

double row_bytes(const LayerGroup &group, const Model &model, const CacheBytes &element, const VramOptions &options,
                 Per per) {
  const double heads = heads_on_cards(group, options.degrees.tp, per);
  if (const auto scaled = vllm_fp8_row(group, model, element, options)) {
    return heads * *scaled;
  }
  return heads * (group.key_dim * element.key + group.value_dim * element.value + group.index_dim * element.key);
}

std::string explain_row(const LayerGroup &group, const Model &model, const CacheBytes &element,
                        const VramOptions &options) {
  const double count = heads_on_cards(group, options.degrees.tp, options.per);
  // one head is what a spec without heads has: its width says it all
  const bool one = group.kv_heads == 1 && count == 1;
  if (const auto scaled = vllm_fp8_row(group, model, element, options)) {
    return words(one ? "" : words(count, " x "), *scaled, " B (fp8 with its scales)");
  }
  // a row that all query heads share has no heads: it stands whole on each rank
  const bool of_heads = group.kind == CacheKind::full || group.kind == CacheKind::window;
  const std::string heads = one ? "" : words(counted(count, of_heads ? "KV head" : "rank"), " x ");
  if (group.value_dim == 0) {
    const std::string width =
        group.index_dim > 0 ? words("(", group.key_dim, " + ", group.index_dim, " index)") : words(group.key_dim);
    return words(heads, width, " wide x ", element.key, " B");
  }
  if (group.key_dim == group.value_dim && element.key == element.value) {
    return words("2 (K and V) x ", heads, group.key_dim, " wide x ", element.key, " B");
  }
  return words(heads, "(K ", group.key_dim, " x ", element.key, " B + V ", group.value_dim, " x ", element.value,
               " B)");
}

} // namespace calcvram
