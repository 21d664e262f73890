// Every control, option and output of the web calculator, line by line of its checklist.
#include <array>
#include <cmath>
#include <functional>
#include <map>

#include <boost/test/unit_test.hpp>

#include "expectation.hpp"
#include "office.hpp"
#include "test_table.hpp"

namespace calcvram::calc {

namespace {

using Expectations = std::vector<Expectation>;

struct Preset {
  const char *name;
  double params_b;
  double hidden;
  double layers;
};

constexpr std::array presets{
    Preset{"GPT-2", 0.124, 768, 12},
    Preset{"Llama 3.2 1B", 1.24, 2048, 16},
    Preset{"Llama 3.2 3B", 3.21, 3072, 28},
    Preset{"Mistral 7B", 7.24, 4096, 32},
    Preset{"Llama 3 8B", 8.03, 4096, 32},
    Preset{"Llama 2 13B", 13.02, 5120, 40},
    Preset{"Mixtral 8x7B", 46.7, 4096, 32},
    Preset{"Llama 3 70B", 70.55, 8192, 80},
    Preset{"Llama 3.1 405B", 405.85, 16384, 126},
};
constexpr Preset custom{"Custom", 8.03, 4096, 32};

struct Precision {
  const char *name;
  double bytes;
};
constexpr std::array precisions{Precision{"fp32", 4}, Precision{"bf16", 2}, Precision{"fp16", 2}, Precision{"int8", 1},
                                Precision{"int4", 0.5}};

struct Optimizer {
  const char *name;
  double bytes;
};
constexpr std::array optimizers{Optimizer{"adamw", 8}, Optimizer{"sgd-momentum", 4}, Optimizer{"sgd", 0}};

/// The cards of its fit table, by names that say the size where it left it open.
constexpr std::array cards{"RTX 4060 Ti 8GB", "RTX 4060 Ti 16GB", "RTX 4090", "RTX 5090", "L40S",
                           "A100 SXM 40GB",   "A100 SXM 80GB",    "H100 SXM", "H200",     "B200"};

std::string number(double value) {
  return describe(Value{value});
}
std::string in_quotes(std::string_view text) {
  return '"' + std::string{text} + '"';
}

/// What somebody types into its fields.
std::string spec(const Preset &preset) {
  return in_quotes("params=" + number(preset.params_b) + "B layers=" + number(preset.layers) +
                   " hidden=" + number(preset.hidden));
}

double kv_gb(const Preset &preset, double tokens, double batch, double bytes) {
  return 2 * batch * tokens * preset.hidden * preset.layers * bytes / 1e9;
}

/// Rows of one checklist line.
class Line {
public:
  explicit Line(std::string where) : where_{std::move(where)} {}

  void add(const std::string &formula, Value expected, double tolerance = 1e-9) {
    rows_.push_back({.where = where_,
                     .formula = "=" + formula,
                     .setup = {},
                     .expected = std::move(expected),
                     .tolerance = tolerance});
  }
  [[nodiscard]] const Expectations &rows() const { return rows_; }

private:
  std::string where_;
  Expectations rows_;
};

std::string weights(const Preset &preset, const Precision &precision) {
  return "VRAM_WEIGHTS(" + spec(preset) + ';' + in_quotes(precision.name) + ')';
}

std::string kv(const Preset &preset, double tokens, double batch, const Precision &precision) {
  return "VRAM_KVCACHE(" + spec(preset) + ';' + number(tokens) + ';' + number(batch) + ';' + in_quotes(precision.name) +
         ')';
}

std::string infer(const Preset &preset, const Precision &precision, double tokens, double batch) {
  return "VRAM_INFER(" + spec(preset) + ';' + in_quotes(precision.name) + ';' + number(tokens) + ';' + number(batch) +
         ';' + in_quotes(precision.name) + ";\"overhead=0\")";
}

std::string train(const Precision &precision, const Optimizer &optimizer, std::string_view options) {
  return "VRAM_TRAIN(" + spec(custom) + ";\"full\";" + in_quotes(precision.name) + ';' + in_quotes(optimizer.name) +
         ";2048;1;" + in_quotes("overhead=0 " + std::string{options}) + ')';
}

std::string component(std::string_view name) {
  const std::string call = "VRAM_TRAIN_TABLE(" + spec(custom) + ";\"full\";\"bf16\";\"adamw\";2048;1;\"master=yes\";";
  return "INDEX(" + call + "\"gb\");MATCH(" + in_quotes(name) + ';' + call + "\"component\");0))";
}

std::string activations(double tokens, double batch, std::string_view options) {
  return "VRAM_ACTIVATIONS(" + spec(custom) + ';' + number(tokens) + ';' + number(batch) + ";\"bf16\";" +
         in_quotes(options) + ')';
}

void by_preset(Line &line) {
  for (const Preset &preset : presets) {
    const std::string of = "MODEL_SPEC(" + in_quotes(preset.name) + ';';
    // Its own figure for parameters is not shown: ours is the exact one, near the name's.
    line.add(of + "\"params\")", preset.params_b, 0.01 * preset.params_b);
    line.add(of + "\"hidden\")", preset.hidden);
    line.add(of + "\"layers\")", preset.layers);
    line.add(infer(preset, precisions[1], 8192, 1), preset.params_b * 2 + kv_gb(preset, 8192, 1, 2));
  }
}

void by_precision(Line &line) {
  for (const Preset &preset : presets)
    for (const Precision &precision : precisions) {
      line.add(weights(preset, precision), preset.params_b * precision.bytes);
      line.add(infer(preset, precision, 4096, 3),
               preset.params_b * precision.bytes + kv_gb(preset, 4096, 3, precision.bytes));
    }
}

void by_optimizer(Line &line) {
  for (const Precision &precision : precisions)
    for (const Optimizer &optimizer : optimizers)
      line.add(train(precision, optimizer, "master=no activations=0"),
               custom.params_b * (2 * precision.bytes + optimizer.bytes));
}

void with_master_copy(Line &line) {
  for (const Precision &precision : {precisions[1], precisions[2]})
    for (const Optimizer &optimizer : optimizers)
      line.add(train(precision, optimizer, "master=yes activations=0"),
               custom.params_b * (2 * precision.bytes + 4 + optimizer.bytes));
  line.add(train(precisions[0], optimizers[0], "master=no activations=0"), custom.params_b * 16);
}

void with_checkpointing(Line &line) {
  for (const double tokens : {512.0, 2048.0})
    line.add(activations(tokens, 2, "checkpointing=sqrt") + "*SQRT(32)-" + activations(tokens, 2, ""), 0.0);
  line.add(train(precisions[1], optimizers[0], "checkpointing=sqrt") + "-" +
               train(precisions[1], optimizers[0], "activations=0") + "-" + activations(2048, 1, "checkpointing=sqrt"),
           0.0);
}

void kv_lines(Line &line) {
  for (const Preset &preset : presets)
    for (const Precision &precision : precisions)
      line.add(kv(preset, 8192, 2, precision), kv_gb(preset, 8192, 2, precision.bytes));
  // With its heads given, the same model takes an eighth: what the calculator leaves out.
  line.add(R"(VRAM_KVCACHE("Llama 3 70B";8192))", 2.68435456);
}

void activation_lines(Line &line) {
  line.add(activations(2048, 1, ""), 34.0 * 2048 * 4096 * 32 / 1e9);
  line.add(activations(2048, 4, "") + "/" + activations(2048, 1, ""), 4.0);
  line.add(activations(4096, 1, "") + "/" + activations(2048, 1, ""), 2.0);
}

void total_lines(Line &line) {
  line.add(train(precisions[1], optimizers[0], "") + "-" + train(precisions[1], optimizers[0], "activations=0") + "-" +
               activations(2048, 1, ""),
           0.0);
}

void fit_table(Line &line) {
  const std::string total = infer(presets[7], precisions[1], 8192, 1);
  const double gb = 70.55 * 2 + kv_gb(presets[7], 8192, 1, 2);
  constexpr std::array sizes{8.0, 16.0, 24.0, 32.0, 48.0, 40.0, 80.0, 80.0, 141.0, 180.0};
  for (std::size_t card = 0; card < cards.size(); ++card)
    line.add(total + "/GPU_SPEC(" + in_quotes(cards[card]) + ";\"vram_gb\")", gb / sizes[card]);
}

void cards_needed(Line &line) {
  const std::string total = infer(presets[7], precisions[1], 8192, 1);
  for (const char *card : cards) {
    const std::string share = total + "/GPU_SPEC(" + in_quotes(card) + ";\"vram_gb\")";
    line.add("GPU_COUNT(" + total + ';' + in_quotes(card) + ")-ROUNDUP(" + share + ";0)", 0.0);
  }
}

using Handler = std::function<void(Line &)>;

Handler one(const std::string &formula, double expected) {
  return [=](Line &line) { line.add(formula, expected); };
}

/// What stands for each line; nothing to compute is said as nothing.
const std::map<std::string, Handler> &handlers() {
  static const Handler nothing = [](Line &) {};
  static const std::map<std::string, Handler> all{
      {"Auto process", nothing}, // Calc recalculates by itself
      {"Model preset", by_preset},
      {"Parameters (B)", one(weights(custom, precisions[1]), 2 * custom.params_b)},
      {"Hidden dimension", one(kv(custom, 2048, 1, precisions[1]), kv_gb(custom, 2048, 1, 2))},
      {"Layers", one(kv({"", 8.03, 4096, 64}, 2048, 1, precisions[1]), 2 * kv_gb(custom, 2048, 1, 2))},
      {"Workload", one(train(precisions[1], optimizers[0], "activations=0"), custom.params_b * 16)},
      {"Precision", by_precision},
      {"Batch size", one(kv(custom, 2048, 7, precisions[1]), 7 * kv_gb(custom, 2048, 1, 2))},
      {"Sequence length", one(kv(custom, 6144, 1, precisions[1]), 3 * kv_gb(custom, 2048, 1, 2))},
      {"Optimizer", by_optimizer},
      {"Mixed precision", with_master_copy},
      {"Gradient checkpointing", with_checkpointing},
      {"Total VRAM", total_lines},
      {"Breakdown: weights", one(component("weights"), 2 * custom.params_b)},
      {"Breakdown: gradients", one(component("gradients"), 2 * custom.params_b)},
      {"Breakdown: optimizer state", one(component("optimizer"), 8 * custom.params_b)},
      {"Breakdown: KV cache", kv_lines},
      {"Breakdown: activations", activation_lines},
      {"GPU fit table", fit_table},
      {"GPUs needed", cards_needed},
      {"Client side only", nothing}, // an add-in is
      {"Adam state is about twice the fp32 weights",
       one(component("optimizer") + "/" + weights(custom, precisions[0]), 2)},
      {"int4 cuts weight memory eight-fold",
       one(weights(custom, precisions[0]) + "/" + weights(custom, precisions[4]), 8)},
      {"Runtime overhead", one("VRAM_INFER(" + spec(custom) + ")-" + infer(custom, precisions[1], 8192, 1), 2)},
      {"GiB or GB", one(weights({"", 1, 1024, 1}, precisions[3]), 1)},
  };
  return all;
}

} // namespace

BOOST_AUTO_TEST_CASE(web_calculator) {
  const test::TestTable table{"web_calculator.csv"};
  const Document document = office().new_document();
  Sheet sheet = document.sheet();
  for (std::size_t row = 0; row < table.size(); ++row) {
    const auto handler = handlers().find(table.text(row, "item"));
    BOOST_TEST_REQUIRE((handler != handlers().end()), table.place(row) << ": a line that nothing checks");
    Line line{table.place(row)};
    handler->second(line);
    check(sheet, line.rows());
  }
}

} // namespace calcvram::calc
