#include "arguments.hpp"

#include "cells.hpp"
#include "text.hpp"

#include "catalogue/catalogue.hpp"
#include "rent/amount.hpp"
#include "text/name.hpp"
#include "text/number.hpp"
#include "text/words.hpp"

namespace calcvram::glue {

using css::uno::Any;

namespace {

bool not_given(const Value &value) {
  return value.kind == Value::Kind::omitted || value.kind == Value::Kind::blank;
}

/// A blank element of a required argument gives a blank result; an argument that is not there at all is an error.
template <typename T> Slot<T> nothing_given(const Value &value, std::string_view name) {
  if (value.kind == Value::Kind::omitted) {
    bad_argument(words(name, " is missing"));
  }
  return Blank{};
}

[[noreturn]] void reject_number(std::string_view name, double number) {
  bad_argument(number == 0 ? words(name, " is 0 or a blank cell: write names in quotes, as in \"H100 SXM\"")
                           : words(name, " is a name in quotes, not the number ", number));
}

[[noreturn]] void reject_other(std::string_view name) {
  bad_argument(words(name, " is neither number nor text"));
}

double number_in(const Value &value, std::string_view name) {
  if (value.kind == Value::Kind::number) {
    return value.number;
  }
  if (value.kind != Value::Kind::text) {
    reject_other(name);
  }
  const Utf8 text{*value.text};
  const auto number = parse_number(text.view());
  if (!number) {
    bad_argument(words(name, " is not a number: ", text.view()));
  }
  return *number;
}

Slot<double> read_number(const Value &value, const NumberRule &rule) {
  if (not_given(value)) {
    return rule.default_value ? Slot<double>{*rule.default_value} : nothing_given<double>(value, rule.name);
  }
  const double number = number_in(value, rule.name);
  if (number == 0 && rule.zero_is_default) {
    return *rule.default_value;
  }
  if (!(number >= rule.least && number <= rule.most)) {
    bad_argument(words(rule.name, " ", number, " is not within ", rule.least, " to ", rule.most));
  }
  return number;
}

/// A name that `parse(std::string_view)` understands; `parse_number(double)` says what a number means.
template <typename T, typename ParseText, typename ParseNumber>
Slot<T> read_name(const Value &value, std::string_view name, const ParseText &parse_text,
                  const ParseNumber &parse_a_number) {
  if (value.kind == Value::Kind::number) {
    return parse_a_number(value.number);
  }
  if (value.kind != Value::Kind::text) {
    reject_other(name);
  }
  return parse_text(Utf8{*value.text}.view());
}

/// A name with a default.
template <typename T, typename ParseText>
Parameter<T> named_argument(const Any &argument, std::string_view name, std::optional<T> default_value,
                            const ParseText &parse) {
  return Parameter<T>{Grid{argument}, [&](const Value &value) -> Slot<T> {
                        if (not_given(value)) {
                          return default_value ? Slot<T>{*default_value} : nothing_given<T>(value, name);
                        }
                        return read_name<T>(value, name, parse,
                                            [&](double number) -> Slot<T> { reject_number(name, number); });
                      }};
}

/// A number format: bf16 unless said; `parse` takes its name (std::string_view) or its bytes (double).
template <typename T, typename Parse>
Parameter<T> format_argument(const Any &argument, std::string_view name, const Parse &parse) {
  const auto read = [&parse](auto format) { return Slot<T>{parse(format)}; };
  return Parameter<T>{Grid{argument}, [&](const Value &value) -> Slot<T> {
                        return not_given(value) ? read(std::string_view{"bf16"})
                                                : read_name<T>(value, name, read, read);
                      }};
}

/// Two columns whose first cell `is_key` are one value, which `parse(KeyValues)` makes; else each element is read.
template <typename T, typename IsKey, typename Parse, typename Read>
Parameter<T> block_or_elements(const Any &argument, const IsKey &is_key, const Parse &parse, const Read &read) {
  const Grid grid{argument};
  if (grid.is_block() && grid.columns() == 2 && grid.rows() > 0) {
    const Value first = grid.at(0, 0);
    if (first.kind == Value::Kind::text && is_key(Utf8{*first.text}.view())) {
      try {
        const Cells cells{grid};
        return Parameter<T>{Slot<T>{parse(parse_key_values(cells.block()))}};
      } catch (...) {
        return Parameter<T>{Slot<T>{current_failure()}};
      }
    }
  }
  return Parameter<T>{grid, read};
}

/// Options in one text. Nothing, and a single blank cell, are no options.
template <typename T, typename IsKey, typename Parse>
Parameter<T> options_argument(const Any &argument, std::string_view name, const IsKey &is_key, const Parse &parse) {
  return block_or_elements<T>(argument, is_key, parse, [&](const Value &value) -> Slot<T> {
    if (not_given(value) || (value.kind == Value::Kind::number && value.number == 0)) {
      return T{};
    }
    return read_name<T>(
        value, name, [&](std::string_view text) { return parse(parse_key_values(text)); },
        [&](double number) -> Slot<T> {
          bad_argument(words(name, " is a text like \"key=value\", not the number ", number));
        });
  });
}

constexpr double most_tokens = 1e12;
constexpr double most_sequences = 1e9;
constexpr double most_gb = 1e9;
constexpr double most_hours_per_month = 744; // 31 days
constexpr double most_gpus = 1e6;
// the core knows how long an order may be; of hours it is the largest number
constexpr double most_units = 1e6;
// below any real figure: what is refused is 0 and what is negative
constexpr double least_positive = 1e-9;

} // namespace

Parameter<double> number_argument(const Any &argument, const NumberRule &rule) {
  return Parameter<double>{Grid{argument}, [&](const Value &value) { return read_number(value, rule); }};
}

Parameter<std::string> name_argument(const Any &argument, std::string_view name, bool required) {
  return named_argument<std::string>(argument, name, required ? std::nullopt : std::optional{std::string{}},
                                     [](std::string_view text) { return Slot<std::string>{std::string{text}}; });
}

Parameter<ModelRef> model_argument(const Any &argument) {
  return block_or_elements<ModelRef>(
      argument, is_model_key, [](const KeyValues &settings) { return parse_model(settings, models()); },
      [](const Value &value) -> Slot<ModelRef> {
        if (not_given(value)) {
          return nothing_given<ModelRef>(value, "model");
        }
        return read_name<ModelRef>(
            value, "model", [](std::string_view text) { return parse_model(text, models()); },
            [](double billions) { return parse_model(billions); });
      });
}

Parameter<GpuChoice> gpu_argument(const Any &argument) {
  return block_or_elements<GpuChoice>(
      argument, is_gpu_key, [](const KeyValues &settings) { return parse_gpu(settings, gpus()); },
      [](const Value &value) -> Slot<GpuChoice> {
        if (not_given(value)) {
          return nothing_given<GpuChoice>(value, "gpu");
        }
        return read_name<GpuChoice>(
            value, "gpu", [](std::string_view text) { return parse_gpu(text, gpus()); },
            [](double number) -> Slot<GpuChoice> { reject_number("gpu", number); });
      });
}

Parameter<std::optional<int>> count_argument(const Any &argument) {
  return Parameter<std::optional<int>>{Grid{argument}, [](const Value &value) -> Slot<std::optional<int>> {
                                         if (not_given(value)) {
                                           return std::optional<int>{};
                                         }
                                         const double number = number_in(value, "count");
                                         if (number == 0) {
                                           return std::optional<int>{};
                                         }
                                         return std::optional{checked_count(number, "count")};
                                       }};
}

Parameter<Precision> precision_argument(const Any &argument) {
  return format_argument<Precision>(argument, "precision", [](auto format) { return parse_precision(format); });
}

Parameter<CachePrecision> cache_precision_argument(const Any &argument) {
  return format_argument<CachePrecision>(argument, "kv_precision",
                                         [](auto format) { return parse_cache_precision(format); });
}

Parameter<Method> method_argument(const Any &argument) {
  return named_argument<Method>(argument, "method", Method::full,
                                [](std::string_view text) { return Slot<Method>{parse_method(text)}; });
}

Parameter<Optimizer> optimizer_argument(const Any &argument) {
  return named_argument<Optimizer>(argument, "optimizer", parse_optimizer("adamw"),
                                   [](std::string_view text) { return Slot<Optimizer>{parse_optimizer(text)}; });
}

Parameter<VramOptions> vram_options_argument(const Any &argument) {
  return options_argument<VramOptions>(argument, "options", is_vram_option_key, parse_vram_options);
}

Parameter<GpuRequirements> requirements_argument(const Any &argument) {
  return options_argument<GpuRequirements>(argument, "requirements", is_requirement_key, [](const KeyValues &settings) {
    return parse_requirements(settings, gpus());
  });
}

Parameter<Period> period_argument(const Any &argument, std::string_view name) {
  return named_argument<Period>(argument, name, std::nullopt,
                                [](std::string_view text) { return Slot<Period>{parse_period(text)}; });
}

Parameter<std::optional<Period>> optional_period_argument(const Any &argument, std::string_view name) {
  return named_argument<std::optional<Period>>(argument, name, std::optional<Period>{}, [](std::string_view text) {
    return Slot<std::optional<Period>>{parse_period(text)};
  });
}

Parameter<double> hours_per_month_argument(const Any &argument) {
  return number_argument(argument, {"hours_per_month", 0, most_hours_per_month, default_hours_per_month, true});
}

Parameter<RentOptions> rent_options_argument(const Any &argument) {
  return options_argument<RentOptions>(argument, "options", is_rent_option_key,
                                       [](const KeyValues &settings) { return parse_rent_options(settings, gpus()); });
}

Parameter<OfferName> offer_argument(const Any &argument) {
  return Parameter<OfferName>{Grid{argument}, [](const Value &value) -> Slot<OfferName> {
                                if (not_given(value)) {
                                  return nothing_given<OfferName>(value, "offer");
                                }
                                return read_name<OfferName>(
                                    value, "offer", [](std::string_view text) { return OfferName{std::string{text}}; },
                                    [](double row) { return OfferName{row}; });
                              }};
}

Parameter<double> rented_gpus_argument(const Any &argument) {
  return number_argument(argument, {"gpus", 0, most_gpus, 1});
}

Parameter<double> duration_argument(const Any &argument) {
  return number_argument(argument, {"duration", 0, most_units, 1});
}

Parameter<Period> unit_argument(const Any &argument) {
  return named_argument<Period>(argument, "unit", Period::month,
                                [](std::string_view text) { return Slot<Period>{parse_period(text)}; });
}

Parameter<std::optional<double>> day_argument(const Any &argument, std::string_view name) {
  using Day = std::optional<double>;
  return Parameter<Day>{Grid{argument}, [&](const Value &value) -> Slot<Day> {
                          if (not_given(value) || (value.kind == Value::Kind::number && value.number == 0)) {
                            return Day{};
                          }
                          return read_name<Day>(
                              value, name, [](std::string_view text) { return read_date(Cell{text}); },
                              [](double day) { return read_date(Cell{day}); });
                        }};
}

Parameter<double> context_argument(const Any &argument, std::optional<double> default_value) {
  return number_argument(argument, {"context", least_positive, most_tokens, default_value});
}

Parameter<double> context_or_none_argument(const Any &argument) {
  return number_argument(argument, {"context", 0, most_tokens, 0});
}

Parameter<double> batch_argument(const Any &argument) {
  return number_argument(argument, {"batch", least_positive, most_sequences, 1, true});
}

Parameter<double> required_gb_argument(const Any &argument) {
  return number_argument(argument, {"required_gb", least_positive, most_gb});
}

} // namespace calcvram::glue
