#include "memory/recurrent_state.hpp"

#include "memory/cache_layout.hpp"
#include "memory/vllm_page.hpp"
#include "model/keys.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <cmath>

namespace calcvram {
namespace {

constexpr double recurrent_bytes = 4;

double convolution_bytes(const VramOptions &options) {
  return options.engine == Engine::llama_cpp ? 4 : 2;
}

double recurrent_on_rank(const StateGroup &group, double tp) {
  return group.recurrent_elements / tp;
}

/// The recurrence's own channels split with its heads, a convolved group of inputs does not. vLLM looks back on the
/// drafted tokens as well.
double convolution_on_rank(const StateGroup &group, const VramOptions &options) {
  const double tp = options.degrees.tp;
  const bool lengthened = options.engine == Engine::vllm && group.history > 0;
  const double longer = lengthened ? (group.history + options.draft) / group.history : 1;
  const double inputs = group.groups * group.group_elements;
  const double groups = group.groups > 0 ? std::max(1.0, std::ceil(group.groups / tp)) : 0;
  return longer * ((group.convolution_elements - inputs) / tp + groups * group.group_elements);
}

/// Cards that repeat a layer's state: 1, or all ranks of the tensor- and context-parallel groups.
double ranks(const VramOptions &options) {
  return options.per == Per::card ? 1 : options.degrees.tp * options.degrees.cp;
}

/// A layer's state on one rank as it is allocated.
double allocated_bytes(const Model &model, const CacheBytes &element, const VramOptions &options) {
  const double state = state_bytes_of_rank(*model.state, options);
  return options.engine == Engine::vllm ? std::max(state, page_bytes(model, element, options)) : state;
}

double compressor_elements(const Model &model, const VramOptions &options) {
  double elements = 0;
  for (const LayerGroup &group : model.caches) {
    elements += layers_that_count(group.layers, options) * group.state_elements;
  }
  return elements;
}

Bytes of_a_sequence(const Model &model, const CacheBytes &element, const VramOptions &options) {
  double bytes = compressor_elements(model, options) * recurrent_bytes;
  if (model.state) {
    bytes += layers_that_count(model.state->layers, options) * allocated_bytes(model, element, options);
  }
  return Bytes{bytes * (1 + options.draft) * ranks(options)};
}

std::string explain_layers(const Model &model, const CacheBytes &element, const VramOptions &options) {
  const StateGroup &group = *model.state;
  const double tp = options.degrees.tp;
  const double state = state_bytes_of_rank(group, options);
  const double allocated = allocated_bytes(model, element, options);
  std::string text = words(layers_that_count(group.layers, options), " ", name_of(group.kind), " layers x ");
  if (allocated > state) {
    return text + words("a page of ", allocated, " B (", page_tokens(model, element, options),
                        " tokens of attention, for a state of ", state, " B)");
  }
  return text + words("(", recurrent_on_rank(group, tp), " x 4 B + ", convolution_on_rank(group, options), " x ",
                      convolution_bytes(options), " B)");
}

std::string explain_compressors(const Model &model, const VramOptions &options) {
  std::string text;
  for (const LayerGroup &group : model.caches) {
    if (group.state_elements > 0) {
      text += words(text.empty() ? "" : " + ", layers_that_count(group.layers, options), " compressors x ",
                    group.state_elements, " x 4 B");
    }
  }
  return text;
}

std::string_view source_of(const Model &model, Engine engine) {
  if (!model.state) {
    return "; llama.cpp src/llama-kv-cache-dsv4.cpp";
  }
  return engine == Engine::llama_cpp ? "; llama.cpp src/llama-memory-recurrent.cpp"
                                     : "; vLLM v1/kv_cache_interface.py, MambaSpec";
}

} // namespace

double state_bytes_of_rank(const StateGroup &group, const VramOptions &options) {
  const double tp = options.degrees.tp;
  return recurrent_on_rank(group, tp) * recurrent_bytes +
         convolution_on_rank(group, options) * convolution_bytes(options);
}

Bytes recurrent_state(const Model &model, double sequences, const CacheBytes &element, const VramOptions &options) {
  const Bytes one = of_a_sequence(require_caches(model), element, options);
  return over_replicas(sequences, options.degrees, options.per, [&](double of_replica) { return one * of_replica; });
}

std::string explain_recurrent_state(const Model &model, double sequences, const CacheBytes &element,
                                    const VramOptions &options) {
  std::string layers = explain_compressors(require_caches(model), options);
  if (model.state) {
    layers = explain_layers(model, element, options) + (layers.empty() ? "" : " + " + layers);
  }
  const double dp = options.degrees.dp;
  const double held = options.per == Per::card && dp > 1 ? std::ceil(sequences / dp) : sequences;
  std::string text = words(counted(held, "sequence"), " x ", layers);
  if (options.draft > 0) {
    text += words(" x ", 1 + options.draft, " copies (one for each drafted token)");
  }
  if (ranks(options) > 1) {
    text += words(" x ", ranks(options), " ranks");
  }
  return text + words(" = ", recurrent_state(model, sequences, element, options).count(), " B",
                      source_of(model, options.engine));
}

} // namespace calcvram
