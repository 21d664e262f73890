#include "memory/weights.hpp"

#include "precision/gguf_mix.hpp"
#include "precision/scaled_format.hpp"
#include "text/words.hpp"

#include <boost/container/static_vector.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace calcvram {
namespace {

/// What a format makes of the tensors of one model.
class Sizes {
public:
  Sizes(const Model &model, const Precision &precision, const VramOptions &options)
      : precision_{precision}, facts_{gguf_facts(model, options.imatrix)} {}

  [[nodiscard]] double bytes(const Tensor &tensor) const {
    switch (precision_.kind) {
    case PrecisionKind::flat:
      return tensor.elements() * precision_.nominal_bytes();
    case PrecisionKind::scaled:
      return is_packed(tensor) ? packed_bytes(*precision_.scaled, tensor) : tensor.elements() * kept_bytes_each(tensor);
    case PrecisionKind::gguf:
      break;
    }
    double sum = 0;
    for (const TypedTensors &part : types(tensor)) {
      sum += part.bytes();
    }
    return sum;
  }

  [[nodiscard]] bool is_packed(const Tensor &tensor) const {
    return calcvram::is_packed(*precision_.scaled, tensor.role, facts_.experts > 0);
  }

  /// Routers and their correction biases, which have a number for each expert, may have more than 16 bits.
  [[nodiscard]] double kept_bytes_each(const Tensor &tensor) const {
    const bool correction = tensor.role == TensorRole::bias && tensor.inputs == facts_.experts;
    return tensor.role == TensorRole::router || correction ? precision_.scaled->router_bytes : kept_bytes;
  }

  [[nodiscard]] TypeSplit types(const Tensor &tensor) const { return typed(*precision_.mix, tensor, facts_); }

private:
  const Precision &precision_;
  GgufFacts facts_;
};

bool is_lookup_only(TensorRole role) {
  return role == TensorRole::position_table || role == TensorRole::layer_table;
}

/// KV heads of this K or V matrix. Window layers may have others than full ones: their matrices are told by their rows.
double kv_heads_of(const Tensor &tensor, const Shape &shape, double unless_known) {
  const double full = shape.kv_heads.value_or(unless_known);
  if (!shape.window_kv_heads || !shape.heads) {
    return full;
  }
  const double head_dim = shape.head_dim.value_or(shape.hidden.value_or(0) / *shape.heads);
  const double key_dim = shape.window_head_dim.value_or(head_dim);
  const double value_dim =
      shape.window_v_head_dim.value_or(shape.window_head_dim ? key_dim : shape.v_head_dim.value_or(head_dim));
  const double full_dim = tensor.role == TensorRole::attn_k ? head_dim : shape.v_head_dim.value_or(head_dim);
  const double window_dim = tensor.role == TensorRole::attn_k ? key_dim : value_dim;
  const bool of_window = tensor.outputs == *shape.window_kv_heads * window_dim && tensor.outputs != full * full_dim;
  return of_window ? *shape.window_kv_heads : full;
}

/// With tp > kv_heads a card has 1 / kv_heads of K and V, not 1 / tp: the part r of them that every card has whole
/// fulfils (1 - r) / tp + r = 1 / kv_heads. vLLM's QKVParallelLinear repeats heads so.
double repeated_share(const Tensor &tensor, const Model &model, double tp) {
  const bool key_or_value = tensor.role == TensorRole::attn_k || tensor.role == TensorRole::attn_v;
  const double kv_heads = key_or_value ? kv_heads_of(tensor, model.shape, tp) : tp;
  return tp > kv_heads ? (1 / kv_heads - 1 / tp) / (1 - 1 / tp) : 0;
}

/// The parts, and what of the token table's part are other tables.
struct SizedParts {
  WeightParts parts;
  Bytes lookup_only;
  bool by_tensors = false;
};

/// Where the shape does not tell its tensors. The tables are told apart where vocab and hidden are known.
SizedParts sized_by_totals(const Model &model, const Precision &precision, const Sizes &sizes) {
  const Shape &shape = model.shape;
  const double all = parameters(model);
  const double each = (model.architecture_known() ? precision.linear_bits : precision.nominal_bits) / 8;
  const double embeddings = embedding_parameters(model);
  if (embeddings == 0 || embeddings > all) {
    return {{Bytes{all * each}, {}, {}, {}, {}}, {}};
  }
  const Tensor table{TensorRole::token_table, *shape.hidden, *shape.vocab};
  const Tensor head{TensorRole::output, *shape.hidden, *shape.vocab};
  const bool told = model.architecture_known();
  const auto bytes = [&](const Tensor &tensor) {
    return Bytes{told ? sizes.bytes(tensor) : tensor.elements() * precision.nominal_bytes()};
  };
  const bool own_head = embeddings > table.elements();
  return {{Bytes{(all - embeddings) * each}, {}, {}, bytes(table), own_head ? bytes(head) : Bytes{}}, {}};
}

SizedParts sized_by_tensors(const Model &model, const TensorList &list, const Sizes &sizes, double tp) {
  SizedParts sized{{}, {}, true};
  double linear_elements = 0;
  double linear_bytes = 0;
  for (const Tensor &tensor : list.tensors) {
    const double bytes = sizes.bytes(tensor);
    if (is_linear(tensor.role)) {
      linear_elements += tensor.elements();
      linear_bytes += bytes;
    }
    const double repeated = repeated_share(tensor, model, tp);
    sized.parts.*part_of(tensor) += Bytes{bytes * (1 - repeated)};
    sized.parts.replicated += Bytes{bytes * repeated};
    sized.lookup_only += Bytes{is_lookup_only(tensor.role) ? bytes : 0};
  }
  if (list.unexplained != 0) {
    sized.parts.matrices += Bytes{list.unexplained * (linear_bytes / linear_elements)};
  }
  return sized;
}

SizedParts sized(const Model &model, const Precision &precision, const VramOptions &options) {
  parameters(model); // or says what is missing
  const Sizes sizes{model, precision, options};
  if (tensors_known(model)) {
    const SizedParts parts = sized_by_tensors(model, tensors_of(model), sizes, options.degrees.tp);
    if (parts.parts.matrices.count() >= 0) {
      return parts;
    } // params= is less than the tensors of the model it stands on
  }
  return sized_by_totals(model, precision, sizes);
}

bool is_tied(const Model &model) {
  return model.shape.tied.value_or(0) == 1;
}

/// What leaves the cards with embedding=host, and what remains of the parts.
struct Placement {
  WeightParts on_cards;
  Bytes on_host;
};

Placement placement(const Model &model, const Precision &precision, const VramOptions &options) {
  const SizedParts sizes = sized(model, precision, options);
  Placement placed{sizes.parts, {}};
  if (options.embedding == EmbeddingPlace::host) {
    require(model, &Shape::vocab, "vocab");
    require(model, &Shape::hidden, "hidden");
    placed.on_host = sizes.parts.token_table;
    placed.on_cards.token_table = {};
    if (is_tied(model)) {
      placed.on_cards.output = sizes.parts.token_table - sizes.lookup_only;
    }
  }
  return placed;
}

/// Which pipeline stages have a part.
enum class Stages : std::uint8_t { all, first, last };

/// A part with its name and what becomes of a copy.
struct SpreadPart {
  std::string_view name;
  Bytes bytes;
  Spread spread;
  Stages stages = Stages::all;
};

std::array<SpreadPart, 5> spread_parts(const Model &model, const WeightParts &parts, const Degrees &degrees) {
  const double layers = model.shape.layers.value_or(0);
  return {{{"matrices", parts.matrices, of_matrices(degrees, layers)},
           {"experts", parts.experts, of_experts(degrees, layers)},
           {"norms and others", parts.replicated, of_replicated(degrees, layers)},
           {"token table", parts.token_table, of_ends(degrees, is_tied(model)), Stages::first},
           {"output head", parts.output, of_ends(degrees, false), Stages::last}}};
}

/// The first stage of a pipeline has the token table, the last one the head: the fullest card has the larger.
bool ends_are_apart(const VramOptions &options) {
  return options.per == Per::card && options.degrees.pp > 1;
}

double rounded(double value, double digits = 1e4) {
  return std::round(value * digits) / digits;
}

/// Parameters that are held alike.
struct Holding {
  std::string_view name;
  double elements = 0;
  double bytes = 0;
};

/// What a format does with how many parameters.
class Holdings {
public:
  void add(std::string_view name, double elements, double bytes) {
    if (elements == 0) {
      return;
    }
    const auto same = std::ranges::find(rows_, name, &Holding::name);
    Holding &row = same == rows_.end() ? rows_.emplace_back(Holding{name}) : *same;
    row.elements += elements;
    row.bytes += bytes;
  }

  /// "6,979,321,856 parameters x 4.5 bits (nf4) + ...".
  [[nodiscard]] std::string text() const {
    std::string sum;
    for (const Holding &row : rows_) {
      sum += words(sum.empty() ? "" : " + ", row.elements, sum.empty() ? " parameters x " : " x ",
                   rounded(row.bytes * 8 / row.elements), " bits (", row.name, ")");
    }
    return sum;
  }

private:
  boost::container::static_vector<Holding, ggml_type_count> rows_;
};

void add_holdings(Holdings &holdings, const Tensor &tensor, const Precision &precision, const Sizes &sizes) {
  if (precision.kind == PrecisionKind::gguf) {
    for (const TypedTensors &part : sizes.types(tensor)) {
      holdings.add(block_of(part.type).name, part.elements, part.bytes());
    }
    return;
  }
  const std::string_view kept = sizes.is_packed(tensor)              ? precision.name
                                : sizes.kept_bytes_each(tensor) == 4 ? "routers in fp32"
                                                                     : "what stays in 16 bits";
  holdings.add(kept, tensor.elements(), sizes.bytes(tensor));
}

std::string_view source_of(const Precision &precision) {
  return precision.kind == PrecisionKind::gguf ? "types by llama.cpp src/llama-quant.cpp" : precision.scaled->source;
}

/// Why the tensors are not looked at.
std::string explain_totals(const Model &model, const Precision &precision, const WeightParts &parts) {
  const double all = parameters(model);
  if (!model.architecture_known()) {
    return words(all, " parameters x ", precision.nominal_bytes(), " B (", precision.name,
                 ", nominal: the architecture is not known)");
  }
  const double embeddings = parts.token_table.count() > 0 ? embedding_parameters(model) : 0;
  const std::string tables =
      embeddings > 0 ? words(" + ", embeddings, " in the embeddings: ", (parts.token_table + parts.output).gb(), " GB")
                     : std::string{};
  return words(all - embeddings, " parameters x ", rounded(precision.linear_bits), " bits (", precision.name,
               ", scales included)", tables, "; the shape does not tell its tensors; ", source_of(precision));
}

std::string explain_unexplained(double parameters) {
  if (parameters == 0) {
    return {};
  }
  return parameters > 0
             ? words(" + ", parameters,
                     " published parameters that the shape does not tell, as the linear layers' mean")
             : words(" - ", -parameters, " parameters that the published total lacks, as the linear layers' mean");
}

std::string explain_tensors(const Model &model, const Precision &precision, const VramOptions &options,
                            const WeightParts &parts) {
  const TensorList list = tensors_of(model);
  const Sizes sizes{model, precision, options};
  Holdings holdings;
  for (const Tensor &tensor : list.tensors) {
    add_holdings(holdings, tensor, precision, sizes);
  }
  const std::string remainder = explain_unexplained(list.unexplained);
  return words(holdings.text(), remainder, " = ", rounded(parts.total().count() * 8 / parameters(model)),
               " bits a parameter (", precision.name, options.imatrix && precision.mix != nullptr ? ", imatrix" : "",
               "; ", source_of(precision), ")");
}

} // namespace

Bytes WeightParts::*part_of(TensorRole role) {
  switch (role) {
  case TensorRole::token_table:
  case TensorRole::position_table:
  case TensorRole::layer_table:
    return &WeightParts::token_table;
  case TensorRole::output:
    return &WeightParts::output;
  case TensorRole::expert_gate:
  case TensorRole::expert_up:
  case TensorRole::expert_down:
    return &WeightParts::experts;
  case TensorRole::norm:
  case TensorRole::bias:
  case TensorRole::router:
  case TensorRole::other:
  case TensorRole::mla_q_down:
  case TensorRole::mla_kv_down:
  case TensorRole::index_projection:
    return &WeightParts::replicated;
  default:
    return &WeightParts::matrices;
  }
}

Bytes WeightParts::*part_of(const Tensor &tensor) {
  return of_experts(tensor) ? &WeightParts::experts : part_of(tensor.role);
}

WeightParts weight_parts(const Model &model, const Precision &precision, const VramOptions &options) {
  return sized(model, precision, options).parts;
}

Bytes weights(const Model &model, const Precision &precision, const VramOptions &options) {
  return precision.kind == PrecisionKind::flat ? Bytes{parameters(model) * precision.nominal_bytes()}
                                               : weight_parts(model, precision, options).total();
}

std::string explain_weights(const Model &model, const Precision &precision, const VramOptions &options) {
  if (precision.kind == PrecisionKind::flat) {
    return words(parameters(model), " parameters x ", precision.nominal_bytes(), " B (", precision.name, ")");
  }
  const SizedParts sizes = sized(model, precision, options);
  return sizes.by_tensors ? explain_tensors(model, precision, options, sizes.parts)
                          : explain_totals(model, precision, sizes.parts);
}

Bytes spread_weights(const Model &model, const WeightParts &parts, const VramOptions &options) {
  Bytes in_all_stages;
  Bytes in_first;
  Bytes in_last;
  for (const SpreadPart &part : spread_parts(model, parts, options.degrees)) {
    const Bytes bytes = spread_over(part.bytes, part.spread, options.per);
    in_all_stages += part.stages == Stages::all ? bytes : Bytes{};
    in_first += part.stages == Stages::first ? bytes : Bytes{};
    in_last += part.stages == Stages::last ? bytes : Bytes{};
  }
  return in_all_stages +
         (ends_are_apart(options) ? Bytes{std::max(in_first.count(), in_last.count())} : in_first + in_last);
}

PlacedWeights place_weights(const Model &model, const Precision &precision, const VramOptions &options) {
  if (options.degrees.cards() == 1 && options.embedding == EmbeddingPlace::gpu) {
    return {weights(model, precision, options), {}};
  }
  const Placement placed = placement(model, precision, options);
  const double processes = options.per == Per::card ? 1 : options.degrees.dp * options.degrees.cp;
  return {spread_weights(model, placed.on_cards, options), placed.on_host * processes};
}

std::string explain_placed_weights(const Model &model, const Precision &precision, const VramOptions &options) {
  std::string text = explain_weights(model, precision, options);
  const Placement placed = placement(model, precision, options);
  if (placed.on_host.count() > 0) {
    text += words("; tables of ", placed.on_host.gb(), " GB on the host (embedding=host, as llama.cpp has them)",
                  is_tied(model) ? ", the tied one on the card as output head too" : "");
  }
  const double cards = options.degrees.cards();
  if (cards == 1) {
    return text;
  }
  const bool fullest = options.per == Per::card;
  text += fullest ? words("; fullest of ", cards, " cards:") : words("; ", cards, " cards:");
  const char *joint = " ";
  for (const SpreadPart &part : spread_parts(model, placed.on_cards, options.degrees)) {
    if (part.bytes.count() > 0) {
      text += words(joint, part.name, " ", part.bytes.gb(), " GB x ",
                    rounded(fullest ? part.spread.share : part.spread.copies, 1e6));
      joint = " + ";
    }
  }
  return text + (ends_are_apart(options) ? " (of token table and head the larger: they stand on other stages)" : "");
}

} // namespace calcvram
