#include "failure.hpp"
#include "rent/compare.hpp"
#include "text/keyed.hpp"

#include <array>

namespace calcvram {
namespace {

Cell cell_of(const std::optional<double> &figure) {
  return figure ? Cell{*figure} : Cell{Blank{}};
}

Cell cell_of(const std::optional<int> &count) {
  return count ? Cell{static_cast<double>(*count)} : Cell{Blank{}};
}

Cell cell_of(const std::string &text) {
  return Cell{std::string_view{text}};
}

constexpr auto fields = std::to_array<CompareField>({
    {"rank", [](const ComparedQuote &row) { return cell_of(row.rank); }},
    {"provider", [](const ComparedQuote &row) { return cell_of(row.quote->provider); }},
    {"offer", [](const ComparedQuote &row) { return cell_of(row.quote->offer); }},
    {"gpu", [](const ComparedQuote &row) { return cell_of(row.gpu); }},
    {"gpus", [](const ComparedQuote &row) { return cell_of(row.gpus); }},
    {"total", [](const ComparedQuote &row) { return cell_of(row.total); }},
    {"currency", [](const ComparedQuote &row) { return cell_of(row.currency); }},
    {"per_gpu_hour", [](const ComparedQuote &row) { return cell_of(row.per_gpu_hour); }},
    {"per_useful_gpu_hour", [](const ComparedQuote &row) { return cell_of(row.per_useful_gpu_hour); }},
    {"per_gb_month", [](const ComparedQuote &row) { return cell_of(row.per_gb_month); }},
    {"gb_s_per_price_month", [](const ComparedQuote &row) { return cell_of(row.gb_s_per_price_month); }},
    {"billed_hours", [](const ComparedQuote &row) { return cell_of(row.billed_hours); }},
    {"warnings", [](const ComparedQuote &row) { return cell_of(row.warnings); }},
    {"row", [](const ComparedQuote &row) { return Cell{static_cast<double>(row.quote->row)}; }},
    {"spot", [](const ComparedQuote &row) { return Cell{row.quote->spot ? 1.0 : 0.0}; }},
    {"per_pflop_hour", [](const ComparedQuote &row) { return cell_of(row.per_pflop_hour); }},
    {"verdict",
     [](const ComparedQuote &row) { return row.fit ? Cell{name_of(row.fit->verdict)} : Cell{std::string_view{}}; }},
    {"free_gb", [](const ComparedQuote &row) { return row.fit ? Cell{row.fit->free_gb} : Cell{Blank{}}; }},
});

} // namespace

std::span<const CompareField> compare_fields() {
  return fields;
}

const CompareField &compare_field(std::string_view key) {
  return row_of_key(fields, key, "column");
}

} // namespace calcvram
