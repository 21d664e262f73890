// Which card the words of a quote mean: names as price lists spell them, and memory that chooses among several.
#pragma once

#include "gpu/gpu.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace calcvram {

/// What a name in a price list says.
struct CardName {
  GpuCandidates cards;           ///< none where the name is unknown
  std::optional<double> size_gb; ///< of one card, where the name holds it: "A100-80GB-SXM"
  std::optional<int> count;      ///< in front: "8x H100"
};

/// Beyond the catalogue's own names: a size anywhere in it ("A100-80GB-SXM", "A100 (80 GB)", "a100_80"), a form factor
/// ("H200-SXM"), a count in front, a GeForce without its RTX ("4090"). The size and the form factor choose among the
/// cards of the rest of the name.
CardName read_card_name(std::string_view text, const GpuCatalogue &catalogue);

enum class MemoryUnit : std::uint8_t { gb, mib };
/// How a stated amount of memory was to be taken.
enum class MemoryFault : std::uint8_t {
  none,
  gb_as_mib,    ///< GB stand in a field of MiB
  mib_as_gb,    ///< MiB stand in a field of GB
  total,        ///< of all cards, where one card's belongs
  per_card,     ///< of one card, where all cards' belongs
  contradiction ///< no card of that name has it
};

struct StatedMemory {
  double amount = 0;
  MemoryUnit unit = MemoryUnit::gb;
  bool of_all = false;      ///< the field is for all cards of the offer
  bool looks_total = false; ///< the total is stated beside it and is the same
  int gpus = 1;
};

struct ChosenCards {
  GpuCandidates cards; ///< of the name: those of that size, or all where none has it
  double gb = 0;       ///< of one card, nominal where the cards agree in it
  MemoryFault fault = MemoryFault::none;
};

/// Which of the cards has the stated memory. A card of nominally 80 GB shows 81,920 MiB, or a few per cent less
/// (firmware, ECC), and is written as 80 GB, 85.9 GB or 81559 MiB.
ChosenCards choose_by_memory(const GpuCandidates &cards, const StatedMemory &stated);

} // namespace calcvram
