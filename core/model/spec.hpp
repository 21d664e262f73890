// The `model` argument: a name, a number of parameters, a spec text, or two columns of keys and values.
#pragma once

#include "model/catalogue.hpp"
#include "text/key_values.hpp"

#include <memory>

namespace calcvram {

/// A model that is looked at: a catalogue row, or one that a spec made. Cheap to copy.
class ModelRef {
public:
  explicit ModelRef(const ModelEntry &entry) : model_{&entry.model}, entry_{&entry} {}
  explicit ModelRef(std::shared_ptr<const Model> own) : own_{std::move(own)}, model_{own_.get()} {}

  const Model &operator*() const { return *model_; }
  const Model *operator->() const { return model_; }
  /// The catalogue's row; null for a spec.
  [[nodiscard]] const ModelEntry *entry() const { return entry_; }

private:
  std::shared_ptr<const Model> own_;
  const Model *model_;
  const ModelEntry *entry_ = nullptr;
};

/// A name, "70" or "8.03B" parameters, or a spec "params=8.03B layers=32 hidden=4096", which may stand on top
/// of a name. Throws bad_argument for an unknown name (with the nearest), key or value.
ModelRef parse_model(std::string_view text, const ModelCatalogue &catalogue);

/// Billions of parameters, above 0 and below 100,000.
ModelRef parse_model(double billions);

/// Settings of a spec; the key `model` gives the name to build on.
ModelRef parse_model(const KeyValues &settings, const ModelCatalogue &catalogue);

/// Whether a two-column range with this text in its first cell is one model.
bool is_model_key(std::string_view text);

} // namespace calcvram
