// A figure as the sum of its parts, each with its arithmetic in words.
#pragma once

#include "units.hpp"

#include <boost/container/static_vector.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace calcvram {

/// The words of the tables' first column are a promise: only append.
enum class Component : std::uint8_t {
  weights,
  kv_cache,
  recurrent_state,
  adapters,
  gradients,
  master_weights,
  optimizer,
  activations,
  logits,
  overhead,
};

std::string_view name_of(Component component);

struct BreakdownLine {
  Component component;
  Bytes bytes;
  Bytes host;      ///< what stands in the host's memory instead; no part of the total
  std::string how; ///< the formula with its numbers in it, and its source; "" unless the breakdown explains
};

enum class Explain : bool { no, yes };

/// Lines in the order they were added; a part of 0 bytes is left out. The words are only made where somebody
/// reads them: a scalar function costs no allocation.
class Breakdown {
public:
  explicit Breakdown(Explain explain) : explain_{explain} {}

  /// `how` is called for its text only if the breakdown explains.
  template <typename How> void add(Component component, Bytes bytes, const How &how) { add(component, bytes, {}, how); }

  /// The same with a part that is offloaded to the host.
  template <typename How> void add(Component component, Bytes bytes, Bytes host, const How &how) {
    if (bytes.count() == 0 && host.count() == 0) {
      return;
    }
    lines_.push_back({component, bytes, host, explain_ == Explain::yes ? how() : std::string{}});
  }

  [[nodiscard]] Bytes total() const;
  [[nodiscard]] Bytes of(Component component) const;
  [[nodiscard]] std::span<const BreakdownLine> lines() const & { return {lines_.data(), lines_.size()}; }
  [[nodiscard]] std::span<const BreakdownLine> lines() const && = delete; // they would outlive the breakdown

private:
  Explain explain_;
  boost::container::static_vector<BreakdownLine, 10> lines_;
};

} // namespace calcvram
