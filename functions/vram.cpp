// VRAM_: the memory of a model, in GB.
#include "addin.hpp"
#include "arguments.hpp"
#include "broadcast.hpp"
#include "table.hpp"

#include "gpu/inverse.hpp"
#include "gpu/sharing.hpp"
#include "memory/inference.hpp"
#include "memory/placed_weights.hpp"
#include "memory/training.hpp"

namespace calcvram::glue {

using css::uno::Any;

namespace {

constexpr double inference_context = 8192;
constexpr double training_context = 2048;

Table breakdown_table(const Breakdown &parts) {
  Table table{{"component", "gb", "share", "how", "host_gb"}, {}};
  const double total = parts.total().count();
  for (const BreakdownLine &line : parts.lines()) {
    table.rows.push_back(
        {std::string{name_of(line.component)}, line.bytes.gb(), line.bytes.count() / total, line.how, line.host.gb()});
  }
  return table;
}

/// The parameters of VRAM_INFER and VRAM_INFER_TABLE.
struct InferenceArguments {
  Parameter<ModelRef> model;
  Parameter<Precision> precision;
  Parameter<double> context;
  Parameter<double> batch;
  Parameter<CachePrecision> cache;
  Parameter<VramOptions> options;
};

/// The parameters of VRAM_TRAIN and VRAM_TRAIN_TABLE.
struct TrainingArguments {
  Parameter<ModelRef> model;
  Parameter<Method> method;
  Parameter<Precision> precision;
  Parameter<Optimizer> optimizer;
  Parameter<double> context;
  Parameter<double> batch;
  Parameter<VramOptions> options;
};

} // namespace

Any AddIn::vramWeights(const Any &model, const Any &precision, const Any &options) {
  return broadcast([](const ModelRef &of, const Precision &in,
                      const VramOptions &with) { return place_weights(*of, in, with).gpu.gb(); },
                   model_argument(model), precision_argument(precision), vram_options_argument(options, memo_));
}

Any AddIn::vramKvcache(const Any &model, const Any &context, const Any &batch, const Any &kvPrecision,
                       const Any &options) {
  return broadcast(
      [](const ModelRef &of, double tokens, double sequences, const CachePrecision &cache, const VramOptions &with) {
        return cache_and_state(*of, {tokens, sequences}, cache, with).gb();
      },
      model_argument(model), context_argument(context, {}), batch_argument(batch),
      cache_precision_argument(kvPrecision), vram_options_argument(options, memo_));
}

Any AddIn::vramActivations(const Any &model, const Any &context, const Any &batch, const Any &precision,
                           const Any &options) {
  return broadcast(
      [](const ModelRef &of, double tokens, double sequences, const Precision &compute, const VramOptions &with) {
        return activations({*of, Method::full, compute, parse_optimizer("adamw"), {tokens, sequences}, with}).gb();
      },
      model_argument(model), context_argument(context, {}), batch_argument(batch), precision_argument(precision),
      vram_options_argument(options, memo_));
}

Any AddIn::vramInfer(const Any &model, const Any &precision, const Any &context, const Any &batch,
                     const Any &kvPrecision, const Any &options) {
  return broadcast(
      [](const ModelRef &of, const Precision &in, double tokens, double sequences, const CachePrecision &cache,
         const VramOptions &with) {
        return inference({*of, in, {tokens, sequences}, cache, with}, Explain::no).total().gb();
      },
      model_argument(model), precision_argument(precision), context_argument(context, inference_context),
      batch_argument(batch), cache_precision_argument(kvPrecision), vram_options_argument(options, memo_));
}

Any AddIn::vramInferTable(const Any &model, const Any &precision, const Any &context, const Any &batch,
                          const Any &kvPrecision, const Any &options, const Any &column) {
  return answer_table([&] {
    const InferenceArguments given{
        model_argument(model), precision_argument(precision),         context_argument(context, inference_context),
        batch_argument(batch), cache_precision_argument(kvPrecision), vram_options_argument(options, memo_)};
    const InferencePlan plan{*single(given.model, "model"),
                             single(given.precision, "precision"),
                             {single(given.context, "context"), single(given.batch, "batch")},
                             single(given.cache, "kv_precision"),
                             single(given.options, "options")};
    return to_any(breakdown_table(inference(plan, Explain::yes)),
                  single(name_argument(column, "column", false), "column"));
  });
}

Any AddIn::vramTrain(const Any &model, const Any &method, const Any &precision, const Any &optimizer,
                     const Any &context, const Any &batch, const Any &options) {
  return broadcast(
      [](const ModelRef &of, Method how, const Precision &compute, const Optimizer &by, double tokens, double sequences,
         const VramOptions &with) {
        return training({*of, how, compute, by, {tokens, sequences}, with}, Explain::no).total().gb();
      },
      model_argument(model), method_argument(method), precision_argument(precision), optimizer_argument(optimizer),
      context_argument(context, training_context), batch_argument(batch), vram_options_argument(options, memo_));
}

Any AddIn::vramTrainTable(const Any &model, const Any &method, const Any &precision, const Any &optimizer,
                          const Any &context, const Any &batch, const Any &options, const Any &column) {
  return answer_table([&] {
    const TrainingArguments given{model_argument(model),
                                  method_argument(method),
                                  precision_argument(precision),
                                  optimizer_argument(optimizer),
                                  context_argument(context, training_context),
                                  batch_argument(batch),
                                  vram_options_argument(options, memo_)};
    const TrainingPlan plan{*single(given.model, "model"),
                            single(given.method, "method"),
                            single(given.precision, "precision"),
                            single(given.optimizer, "optimizer"),
                            {single(given.context, "context"), single(given.batch, "batch")},
                            single(given.options, "options")};
    return to_any(breakdown_table(training(plan, Explain::yes)),
                  single(name_argument(column, "column", false), "column"));
  });
}

Any AddIn::vramMaxContext(const Any &model, const Any &gpu, const Any &count, const Any &precision, const Any &batch,
                          const Any &kvPrecision, const Any &options) {
  return broadcast(
      [](const ModelRef &of, const GpuChoice &on, std::optional<int> cards, const Precision &in, double sequences,
         const CachePrecision &cache, const VramOptions &with) {
        const int shared = cards_for(on, cards, with.degrees);
        const InferencePlan plan{*of, in, {0, sequences}, cache, with};
        return answer_for_all(on, [&](const Gpu &card) { return max_context(plan, card, shared); });
      },
      model_argument(model), gpu_argument(gpu), count_argument(count), precision_argument(precision),
      batch_argument(batch), cache_precision_argument(kvPrecision), vram_options_argument(options, memo_));
}

Any AddIn::vramMaxBatch(const Any &model, const Any &gpu, const Any &count, const Any &precision, const Any &context,
                        const Any &kvPrecision, const Any &options) {
  return broadcast(
      [](const ModelRef &of, const GpuChoice &on, std::optional<int> cards, const Precision &in, double tokens,
         const CachePrecision &cache, const VramOptions &with) {
        const int shared = cards_for(on, cards, with.degrees);
        const InferencePlan plan{*of, in, {tokens, 0}, cache, with};
        return answer_for_all(on, [&](const Gpu &card) { return max_batch(plan, card, shared); });
      },
      model_argument(model), gpu_argument(gpu), count_argument(count), precision_argument(precision),
      context_argument(context, inference_context), cache_precision_argument(kvPrecision),
      vram_options_argument(options, memo_));
}

} // namespace calcvram::glue
