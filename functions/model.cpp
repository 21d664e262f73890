// MODEL_: what the catalogue knows of models.
#include "addin.hpp"
#include "arguments.hpp"
#include "broadcast.hpp"
#include "list.hpp"
#include "table.hpp"

#include "catalogue/catalogue.hpp"
#include "model/fields.hpp"

#include <array>

namespace calcvram::glue {

using css::uno::Any;

namespace {

/// Columns of MODEL_LIST and the fields they show.
constexpr std::array list_columns{
    ListColumn{"name", "name"},
    ListColumn{"id", "id"},
    ListColumn{"params_b", "params"},
    ListColumn{"active_params_b", "active_params"},
    ListColumn{"layers", "layers"},
    ListColumn{"attention", "attention"},
    ListColumn{"max_context", "max_context"},
    ListColumn{"kv_bytes_per_token", "kv_bytes_per_token"},
    ListColumn{"license", "license"},
};

/// A fact that is not known leaves its cell empty.
ResultCell list_cell(const ModelRef &model, std::string_view field) {
  try {
    return cell_of(owned(model_fact(model, field)));
  } catch (const Failure &) {
    return Blank{};
  }
}

} // namespace

Any AddIn::modelSpec(const Any &model, const Any &field) {
  return broadcast([](const ModelRef &of, const std::string &name) { return owned(model_fact(of, name)); },
                   model_argument(model), name_argument(field, "field", true));
}

Any AddIn::modelList(const Any &search, const Any &column) {
  return answer_table([&] {
    const Table table = list_table(
        list_columns, &ListColumn::header, models().search(single(name_argument(search, "search", false), "search")),
        [](const ModelEntry *entry, const ListColumn &shown) { return list_cell(ModelRef{*entry}, shown.field); });
    return to_any(table, single(name_argument(column, "column", false), "column"));
  });
}

} // namespace calcvram::glue
