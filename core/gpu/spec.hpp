// What a gpu argument means: a name, a count before it, a bare capacity, or a description.
#pragma once

#include "cell.hpp"
#include "failure.hpp"
#include "gpu/gpu.hpp"
#include "text/key_values.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace calcvram {

/// The cards a gpu argument may mean. It points into the catalogue, which must outlive it.
struct GpuChoice {
  std::optional<int> count; ///< the one in front: "8x MI300X"
  GpuCandidates candidates; ///< at least one
  bool needs_size = false;  ///< a bare name of a card that is sold with more or less memory than the listed one
  std::string text;         ///< as typed
  std::shared_ptr<const std::vector<Gpu>> described; ///< owns the candidates that no catalogue has
};

/// "A40", "8x MI300X", "8 x MI300X", "8× MI300X", "80 GB", "vram_gb=288 bandwidth_gb_s=8000", "H100 SXM vram_gb=96".
/// A key that some of several candidates match chooses among them ("A100 vram_gb=80"); else it replaces their
/// figure. Throws bad_argument: unknown name, key or value, with the nearest known one.
GpuChoice parse_gpu(std::string_view text, const GpuCatalogue &catalogue);
/// The same from settings; key `gpu` is the base name, `count` the count.
GpuChoice parse_gpu(const KeyValues &settings, const GpuCatalogue &catalogue);
/// The same from two columns of keys and values.
GpuChoice parse_gpu(const CellBlock &rows, const GpuCatalogue &catalogue);

/// Whether a two-column range that begins with this text describes one GPU.
bool is_gpu_key(std::string_view text);

/// One count from the places it can stand in; 1 where it stands nowhere. Throws bad_argument where two differ.
int agreed_count(const GpuChoice &choice, std::optional<int> argument, std::optional<int> option = {});

/// Throws bad_argument "A100 may be A100 SXM 40GB, ... or A100 PCIe 80GB: say which".
[[noreturn]] void say_which(const GpuChoice &choice);

/// Whether a question's answer can depend on how much memory the card has. Only then is a bare name of a card
/// that is sold in several sizes refused.
enum class Asks : std::uint8_t { anything, same_in_sizes };

/// The answer of `f(const Gpu &)` that all candidates agree in, a failure of one kind included (the first one's
/// words). Throws bad_argument (say_which) where they differ: a name that means several cards is never a guess.
template <typename F> auto answer_for_all(const GpuChoice &choice, F &&f, Asks asks = Asks::anything) {
  using Outcome = std::variant<decltype(f(*choice.candidates.front())), Failure>;
  if (choice.needs_size && asks == Asks::anything) {
    say_which(choice);
  }
  if (choice.candidates.size() == 1) {
    return f(*choice.candidates.front());
  }
  const auto outcome_of = [&f](const Gpu &gpu) -> Outcome {
    try {
      return Outcome{std::in_place_index<0>, f(gpu)};
    } catch (const Failure &failure) {
      return Outcome{std::in_place_index<1>, failure};
    }
  };
  const auto agree = [](const Outcome &a, const Outcome &b) {
    if (a.index() != b.index()) {
      return false;
    }
    return a.index() == 0 ? std::get<0>(a) == std::get<0>(b) : std::get<1>(a).kind() == std::get<1>(b).kind();
  };
  Outcome answer = outcome_of(*choice.candidates.front());
  for (const Gpu *gpu : choice.candidates) {
    if (gpu != choice.candidates.front() && !agree(answer, outcome_of(*gpu))) {
      say_which(choice);
    }
  }
  if (auto *failure = std::get_if<1>(&answer)) {
    throw *failure;
  }
  return std::get<0>(std::move(answer));
}

/// GPU_SPEC. Throws bad_argument for an unknown field or where candidates differ, no_answer where the catalogue
/// has no such figure. A text lives as long as the catalogue or the choice.
GpuFact gpu_fact(const GpuChoice &choice, std::string_view field);

} // namespace calcvram
