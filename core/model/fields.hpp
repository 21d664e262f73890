// The facts of a model that MODEL_SPEC tells.
#pragma once

#include "model/spec.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace calcvram {

/// A number or a text. A text lives as long as the model.
using ModelFact = std::variant<double, std::string_view>;

/// params and active_params in billions; kv_bytes_per_token in bytes (16-bit cache, at long context);
/// state_bytes_per_sequence in bytes; every key of a spec as it stands; name, id, family, attention, license,
/// native_dtype, vision, source, as_of, notes, total_reason as texts. Throws bad_argument for an unknown field
/// (with the nearest) or a spec that lacks it, no_answer where the catalogue has no such fact.
ModelFact model_fact(const ModelRef &model, std::string_view field);

/// Every field's name.
std::vector<std::string_view> model_field_names();

} // namespace calcvram
