// A transformer as memory sees it: parameters, widths, and groups of layers that cache alike.
#pragma once

#include <boost/container/static_vector.hpp>
#include <cstdint>
#include <optional>
#include <string>

namespace calcvram {

/// What a group of layers keeps for each token of a sequence.
enum class CacheKind : std::uint8_t {
  full,   ///< K and V of every token (MHA, GQA, MQA)
  window, ///< K and V of the last `window` tokens (sliding or chunked attention)
  latent, ///< one compressed row, K only (MLA)
  index,  ///< the keys of a sparse-attention indexer, K only, beside a full or latent cache
  csa,    ///< compressed sparse attention (DeepSeek-V4): a K-only row and an index key for every 4 tokens
  hca,    ///< heavily compressed attention (DeepSeek-V4): a K-only row for every 128 tokens
  raw,    ///< K only of the last `window` tokens, beside compressed rows (DeepSeek-V4)
};

/// Layers that cache alike. Elements of a row: kv_heads * (key_dim + value_dim) + index_dim.
struct LayerGroup {
  CacheKind kind = CacheKind::full;
  double layers = 0;
  double kv_heads = 0;
  double key_dim = 0;
  double value_dim = 0;      ///< 0 where no V is stored
  double window = 0;         ///< tokens; 0 where there is none
  double index_dim = 0;      ///< csa: the index key that lies beside the row
  double state_elements = 0; ///< csa, hca: what the compressor keeps of each sequence, fp32, a layer
  /// Whether kv_heads is a count. A spec without heads has one row of hidden, which splits anywhere.
  bool heads_known = true;
};

/// Whether a cache keeps the last tokens only.
bool is_window(CacheKind kind);

/// Tokens that share one row of the cache: 1, or what DeepSeek-V4 compresses into one.
/// Source: llama.cpp llama-kv-cache-dsv4.cpp, DSV4_CSA_RATIO and DSV4_HCA_RATIO.
double tokens_a_row(CacheKind kind);

enum class StateKind : std::uint8_t { mamba1, mamba2, deltanet, kda, shortconv, lightning };

/// Layers that keep a state of fixed size for each sequence instead of a row for each token.
struct StateGroup {
  StateKind kind = StateKind::mamba2;
  double layers = 0;
  double recurrent_elements = 0;   ///< inner * state, a layer and sequence
  double convolution_elements = 0; ///< history * channels, a layer and sequence
  double history = 0;              ///< inputs that the convolution looks back on: conv_kernel - 1
  double groups = 0;               ///< of the convolved inputs of the recurrence; 0 where those are not convolved
  double group_elements = 0;       ///< of convolution_elements, those of one group
};

/// The numbers of a model under the names a spec text gives them; what is not known is not there.
/// Counts, but for nothing: params and active_params are numbers of parameters.
struct Shape {
  std::optional<double> params, active_params;
  std::optional<double> layers, hidden, ffn, heads, kv_heads, head_dim, v_head_dim, vocab, tied, max_context;
  std::optional<double> kv_layers;
  std::optional<double> window, window_layers, window_kv_heads, window_head_dim, window_v_head_dim;
  std::optional<double> kv_lora_rank, rope_dim, q_lora_rank, nope_dim;
  std::optional<double> index_layers, index_dim;
  std::optional<double> state_layers, conv_kernel, inner, state, groups;
  std::optional<double> experts, experts_used, expert_ffn, shared_experts, dense_layers;
  std::optional<double> csa_layers, hca_layers;        // DeepSeek-V4: rows compressed 4:1 and 128:1
  std::optional<double> attention_layers, mlp_layers;  // where a layer has not both
  std::optional<double> mlp_matrices;                  // 3 with a gate, 2 without
  std::optional<double> qkv_bias, attn_bias, mlp_bias; // 1 where there is one; attn_bias is the output projection's
  std::optional<double> router_bias, norm_bias;        // likewise; a router's correction bias is one
  std::optional<double> qk_norm;                       // 1 a head, 2 over the whole width
  std::optional<double> layer_norms;                   // vectors of hidden in a layer; one a block unless given
  std::optional<double> attn_gate;                     // 1 in the query projection, 2 a matrix, 3 a number a head
  std::optional<double> sinks;                         // 1 in every attention layer, 2 in the window layers
  std::optional<double> shared_gate, k_eq_v;           // 1 where there is one; k_eq_v: in the full layers
  std::optional<double> shared_ffn, expert_hidden;     // where they are not expert_ffn and hidden
  std::optional<double> positions, ple_dim, ple_vocab; // learned positions; per-layer embeddings (Gemma 3n, 4)
  std::optional<double> kv_shared_layers;              // the last layers, without K and V weights of their own
  std::optional<double> kv_shared_ffn;                 // their MLP width where it is not ffn
  std::optional<double> ffn_total;                     // widths of all MLPs together where they are not alike
  std::optional<double> layer_scales;                  // single numbers in a layer
  std::optional<double> window_heads, index_heads;     // query heads where they are others than heads
  std::optional<double> state_heads, state_norm;       // of a recurrent layer
  std::optional<double> state_gate_rank;               // KDA's output gate: 0 where it is a full matrix
  std::optional<double> o_lora_rank, o_groups, hyper_streams; // DeepSeek-V4
  std::optional<double> altup, laurel_rank;                   // Gemma 3n
  std::optional<double> fused_qkv, mxfp4_experts; // 1 where a checkpoint has Q, K and V in one matrix (GPT-2), 2
                                                  // gate and up in one as well (Phi-3); 1 where it
                                                  // has its routed experts in MXFP4 (gpt-oss): GGUF keeps both
  std::optional<StateKind> state_kind;
};

/// Whether the output head is the token table. Where nobody says, it has a matrix of its own.
bool is_tied(const Shape &shape);

/// Where a model came from decides what a missing number means: in a spec the sheet is wrong, in the
/// catalogue there is no answer.
enum class ModelOrigin : std::uint8_t { parameters_only, spec, catalogue, generic };

struct Model {
  std::string name;
  ModelOrigin origin = ModelOrigin::spec;
  Shape shape;
  boost::container::static_vector<LayerGroup, 5> caches; ///< empty only if nothing is cached or it is not known
  std::optional<StateGroup> state;
  std::string cache_gap; ///< why `caches` and `state` cannot be told; "" where they can

  /// Whether the activations of its layers can be computed: hidden and layers are known. The rental page's
  /// shapes and bare numbers of parameters are not, and the pages' rules of thumb take over.
  [[nodiscard]] bool architecture_known() const {
    return origin != ModelOrigin::generic && shape.hidden.has_value() && shape.layers.has_value();
  }
};

/// The figure, or a Failure that says which one is missing: bad_argument for a spec or a bare number,
/// no_answer for a row of the catalogue. `name` is the key as a spec text has it.
double require(const Model &model, const std::optional<double> Shape::*figure, const char *name);

/// The model, or a Failure as above if its caches cannot be told.
const Model &require_caches(const Model &model);

/// Works out `caches`, `state` or `cache_gap` from the shape. A spec without heads has a KV width of hidden
/// (the web calculator's rule). With csa_layers or hca_layers every layer but those of kv_layers keeps a K-only window
/// of head_dim beside its compressed rows; window_layers then counts the layers that have nothing else.
/// Throws bad_argument where numbers contradict each other.
void derive_caches(Model &model);

/// Elements of all caches that one more token takes at long context: a window takes none, a compressed row its part.
double elements_per_token(const Model &model);

} // namespace calcvram
