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

constexpr Argument context(std::string_view otherwise) {
  return {"context", Role::context, "4096", otherwise};
}

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

std::vector<Function> make() {
  const Argument requirements{"requirements", Role::options, R"("prefer=single")", R"("")"};
  const Argument gpu_options{"options", Role::options, R"("tight=4")", R"("")"};
  return {
      {"VRAM_WEIGHTS", false, {model, precision, options}},
      {"VRAM_KVCACHE", false, {model, context(""), batch, kv_precision, options}},
      {"VRAM_ACTIVATIONS", false, {model, context(""), batch, precision, options}},
      {"VRAM_INFER", false, inference(false)},
      {"VRAM_INFER_TABLE", true, inference(true)},
      {"VRAM_TRAIN", false, training(false)},
      {"VRAM_TRAIN_TABLE", true, training(true)},
      {"MODEL_SPEC", false, {model, {"field", Role::name, R"("layers")", ""}}},
      {"MODEL_LIST",
       true,
       {{"search", Role::search, R"("llama")", R"("")"}, {"column", Role::column, R"("name")", ""}}},
      {"GPU_SPEC", false, {gpu, {"field", Role::name, R"("vram_gb")", ""}}},
      {"GPU_LIST", true, {{"search", Role::search, R"("h100")", R"("")"}, {"column", Role::column, R"("name")", ""}}},
      {"GPU_FIT", false, {required_gb, gpu, count, gpu_options}},
      {"GPU_COUNT", false, {required_gb, gpu, gpu_options}},
      {"GPU_CHEAPEST", false, {required_gb, requirements, quotes, {"field", Role::name, R"("gpu")", R"("label")"}}},
      {"GPU_OFFERS", true, {required_gb, requirements, quotes, {"column", Role::column, R"("label")", ""}}},
      {"GPU_PRICE", false, {gpu, count, {"period", Role::name, R"("week")", R"("month")"}, quotes, gpu_options}},
      {"GPU_DECODE_RATE",
       false,
       {model, gpu, count, precision, {"context", Role::context_or_zero, "4096", "0"}, batch, kv_precision, options}},
      {"RENT_RATE",
       false,
       {{"price", Role::amount, "100", ""},
        {"from", Role::name, R"("month")", ""},
        {"to", Role::name, R"("hour")", ""},
        {"hoursPerMonth", Role::count, "720", "730"}}},
      {"VRAM_MAX_CONTEXT", false, {model, gpu, count, precision, batch, kv_precision, options}},
      {"VRAM_MAX_BATCH", false, {model, gpu, count, precision, context("8192"), kv_precision, options}},
      {"GPU_PREFILL_TIME", false, {model, gpu, count, precision, context("8192"), batch, kv_precision, options}},
      {"GPU_TOKEN_COST",
       false,
       {{"pricePerHour", Role::amount, "2.49", ""},
        {"tokensPerSecond", Role::positive, "950", ""},
        {"utilisation", Role::count, "0.6", "1"}}},
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
