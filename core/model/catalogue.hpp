// The models we know by name.
#pragma once

#include "model/model.hpp"
#include "text/name_index.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace calcvram {

/// A row of models.csv: the model, and what MODEL_SPEC and MODEL_LIST tell of it in words.
struct ModelEntry {
  Model model;
  std::string id, family, attention, license, native_dtype, vision, source, as_of, notes, total_reason;
  std::vector<std::string> aliases;
};

/// Rows of a CSV text with the columns of models.csv. Throws CsvError, with line and column, for an unknown or
/// missing column, a value its key cannot have, and a row whose shape contradicts itself.
std::vector<ModelEntry> parse_models(std::string_view csv, std::string_view file);

class ModelCatalogue {
public:
  /// Throws std::invalid_argument where a name, id or alias folds onto another row's.
  explicit ModelCatalogue(std::vector<ModelEntry> entries);

  [[nodiscard]] std::span<const ModelEntry> all() const { return entries_; }
  /// By name, id, part of the id after the slash, or alias. Null if there is none.
  [[nodiscard]] const ModelEntry *find(std::string_view name) const;
  /// Rows with `text` in a name, alias or family; where there is none, the rows whose names are nearest to it.
  /// All rows for "". Throws bad_argument where nothing is near.
  [[nodiscard]] std::vector<const ModelEntry *> search(std::string_view text) const;
  /// `; did you mean X?` or nothing.
  [[nodiscard]] std::string suggestion(std::string_view name) const;

private:
  std::vector<ModelEntry> entries_;
  NameIndex index_;
};

/// A text that a row tells: a column of models.csv and a field of MODEL_SPEC.
struct ModelText {
  std::string_view name;
  std::string ModelEntry::*text;
};
std::span<const ModelText> model_texts();

/// Every text a row can be called by.
std::vector<std::string_view> names_of(const ModelEntry &entry);

} // namespace calcvram
