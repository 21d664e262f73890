// The catalogue and the list of prices as the project ships them, and failures as tests look at them.
#pragma once

#include "failure.hpp"
#include "gpu/gpu.hpp"
#include "gpu/requirements.hpp"
#include "rent/price_list.hpp"
#include "rent/select.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace calcvram::test {

inline std::string catalogue_file(const std::string &name) {
  std::ifstream stream{std::string{CALCVRAM_CATALOGUE_DIR} + "/" + name, std::ios::binary};
  if (!stream) {
    throw std::runtime_error{"cannot read core/catalogue/" + name};
  }
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

inline const GpuCatalogue &gpus() {
  static const GpuCatalogue catalogue{parse_gpus(catalogue_file("gpus.csv"), "gpus.csv")};
  return catalogue;
}

inline const PriceList &prices() {
  static const PriceList list = parse_price_list(catalogue_file("prices-2026-12.csv"), "prices-2026-12.csv", gpus());
  return list;
}

inline const RentalSets &sets() {
  static const RentalSets all{prices()};
  return all;
}

inline GpuRequirements asking(std::string_view text) {
  return parse_requirements(text, gpus());
}

inline const Gpu &the_card(std::string_view name) {
  const auto cards = gpus().find(name);
  if (cards.size() != 1) {
    throw std::runtime_error{std::string{name} + " is not one card"};
  }
  return *cards.front();
}

/// "bad_argument: words", "no_answer: words", or "" where nothing failed.
template <typename F> std::string failure_of(F &&f) {
  try {
    static_cast<void>(f());
  } catch (const Failure &failure) {
    return (failure.kind() == FailureKind::bad_argument ? "bad_argument: " : "no_answer: ") + failure.words();
  }
  return {};
}

inline bool is_bad(const std::string &failure) {
  return failure.starts_with("bad_argument: ");
}

inline bool is_unanswered(const std::string &failure) {
  return failure.starts_with("no_answer: ");
}

/// Half-up to `decimals`, as the pages print.
inline double printed(double value, int decimals) {
  const Money step{decimals == 2 ? 0.01 : decimals == 1 ? 0.1 : 1.0};
  return Money{value}.rounded(step).to_double();
}

} // namespace calcvram::test
