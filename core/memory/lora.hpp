// Which matrices LoRA adapts.
#pragma once

#include <cstdint>
#include <string_view>

namespace calcvram {

/// A set of matrices of a layer, by PEFT's names.
class LoraTargets {
public:
  enum Matrix : std::uint8_t { q = 1, k = 2, v = 4, o = 8, gate = 16, up = 32, down = 64 };

  constexpr LoraTargets() = default; ///< all of them
  constexpr explicit LoraTargets(unsigned bits) : bits_{bits} {}

  [[nodiscard]] constexpr bool any_of(unsigned matrices) const { return (bits_ & matrices) != 0; }
  friend constexpr bool operator==(LoraTargets, LoraTargets) = default;

private:
  unsigned bits_ = q | k | v | o | gate | up | down;
};

/// "q,v", "q_proj,v_proj", "all" (or "all-linear"), "attention", "mlp"; comma, plus or slash between. Throws
/// bad_argument for another word, with the nearest.
LoraTargets parse_lora_targets(std::string_view text);

} // namespace calcvram
