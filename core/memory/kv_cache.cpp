#include "memory/kv_cache.hpp"

#include "memory/vllm_page.hpp"
#include "text/words.hpp"

#include <cmath>

namespace calcvram {
namespace {

/// What does not change from one group of layers to the next.
struct CachePlan {
  const Model &model;
  const CacheBytes &element;
  const VramOptions &options;
  double page; ///< vLLM: tokens of one
};

CachePlan plan_of(const Model &model, const CacheBytes &element, const VramOptions &options) {
  return {require_caches(model), element, options,
          options.engine == Engine::vllm ? page_tokens(model, element, options) : 0};
}

double group_bytes(const LayerGroup &group, const CachePlan &plan, const Workload &replica) {
  const VramOptions &options = plan.options;
  const double ranks = options.per == Per::card ? 1 : options.degrees.cp;
  return layers_that_count(group.layers, options) * row_bytes(group, plan.model, plan.element, options, options.per) *
         cache_rows(group, replica, plan.page, options).all() * ranks;
}

Bytes replica_bytes(const CachePlan &plan, const Workload &replica) {
  double bytes = 0;
  for (const LayerGroup &group : plan.model.caches) {
    bytes += group_bytes(stored_group(group, plan.model, plan.options.mla), plan, replica);
  }
  return Bytes{bytes};
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
  case CacheKind::csa:
    return " layers compressed 4:1";
  case CacheKind::hca:
    return " layers compressed 128:1";
  case CacheKind::raw:
    return " raw windows";
  }
  return {};
}

std::string explain_rows(const LayerGroup &group, const CachePlan &plan, const Workload &replica) {
  const double rows = cache_rows(group, replica, plan.page, plan.options).rows;
  if (tokens_a_row(group.kind) > 1) {
    return counted(rows, "row");
  }
  switch (plan.options.engine) {
  case Engine::ideal:
    break;
  case Engine::llama_cpp:
    return counted(rows, "cell");
  case Engine::vllm:
    return words(counted(rows / plan.page, "page"), " of ", counted(plan.page, "token"));
  }
  return counted(rows, "token");
}

std::string explain_replica(const CachePlan &plan, const Workload &replica) {
  std::string sum;
  double streams = 0;
  for (const LayerGroup &group : plan.model.caches) {
    const LayerGroup in_memory = stored_group(group, plan.model, plan.options.mla);
    streams = cache_rows(in_memory, replica, plan.page, plan.options).streams;
    sum += words(sum.empty() ? "" : " + ", layers_that_count(in_memory.layers, plan.options),
                 group_words(in_memory.kind), " x ", explain_row(in_memory, plan.model, plan.element, plan.options),
                 " x ", explain_rows(in_memory, plan, replica));
  }
  const bool shared = streams == 1 && replica.sequences > 1;
  return words(shared ? words("one cache of ", counted(replica.sequences, "sequence")) : counted(streams, "sequence"),
               " x (", sum, ")");
}

/// The replicas one by one where they differ.
std::string explain_replicas(const CachePlan &plan, const Workload &workload) {
  const double dp = plan.options.degrees.dp;
  if (dp == 1) {
    return explain_replica(plan, workload);
  }
  const double least = std::floor(workload.sequences / dp);
  const double with_more = workload.sequences - least * dp;
  const Workload fuller{workload.context, least + 1};
  const Workload leaner{workload.context, least};
  if (plan.options.per == Per::card) {
    return explain_replica(plan, with_more > 0 ? fuller : leaner);
  }
  std::string text;
  if (with_more > 0) {
    text = words(counted(with_more, "replica"), " x [", explain_replica(plan, fuller), "]");
  }
  if (least > 0 && dp > with_more) {
    text += words(text.empty() ? "" : " + ", counted(dp - with_more, "replica"), " x [", explain_replica(plan, leaner),
                  "]");
  }
  return text;
}

std::string explain_token_ranks(const VramOptions &options) {
  const double cp = options.degrees.cp;
  return options.per == Per::total && cp > 1 ? words(" x ", cp, " ranks of tokens") : "";
}

std::string explain_degrees(const VramOptions &options) {
  const Degrees &degrees = options.degrees;
  std::string text;
  if (degrees.tp > 1) {
    text += words("; tp=", degrees.tp, ": each rank has at least one KV head, latent and index rows whole");
  }
  if (options.per == Per::card && degrees.cards() > 1) {
    text += "; the fullest card";
  }
  return text;
}

std::string_view source_of(const CachePlan &plan) {
  const CacheKind kind = plan.model.caches.empty() ? CacheKind::full : plan.model.caches.front().kind;
  switch (plan.options.engine) {
  case Engine::ideal:
    break;
  case Engine::llama_cpp:
    return kind == CacheKind::raw ? "; llama.cpp src/llama-kv-cache-dsv4.cpp"
                                  : "; llama.cpp src/llama-kv-cache.cpp, llama-kv-cache-iswa.cpp";
  case Engine::vllm:
    return "; vLLM v1/kv_cache_interface.py, platforms/interface.py";
  }
  if (kind == CacheKind::latent) {
    return "; DeepSeek-V2, arXiv 2405.04434, 2.1";
  }
  return kind == CacheKind::raw ? "; llama.cpp src/llama-kv-cache-dsv4.cpp" : "; vLLM v1/kv_cache_interface.py";
}

} // namespace

Bytes kv_cache(const Model &model, const Workload &workload, const CacheBytes &element, const VramOptions &options) {
  const CachePlan plan = plan_of(model, element, options);
  return over_replicas(workload.sequences, options.degrees, options.per, [&](double sequences) {
    return replica_bytes(plan, {workload.context, sequences});
  });
}

std::string explain_kv_cache(const Model &model, const Workload &workload, const CacheBytes &element,
                             const VramOptions &options) {
  const CachePlan plan = plan_of(model, element, options);
  return words(explain_replicas(plan, workload), explain_token_ranks(options), " = ",
               kv_cache(model, workload, element, options).count(), " B", explain_degrees(options), source_of(plan));
}

} // namespace calcvram
