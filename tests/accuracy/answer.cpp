#include "answer.hpp"

#include "catalogue/catalogue.hpp"
#include "failure.hpp"
#include "gpu/spec.hpp"
#include "gpu/throughput.hpp"
#include "memory/inference.hpp"
#include "memory/overhead.hpp"
#include "memory/placed_weights.hpp"
#include "memory/training.hpp"
#include "model/spec.hpp"
#include "text/number.hpp"

#include <stdexcept>

namespace calcvram::accuracy {
namespace {

VramOptions options_of(const std::string &text) {
  return parse_vram_options(parse_key_values(text));
}

/// The arguments of a log, read as those of a cell are.
struct Arguments {
  explicit Arguments(const Log &log)
      : model{parse_model(log.model, models())}, cache{parse_cache_precision(log.kv_precision)},
        workload{log.context, log.batch}, options{options_of(log.options)} {}

  ModelRef model;
  CachePrecision cache;
  Workload workload;
  VramOptions options;
};

double kv_bytes(const Log &log) {
  const Arguments given{log};
  return kv_cache(*given.model, given.workload, cache_bytes(given.cache, given.options), given.options).count();
}

double state_bytes(const Log &log) {
  const Arguments given{log};
  return recurrent_state(*given.model, given.workload.sequences, cache_bytes(given.cache, given.options), given.options)
      .count();
}

double weight_bytes(const Log &log) {
  const Arguments given{log};
  const PlacedWeights placed = place_weights(*given.model, parse_precision(log.precision), given.options);
  return (log.place == "host" ? placed.host : placed.gpu).count();
}

OverheadRange compute_buffer(const Log &log) {
  const Arguments given{log};
  return llama_cpp_compute_buffer(*given.model, given.workload, given.options);
}

double inference_bytes(const Log &log) {
  const Arguments given{log};
  return inference({*given.model, parse_precision(log.precision), given.workload, given.cache, given.options},
                   Explain::no)
      .total()
      .count();
}

double one_training(const Log &log, double context, const std::string &options) {
  const ModelRef model = parse_model(log.model, models());
  const VramOptions parsed = options_of(options);
  return training({*model, parse_method(log.method), parse_precision(log.precision), parse_optimizer(log.optimizer),
                   Workload{context, log.batch}, parsed},
                  Explain::no)
      .total()
      .count();
}

double training_bytes(const Log &log) {
  const double run = one_training(log, log.context, log.options);
  if (!log.is_difference()) {
    return run;
  }
  const double context = log.minus_context.empty() ? log.context : parse_number(log.minus_context).value();
  return run - one_training(log, context, log.minus_options.empty() ? log.options : log.minus_options);
}

double tokens_per_second(const Log &log) {
  const Arguments given{log};
  const DecodePlan plan{*given.model, parse_precision(log.precision), given.workload, given.cache, given.options};
  const int count = checked_count(log.count, "count");
  return answer_for_all(parse_gpu(log.gpu, gpus()), [&](const Gpu &gpu) { return decode_rate(plan, gpu, count); });
}

double figure(Kind kind, const Log &log) {
  switch (kind) {
  case Kind::kv:
    return kv_bytes(log);
  case Kind::recurrent:
    return state_bytes(log);
  case Kind::weights:
    return weight_bytes(log);
  case Kind::compute:
    return compute_buffer(log).middle().count();
  case Kind::inference:
    return inference_bytes(log);
  case Kind::training:
    return training_bytes(log);
  case Kind::throughput:
    return tokens_per_second(log);
  }
  throw std::invalid_argument{"no such kind of log"};
}

} // namespace

double size_of_unit(std::string_view unit) {
  if (unit == "MiB") {
    return 1024.0 * 1024;
  }
  if (unit == "GiB") {
    return 1024.0 * 1024 * 1024;
  }
  if (unit == "GB") {
    return 1e9;
  }
  if (unit == "tokens/s") {
    return 1;
  }
  throw std::invalid_argument{"unknown unit " + std::string{unit}};
}

Answer answer_to(Kind kind, const Log &log) {
  try {
    const double unit = size_of_unit(log.unit);
    Answer answer{figure(kind, log) / unit};
    if (kind == Kind::compute) {
      const OverheadRange range = compute_buffer(log);
      answer.range = {range.low.count() / unit, range.high.count() / unit};
    }
    return answer;
  } catch (const Failure &failure) {
    return {std::nullopt, failure.words()};
  }
}

} // namespace calcvram::accuracy
