#include "memory/kv_cache.hpp"

#include "model/keys.hpp"
#include "text/words.hpp"

#include <algorithm>

namespace calcvram {
namespace {

constexpr double state_bytes = 4;
constexpr double convolution_bytes = 2;

/// The group as it is stored: a latent one decompressed if the runtime does that.
LayerGroup stored(const LayerGroup &group, const Model &model, MlaCache mla) {
  if (group.kind != CacheKind::latent || mla == MlaCache::latent) {
    return group;
  }
  const Shape &shape = model.shape;
  const double heads = require(model, &Shape::heads, "heads");
  const double key_dim =
      shape.nope_dim ? *shape.nope_dim + shape.rope_dim.value_or(0) : require(model, &Shape::head_dim, "head_dim");
  return {CacheKind::full, group.layers, heads, key_dim, shape.v_head_dim.value_or(key_dim), 0};
}

double tokens_kept(const LayerGroup &group, double context) {
  return group.kind == CacheKind::window ? std::min(context, group.window) : context;
}

/// Bytes of one layer of the group for one sequence.
double layer_bytes(const LayerGroup &group, double context, const CacheBytes &element) {
  const double row = group.kv_heads * (group.key_dim * element.key + group.value_dim * element.value);
  return row * tokens_kept(group, context);
}

std::string_view group_words(CacheKind kind) {
  switch (kind) {
  case CacheKind::full:
    return " layers";
  case CacheKind::window:
    return " window layers";
  case CacheKind::latent:
    return " latent (MLA) layers";
  case CacheKind::index:
    return " index layers";
  }
  return {};
}

std::string explain_row(const LayerGroup &group, const CacheBytes &element) {
  if (group.value_dim == 0) {
    return words(group.key_dim, " wide x ", element.key, " B");
  }
  // one head is what a spec without heads has: its width says it all
  const std::string heads = group.kv_heads == 1 ? "" : words(counted(group.kv_heads, "KV head"), " x ");
  if (group.key_dim == group.value_dim && element.key == element.value) {
    return words("2 (K and V) x ", heads, group.key_dim, " wide x ", element.key, " B");
  }
  return words(heads, "(K ", group.key_dim, " x ", element.key, " B + V ", group.value_dim, " x ", element.value,
               " B)");
}

} // namespace

CacheBytes cache_bytes(const CachePrecision &precision, const VramOptions &options) {
  return {options.kv_k.value_or(precision).bytes, options.kv_v.value_or(precision).bytes};
}

Bytes kv_cache(const Model &model, const Workload &workload, const CacheBytes &element, MlaCache mla) {
  double a_sequence = 0;
  for (const LayerGroup &group : require_caches(model).caches) {
    const LayerGroup in_memory = stored(group, model, mla);
    a_sequence += in_memory.layers * layer_bytes(in_memory, workload.context, element);
  }
  return Bytes{a_sequence * workload.sequences};
}

std::string explain_kv_cache(const Model &model, const Workload &workload, const CacheBytes &element, MlaCache mla) {
  std::string sum;
  for (const LayerGroup &group : require_caches(model).caches) {
    const LayerGroup in_memory = stored(group, model, mla);
    sum += sum.empty() ? "" : " + ";
    sum += words(in_memory.layers, group_words(in_memory.kind), " x ", explain_row(in_memory, element), " x ",
                 counted(tokens_kept(in_memory, workload.context), "token"));
  }
  return words(counted(workload.sequences, "sequence"), " x (", sum,
               ") = ", kv_cache(model, workload, element, mla).count(), " B");
}

Bytes recurrent_state(const Model &model, double sequences) {
  const auto &group = require_caches(model).state;
  if (!group) {
    return {};
  }
  const double layer = group->recurrent_elements * state_bytes + group->convolution_elements * convolution_bytes;
  return Bytes{group->layers * layer * sequences};
}

std::string explain_recurrent_state(const Model &model, double sequences) {
  const StateGroup &group = *require_caches(model).state;
  return words(counted(sequences, "sequence"), " x ", group.layers, " ", name_of(group.kind), " layers x (",
               group.recurrent_elements, " x 4 B + ", group.convolution_elements,
               " x 2 B) = ", recurrent_state(model, sequences).count(), " B");
}

} // namespace calcvram
