#include "model/catalogue.hpp"

#include "failure.hpp"
#include "model/keys.hpp"
#include "text/csv.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace calcvram {
namespace {

constexpr std::array text_columns{
    ModelText{"id", &ModelEntry::id},
    ModelText{"family", &ModelEntry::family},
    ModelText{"attention", &ModelEntry::attention},
    ModelText{"license", &ModelEntry::license},
    ModelText{"native_dtype", &ModelEntry::native_dtype},
    ModelText{"vision", &ModelEntry::vision},
    ModelText{"source", &ModelEntry::source},
    ModelText{"as_of", &ModelEntry::as_of},
    ModelText{"notes", &ModelEntry::notes},
    ModelText{"total_reason", &ModelEntry::total_reason},
};

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const auto end = std::min(text.find(separator), text.size());
    if (const auto part = trim(text.substr(0, end)); !part.empty()) {
      parts.emplace_back(part);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

/// One field into the entry. False if no column is called that.
bool apply_field(ModelEntry &entry, std::string_view column, const std::string &text, bool &unknown) {
  const auto text_column = std::ranges::find(text_columns, column, &ModelText::name);
  if (text_column != text_columns.end()) {
    entry.*(text_column->text) = text;
    return true;
  }
  if (column == "name") {
    entry.model.name = text;
    return true;
  }
  if (column == "aliases") {
    entry.aliases = split(text, ';');
    return true;
  }
  if (column == "unknown") {
    unknown = text == "1";
    return true;
  }
  Setting setting{std::string{column}, fold(column), Blank{}, false};
  if (!text.empty()) {
    setting.value = text;
  }
  return apply_shape_key(entry.model.shape, setting);
}

ModelEntry parse_row(const CsvRow &header, const CsvRow &row, std::string_view file) {
  ModelEntry entry;
  bool unknown = false;
  for (std::size_t i = 0; i < row.size(); ++i) {
    try {
      if (!apply_field(entry, header[i].text, row[i].text, unknown)) {
        throw CsvError{file, header[i].line, header[i].column, "no model has a " + header[i].text};
      }
    } catch (const Failure &failure) {
      throw CsvError{file, row[i].line, row[i].column, failure.words()};
    }
  }
  const auto &first = row.front();
  if (entry.model.name.empty() || entry.id.empty() || entry.source.empty() || entry.as_of.empty()) {
    throw CsvError{file, first.line, first.column, "a row needs name, id, source and as_of"};
  }
  Model &model = entry.model;
  model.origin = entry.family == "generic" ? ModelOrigin::generic : ModelOrigin::catalogue;
  drop_implied(model.shape);
  try {
    if (unknown) {
      model.cache_gap = "layer groups (" + entry.notes + ")";
    } else {
      derive_caches(model);
    }
  } catch (const Failure &failure) {
    throw CsvError{file, first.line, first.column, failure.words()};
  }
  if (!unknown && !model.cache_gap.empty()) {
    throw CsvError{file, first.line, first.column, model.name + " lacks " + model.cache_gap};
  }
  return entry;
}

} // namespace

std::span<const ModelText> model_texts() {
  return text_columns;
}

std::vector<std::string_view> names_of(const ModelEntry &entry) {
  std::vector<std::string_view> names{entry.model.name, entry.id};
  const std::string_view id = entry.id;
  if (const auto slash = id.find('/'); slash != std::string_view::npos) {
    names.push_back(id.substr(slash + 1));
  }
  names.insert(names.end(), entry.aliases.begin(), entry.aliases.end());
  return names;
}

std::vector<ModelEntry> parse_models(std::string_view csv, std::string_view file) {
  const auto rows = parse_csv(csv, file);
  std::vector<ModelEntry> entries;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    entries.push_back(parse_row(rows.front(), rows[i], file));
  }
  return entries;
}

ModelCatalogue::ModelCatalogue(std::vector<ModelEntry> entries) : entries_{std::move(entries)} {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    for (const auto name : names_of(entries_[i])) {
      if (!index_.add(name, i)) {
        const std::size_t other = *index_.find(FoldedName{name});
        throw std::invalid_argument{
            words("\"", name, "\" of ", entries_[i].model.name, " is also a name of ", entries_[other].model.name)};
      }
    }
  }
}

const ModelEntry *ModelCatalogue::find(std::string_view name) const {
  const auto position = index_.find(FoldedName{name});
  return position ? &entries_[*position] : nullptr;
}

std::vector<const ModelEntry *> ModelCatalogue::search(std::string_view text) const {
  const std::string wanted = fold(text);
  std::vector<const ModelEntry *> found;
  for (const ModelEntry &entry : entries_) {
    auto names = names_of(entry);
    names.push_back(entry.family);
    if (std::ranges::any_of(names, [&](auto name) { return fold(name).find(wanted) != std::string::npos; })) {
      found.push_back(&entry);
    }
  }
  if (!found.empty()) {
    return found;
  }
  constexpr std::size_t most_shown = 5;
  std::vector<std::pair<std::size_t, const ModelEntry *>> near;
  for (const ModelEntry &entry : entries_) {
    std::size_t distance = wanted.size();
    for (const auto name : names_of(entry)) {
      distance = std::min(distance, edit_distance(wanted, fold(name), wanted.size() / 2));
    }
    if (distance * 2 <= wanted.size()) {
      near.emplace_back(distance, &entry);
    }
  }
  if (near.empty()) {
    bad_argument(words("no model is called anything like ", text));
  }
  std::ranges::stable_sort(near, {}, &std::pair<std::size_t, const ModelEntry *>::first);
  near.resize(std::min(near.size(), most_shown));
  std::ranges::transform(near, std::back_inserter(found), [](const auto &pair) { return pair.second; });
  return found;
}

std::string ModelCatalogue::suggestion(std::string_view name) const {
  std::vector<std::string_view> candidates;
  for (const ModelEntry &entry : entries_) {
    const auto names = names_of(entry);
    candidates.insert(candidates.end(), names.begin(), names.end());
  }
  return did_you_mean(name, candidates);
}

} // namespace calcvram
