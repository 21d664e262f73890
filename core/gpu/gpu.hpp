// A card, its facts, and the catalogue that finds it by any of its names.
#pragma once

#include <boost/container/small_vector.hpp>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace calcvram {

/// One card. Figures are per card; rates are dense (no sparsity), TFLOPS and TOPS in 10^12 a second, memory in
/// GB = 10^9 bytes, bandwidths in GB/s, the link's both directions summed. What nobody published is not there.
struct Gpu {
  std::string id;    ///< of the catalogue; empty for a card described in the sheet
  std::string label; ///< the name we print; every gpu argument reads it
  std::string name;  ///< the vendor's full name
  std::vector<std::string> aliases;
  std::string vendor;
  std::string architecture;
  std::string form_factor;
  std::optional<double> year;
  std::optional<double> vram_gb;    ///< nominal, as the vendor sells it
  std::optional<double> usable_mib; ///< measured: nvidia-smi's or amd-smi's total
  std::string memory_type;
  std::optional<double> bandwidth_gb_s;
  std::optional<double> bf16_tflops;
  std::optional<double> fp16_tflops;
  std::optional<double> fp8_tflops;
  std::optional<double> int8_tops;
  std::optional<double> fp4_tflops;
  std::optional<double> tdp_w;
  std::string link;
  std::optional<double> link_gb_s;
  std::optional<bool> fp8;    ///< in hardware
  std::optional<bool> fp4;    ///< in hardware
  std::optional<bool> fabric; ///< several cards share NVLink or a like fabric; a bridge between two is none
  bool sold_in_sizes = false; ///< the bare name needs a size, though one row is listed
  std::optional<double> max_per_node;
  std::string status;
  std::string source;
  std::string as_of;
  std::string notes;

  /// usable_mib in GB.
  [[nodiscard]] std::optional<double> usable_gb() const;
};

/// The rows of gpus.csv. Throws CsvError with file, line and column.
std::vector<Gpu> parse_gpus(std::string_view csv, std::string_view file);

/// What is wrong with the names of a catalogue, in words; nothing if nothing is. No id, label or name may fold
/// onto another row's, and no alias onto another row's id, label or name. An alias on several rows is meant.
std::vector<std::string> check_names(std::span<const Gpu> gpus);

/// A fact as a sheet sees it: a number or a text. Flags are 1 and 0.
using GpuFact = std::variant<double, std::string_view>;

/// A field of GPU_SPEC, and a key of a GPU spec.
struct GpuField {
  std::string_view key;
  std::variant<std::string Gpu::*, std::optional<double> Gpu::*, std::optional<bool> Gpu::*> member;
  bool mib_as_gb = false;     ///< kept in MiB, shown in GB
  bool same_in_sizes = false; ///< does not depend on how much memory the card is sold with
  bool set_in_spec = true;    ///< may be a key of a spec
};

std::span<const GpuField> gpu_fields();
/// By its key, case and separators apart, or nullptr.
const GpuField *find_gpu_field(std::string_view key);
/// The same; throws bad_argument with the nearest key.
const GpuField &gpu_field(std::string_view key);

/// The value, or nothing where the catalogue has none.
std::optional<GpuFact> stored_fact(const Gpu &gpu, const GpuField &field);
/// The value. Throws no_answer where the catalogue has none. A text lives as long as the card.
GpuFact gpu_fact(const Gpu &gpu, const GpuField &field);

/// How many cards: whole, 1 to 1,000,000. Throws bad_argument that begins with `what`.
int checked_count(double value, std::string_view what);

/// Cards that one name means, in catalogue order.
using GpuCandidates = boost::container::small_vector<const Gpu *, 4>;

class GpuCatalogue {
public:
  explicit GpuCatalogue(std::vector<Gpu> gpus);
  GpuCatalogue(const GpuCatalogue &) = delete; // the index points into it
  GpuCatalogue &operator=(const GpuCatalogue &) = delete;
  GpuCatalogue(GpuCatalogue &&) = default;
  GpuCatalogue &operator=(GpuCatalogue &&) = default;
  ~GpuCatalogue() = default;

  [[nodiscard]] std::span<const Gpu> all() const { return gpus_; }
  /// By id, or nullptr.
  [[nodiscard]] const Gpu *by_id(std::string_view id) const;
  /// The cards a name means: label, id, name or alias, folded, with or without the vendor before it ("NVIDIA
  /// A100"). Empty where the name is unknown. Allocates nothing for a name of ordinary length.
  [[nodiscard]] GpuCandidates find(std::string_view name) const;
  /// For GPU_LIST: cards with `text` (or each of its words) in a name, the vendor or the architecture; else the
  /// few whose names are nearest. All for an empty text. Throws bad_argument where nothing is near.
  [[nodiscard]] std::vector<const Gpu *> search(std::string_view text) const;
  /// `; did you mean X?` or nothing.
  [[nodiscard]] std::string suggestion(std::string_view name) const;
  [[nodiscard]] std::span<const std::string> vendors() const { return vendors_; }

private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };

  [[nodiscard]] GpuCandidates find_folded(std::string_view folded) const;
  [[nodiscard]] std::vector<const Gpu *> nearest_few(std::string_view text) const;

  std::vector<Gpu> gpus_;
  std::unordered_map<std::string, GpuCandidates, Hash, std::equal_to<>> index_;
  std::vector<std::vector<std::string>> searched_; ///< a row's folded texts
  std::vector<std::string> vendors_;
  std::vector<std::string> folded_vendors_;
};

/// Whether `name` leaves open which size of a card sold in several is meant: it does not hold "16gb".
bool is_bare_name(const Gpu &gpu, std::string_view name);

} // namespace calcvram
