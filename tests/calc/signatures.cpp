#include "signatures.hpp"

#include <algorithm>
#include <limits>

namespace calcvram::calc {

namespace {

constexpr Argument model{"model", Role::model, R"("llama 3 8b")", ""};
constexpr Argument gpu{"gpu", Role::gpu, R"("H100 PCIe")", ""};
constexpr Argument precision{"precision", Role::name, R"("fp8")", R"("bf16")"};
constexpr Argument kv_precision{"kvPrecision", Role::name, R"("fp8")", R"("bf16")"};
constexpr Argument batch{"batch", Role::count, "4", "1"};
constexpr Argument count{"count", Role::count, "2", "1"};
constexpr Argument options{"options", Role::options, R"("overhead=3")", R"("")"};
constexpr Argument required_gb{"requiredGb", Role::positive, "60", ""};
constexpr Argument quotes{"quotes", Role::quotes, R"("2026-12")", R"("2026-12")"};
constexpr Argument quote_table{"quotes", Role::quotes, "$Quotes.$A$1:$J$4", R"("2026-12")"};
constexpr Argument quote_range{"quotes", Role::quote_range, "$Quotes.$A$1:$J$4", ""};
constexpr Argument offer{"offer", Role::name, R"("alpha flex")", ""};
constexpr Argument gpus{"gpus", Role::amount, "2", "1"};
constexpr Argument duration{"duration", Role::amount, "3", "1"};
constexpr Argument unit{"unit", Role::name, R"("week")", R"("month")"};
constexpr Argument rent_options{"options", Role::options, R"("hours_per_month=720")", R"("")"};

constexpr Argument context(std::string_view otherwise) {
  return {"context", Role::context, "4096", otherwise};
}

constexpr Argument requirements{"requirements", Role::options, R"("prefer=single")", R"("")"};
constexpr Argument gpu_options{"options", Role::options, R"("tight=4")", R"("")"};
constexpr Argument priced_gpu{"gpu", Role::gpu, R"("A100 SXM 80GB")", ""};

std::vector<Argument> inference(bool table) {
  std::vector<Argument> result{model, precision, context("8192"), batch, kv_precision, options};
  if (table)
    result.push_back({"column", Role::column, R"("gb")", ""});
  return result;
}

std::vector<Argument> training(bool table) {
  std::vector<Argument> result{model,           {"method", Role::name, R"("lora")", R"("full")"},
                               precision,       {"optimizer", Role::name, R"("sgd")", R"("adamw")"},
                               context("2048"), batch,
                               options};
  if (table)
    result.push_back({"column", Role::column, R"("gb")", ""});
  return result;
}

// Those that price, with the name of a list or with a table.

Function gpu_cheapest(const Argument &prices) {
  return {"GPU_CHEAPEST",
          Gives::value,
          {required_gb, requirements, prices, {"field", Role::name, R"("gpu")", R"("label")"}}};
}

Function gpu_offers(const Argument &prices) {
  return {"GPU_OFFERS", Gives::table, {required_gb, requirements, prices, {"column", Role::column, R"("label")", ""}}};
}

Function gpu_price(const Argument &prices) {
  return {"GPU_PRICE",
          Gives::value,
          {priced_gpu, count, {"period", Role::name, R"("week")", R"("month")"}, prices, gpu_options}};
}

std::vector<Function> make() {
  return {
      {"VRAM_WEIGHTS", Gives::value, {model, precision, options}},
      {"VRAM_KVCACHE", Gives::value, {model, context(""), batch, kv_precision, options}},
      {"VRAM_ACTIVATIONS", Gives::value, {model, context(""), batch, precision, options}},
      {"VRAM_INFER", Gives::value, inference(false)},
      {"VRAM_INFER_TABLE", Gives::table, inference(true)},
      {"VRAM_TRAIN", Gives::value, training(false)},
      {"VRAM_TRAIN_TABLE", Gives::table, training(true)},
      {"MODEL_SPEC", Gives::value, {model, {"field", Role::name, R"("layers")", ""}}},
      {"MODEL_LIST",
       Gives::table,
       {{"search", Role::search, R"("llama")", R"("")"}, {"column", Role::column, R"("name")", ""}}},
      {"GPU_SPEC", Gives::value, {gpu, {"field", Role::name, R"("vram_gb")", ""}}},
      {"GPU_LIST",
       Gives::table,
       {{"search", Role::search, R"("h100")", R"("")"}, {"column", Role::column, R"("name")", ""}}},
      {"GPU_FIT", Gives::value, {required_gb, gpu, count, gpu_options}},
      {"GPU_COUNT", Gives::value, {required_gb, gpu, gpu_options}},
      gpu_cheapest(quotes),
      gpu_offers(quotes),
      gpu_price(quotes),
      {"GPU_DECODE_RATE",
       Gives::value,
       {model, gpu, count, precision, {"context", Role::context_or_zero, "4096", "0"}, batch, kv_precision, options}},
      {"RENT_RATE",
       Gives::value,
       {{"price", Role::amount, "100", ""},
        {"from", Role::name, R"("month")", ""},
        {"to", Role::name, R"("hour")", ""},
        {"hoursPerMonth", Role::count, "720", "730"}}},
      {"VRAM_MAX_CONTEXT", Gives::value, {model, gpu, count, precision, batch, kv_precision, options}},
      {"VRAM_MAX_BATCH", Gives::value, {model, gpu, count, precision, context("8192"), kv_precision, options}},
      {"GPU_PREFILL_TIME", Gives::value, {model, gpu, count, precision, context("8192"), batch, kv_precision, options}},
      {"GPU_TOKEN_COST",
       Gives::value,
       {{"pricePerHour", Role::amount, "2.49", ""},
        {"tokensPerSecond", Role::positive, "950", ""},
        {"utilisation", Role::count, "0.6", "1"}}},
      {"RENT_COST", Gives::value, {quote_range, offer, gpus, duration, unit, rent_options}},
      {"RENT_COMPARE",
       Gives::table,
       {quote_range, gpus, duration, unit, rent_options, {"column", Role::column, R"("total")", ""}}},
      {"RENT_CASHFLOW", Gives::column, {quote_range, offer, gpus, duration, unit, rent_options}},
      {"RENT_BREAKEVEN",
       Gives::value,
       {{"flatPrice", Role::amount, "990", ""},
        {"period", Role::name, R"("month")", ""},
        {"hourlyPrice", Role::amount, "1.35", ""},
        {"hoursPerMonth", Role::count, "744", "730"}}},
      {"RENT_CHECK",
       Gives::table,
       {quote_range,
        {"today", Role::date, "46357", R"("")"},
        {"options", Role::options, R"("max_age=60")", R"("")"},
        {"column", Role::column, R"("finding")", ""}}},
      gpu_cheapest(quote_table),
      gpu_offers(quote_table),
      gpu_price(quote_table),
  };
}

} // namespace

std::span<const Function> functions() {
  static const std::vector<Function> all = make();
  return all;
}

std::string stored_name(const Function &function) {
  std::string name{"ORG.CALCVRAM.ADDIN."};
  std::copy_if(function.name.begin(), function.name.end(), std::back_inserter(name), [](char c) { return c != '_'; });
  return name;
}

std::string formula_of(std::string_view expression) {
  return std::string{"="}.append(expression);
}

std::string call(const Function &function, std::size_t replaced, std::string_view by) {
  std::string text{"="};
  text.append(function.name).append("(");
  for (std::size_t i = 0; i < function.arguments.size(); ++i)
    text.append(i == 0 ? "" : ";").append(i == replaced ? by : function.arguments[i].good);
  return text.append(")");
}

std::string call(const Function &function) {
  return call(function, std::numeric_limits<std::size_t>::max(), "");
}

} // namespace calcvram::calc
