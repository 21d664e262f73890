#include "memory/vllm_page.hpp"

#include "memory/cache_layout.hpp"
#include "memory/recurrent_state.hpp"

#include <algorithm>

namespace calcvram {
namespace {

/// The attention layers that share pages with the recurrent ones: the first group. Null where there are none.
const LayerGroup *paged_group(const Model &model) {
  return model.caches.empty() ? nullptr : &model.caches.front();
}

double token_bytes(const LayerGroup &group, const Model &model, const CacheBytes &element, const VramOptions &options) {
  return row_bytes(stored_group(group, model, options.mla), model, element, options, Per::card);
}

} // namespace

double page_tokens(const Model &model, const CacheBytes &element, const VramOptions &options) {
  const LayerGroup *group = paged_group(model);
  if (group == nullptr) {
    return options.block;
  }
  constexpr double least_compressed = 256;
  if (group->kind == CacheKind::raw) {
    return std::max(options.block, least_compressed);
  }
  if (!model.state) {
    return options.block;
  }
  constexpr double least_latent = 128;
  const bool latent = group->kind == CacheKind::latent && options.mla == MlaCache::latent;
  const double step = latent ? std::max(options.block, least_latent) : options.block;
  const double token = token_bytes(*group, model, element, options);
  const double tokens = token > 0 ? padded(state_bytes_of_rank(*model.state, options) / token, step) : 0;
  return std::max(tokens, step); // a state or a row of nothing takes no page of nothing
}

double page_bytes(const Model &model, const CacheBytes &element, const VramOptions &options) {
  const LayerGroup *group = paged_group(model);
  return group == nullptr ? 0 : page_tokens(model, element, options) * token_bytes(*group, model, element, options);
}

} // namespace calcvram
