#include "memory/weight_sizes.hpp"
#include "memory/weights.hpp"
#include "precision/scaled_format.hpp"
#include "text/words.hpp"

#include <boost/container/static_vector.hpp>

#include <algorithm>
#include <string_view>

namespace calcvram {
namespace {

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
                   format_number(row.bytes * 8 / row.elements, 4), " bits (", row.name, ")");
    }
    return sum;
  }

private:
  boost::container::static_vector<Holding, ggml_type_count> rows_;
};

void add_holdings(Holdings &holdings, const Tensor &tensor, const Precision &precision, const TensorSizes &sizes) {
  if (precision.kind == PrecisionKind::gguf) {
    for (const TypedTensors &part : sizes.types(tensor)) {
      holdings.add(block_of(part.type).name, part.elements, part.bytes());
    }
    return;
  }
  std::string_view name = precision.name;
  if (!sizes.is_packed(tensor)) {
    name = sizes.kept_bytes_each(tensor) == kept_bytes ? "what stays in 16 bits" : "routers in fp32";
  }
  holdings.add(name, tensor.elements(), sizes.bytes(tensor));
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
  return words(all - embeddings, " parameters x ", format_number(precision.linear_bits, 4), " bits (", precision.name,
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
  const TensorSizes sizes{model, precision, options};
  Holdings holdings;
  for (const Tensor &tensor : list.tensors) {
    add_holdings(holdings, tensor, precision, sizes);
  }
  const std::string remainder = explain_unexplained(list.unexplained);
  return words(holdings.text(), remainder, " = ", format_number(parts.total().count() * 8 / parameters(model), 4),
               " bits a parameter (", precision.name, options.imatrix && precision.mix != nullptr ? ", imatrix" : "",
               "; ", source_of(precision), ")");
}

} // namespace

std::string explain_weights(const Model &model, const Precision &precision, const VramOptions &options) {
  if (precision.kind == PrecisionKind::flat) {
    return words(parameters(model), " parameters x ", precision.nominal_bytes(), " B (", precision.name, ")");
  }
  const SizedWeights sizes = sized_weights(model, precision, options);
  return sizes.by_tensors ? explain_tensors(model, precision, options, sizes.parts)
                          : explain_totals(model, precision, sizes.parts);
}

} // namespace calcvram
