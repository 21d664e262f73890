// The arguments of the functions by their names: what a blank, a 0 and a text mean in each.
#pragma once

#include "parameter.hpp"

#include "gpu/requirements.hpp"
#include "gpu/spec.hpp"
#include "memory/optimizer.hpp"
#include "memory/options.hpp"
#include "memory/training.hpp"
#include "model/spec.hpp"
#include "precision/precision.hpp"
#include "rent/period.hpp"
#include "rent/rent_options.hpp"

#include <com/sun/star/uno/Any.hxx>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace calcvram::glue {

/// What a number may be. Where there is a default, an omitted, "" or blank element takes it.
struct NumberRule {
  std::string_view name;
  double least;
  double most;
  std::optional<double> default_value{};
  bool zero_is_default = false; ///< a single blank cell arrives as 0: where 0 is nothing, it is the default
};

/// Texts that hold a number count as it ("8192", "2,5"), in every locale alike.
Parameter<double> number_argument(const css::uno::Any &argument, const NumberRule &rule);

/// A name in quotes; a number is an error, because an unquoted H100 is a cell. "" where `required` is false.
Parameter<std::string> name_argument(const css::uno::Any &argument, std::string_view name, bool required);

/// A name, billions of parameters, a spec text; or two columns whose first cell is a key.
Parameter<ModelRef> model_argument(const css::uno::Any &argument);
/// A name, a spec text; or two columns whose first cell is a key.
Parameter<GpuChoice> gpu_argument(const css::uno::Any &argument);
/// Nothing where omitted, blank or 0: then the count stands in front of the gpu, or is 1.
Parameter<std::optional<int>> count_argument(const css::uno::Any &argument);
Parameter<Precision> precision_argument(const css::uno::Any &argument);
Parameter<CachePrecision> cache_precision_argument(const css::uno::Any &argument);
Parameter<Method> method_argument(const css::uno::Any &argument);
Parameter<Optimizer> optimizer_argument(const css::uno::Any &argument);
Parameter<VramOptions> vram_options_argument(const css::uno::Any &argument);
Parameter<GpuRequirements> requirements_argument(const css::uno::Any &argument);
Parameter<Period> period_argument(const css::uno::Any &argument, std::string_view name);
/// Nothing where omitted or blank.
Parameter<std::optional<Period>> optional_period_argument(const css::uno::Any &argument, std::string_view name);

/// 730 where omitted, blank or 0.
Parameter<double> hours_per_month_argument(const css::uno::Any &argument);
Parameter<RentOptions> rent_options_argument(const css::uno::Any &argument);

/// A quote by its row of the range, or by text of its offer or provider.
using OfferName = std::variant<double, std::string>;
Parameter<OfferName> offer_argument(const css::uno::Any &argument);
/// GPUs to rent: 1 where omitted or blank, but 0 is 0.
Parameter<double> rented_gpus_argument(const css::uno::Any &argument);
/// So many units: 1 where omitted or blank, but 0 is 0.
Parameter<double> duration_argument(const css::uno::Any &argument);
/// The unit of a duration: a month where omitted or blank.
Parameter<Period> unit_argument(const css::uno::Any &argument);
/// Calc's serial number of a day. Nothing where omitted, blank or 0.
Parameter<std::optional<double>> day_argument(const css::uno::Any &argument, std::string_view name);

/// Tokens a sequence, above 0; required, or with the function's default.
Parameter<double> context_argument(const css::uno::Any &argument, std::optional<double> default_value);
/// Tokens a sequence, or 0, which is also the default: without a KV cache.
Parameter<double> context_or_none_argument(const css::uno::Any &argument);
/// Sequences held at once; 1 where omitted, blank or 0.
Parameter<double> batch_argument(const css::uno::Any &argument);
/// GB above 0.
Parameter<double> required_gb_argument(const css::uno::Any &argument);

/// The one value of an argument of a table function. Throws its failure, or bad_argument for a block.
template <typename T> const T &single(const Parameter<T> &parameter, std::string_view name) {
  if (parameter.rows() != 1 || parameter.columns() != 1) {
    bad_argument("a table function takes a single value as " + std::string{name} + ", not a range");
  }
  const Slot<T> &slot = parameter.at(0, 0);
  if (const auto *failure = std::get_if<Failure>(&slot)) {
    throw *failure;
  }
  if (std::holds_alternative<Blank>(slot)) {
    bad_argument(std::string{name} + " is missing");
  }
  return std::get<T>(slot);
}

} // namespace calcvram::glue
