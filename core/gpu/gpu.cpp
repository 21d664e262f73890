#include "gpu/gpu.hpp"

#include "failure.hpp"
#include "gpu/csv_record.hpp"
#include "text/name.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace calcvram {
namespace {

constexpr double bytes_per_mib = 1024.0 * 1024.0;
constexpr double bytes_per_gb = 1e9;
constexpr double most_gpus = 1'000'000;

/// In the order of GPU_SPEC's manual. Only append.
constexpr auto fields = std::to_array<GpuField>({
    {.key = "name", .member = &Gpu::name},
    {.key = "label", .member = &Gpu::label},
    {.key = "vendor", .member = &Gpu::vendor, .same_in_sizes = true},
    {.key = "architecture", .member = &Gpu::architecture, .same_in_sizes = true},
    {.key = "form_factor", .member = &Gpu::form_factor},
    {.key = "year", .member = &Gpu::year},
    {.key = "vram_gb", .member = &Gpu::vram_gb},
    {.key = "usable_gb", .member = &Gpu::usable_mib, .mib_as_gb = true},
    {.key = "memory_type", .member = &Gpu::memory_type},
    {.key = "bandwidth_gb_s", .member = &Gpu::bandwidth_gb_s},
    {.key = "bf16_tflops", .member = &Gpu::bf16_tflops},
    {.key = "fp16_tflops", .member = &Gpu::fp16_tflops},
    {.key = "fp8_tflops", .member = &Gpu::fp8_tflops},
    {.key = "int8_tops", .member = &Gpu::int8_tops},
    {.key = "fp4_tflops", .member = &Gpu::fp4_tflops},
    {.key = "tdp_w", .member = &Gpu::tdp_w},
    {.key = "link", .member = &Gpu::link},
    {.key = "link_gb_s", .member = &Gpu::link_gb_s},
    {.key = "fp8", .member = &Gpu::fp8, .same_in_sizes = true},
    {.key = "fp4", .member = &Gpu::fp4, .same_in_sizes = true},
    {.key = "fabric", .member = &Gpu::fabric, .same_in_sizes = true},
    {.key = "max_per_node", .member = &Gpu::max_per_node},
    {.key = "status", .member = &Gpu::status},
    {.key = "source", .member = &Gpu::source},
    {.key = "as_of", .member = &Gpu::as_of},
    {.key = "notes", .member = &Gpu::notes},
    {.key = "id", .member = &Gpu::id, .set_in_spec = false},
});

std::vector<std::string> split_aliases(std::string_view text) {
  std::vector<std::string> aliases;
  while (!text.empty()) {
    const auto length = std::min(text.find(';'), text.size());
    if (const auto alias = trim(text.substr(0, length)); !alias.empty()) {
      aliases.emplace_back(alias);
    }
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return aliases;
}

Gpu parse_gpu_row(const CsvRecord &row) {
  Gpu gpu;
  gpu.id = row.required_text("id");
  gpu.label = row.required_text("label");
  gpu.name = row.required_text("name");
  gpu.aliases = split_aliases(row.text("aliases"));
  gpu.vendor = row.required_text("vendor");
  gpu.architecture = row.required_text("architecture");
  gpu.form_factor = row.text("form_factor");
  gpu.year = row.positive("year");
  gpu.vram_gb = row.positive("vram_gb");
  gpu.usable_mib = row.positive("usable_mib");
  gpu.memory_type = row.text("memory_type");
  gpu.bandwidth_gb_s = row.positive("bandwidth_gb_s");
  gpu.bf16_tflops = row.positive("bf16_tflops");
  gpu.fp16_tflops = row.positive("fp16_tflops");
  gpu.fp8_tflops = row.positive("fp8_tflops");
  gpu.int8_tops = row.positive("int8_tops");
  gpu.fp4_tflops = row.positive("fp4_tflops");
  gpu.tdp_w = row.positive("tdp_w");
  gpu.link = row.text("link");
  gpu.link_gb_s = row.positive("link_gb_s");
  gpu.fp8 = row.flag("fp8");
  gpu.fp4 = row.flag("fp4");
  gpu.fabric = row.flag("fabric");
  gpu.sold_in_sizes = row.flag("sold_in_sizes").value_or(false);
  gpu.max_per_node = row.positive("max_per_node");
  gpu.status = row.required_text("status");
  gpu.source = row.required_text("source");
  gpu.as_of = row.required_text("as_of");
  gpu.notes = row.text("notes");
  if (gpu.sold_in_sizes && (!gpu.vram_gb || is_bare_name(gpu, gpu.label))) {
    row.fail("label", "the label of a card sold in sizes must hold its size");
  }
  return gpu;
}

std::array<std::string, 3> own_names(const Gpu &gpu) {
  return {fold(gpu.id), fold(gpu.label), fold(gpu.name)};
}

/// How near two texts are enough for GPU_LIST to guess; the rule of nearest() in text/name.hpp.
std::size_t near_enough(std::string_view folded) {
  return std::max<std::size_t>(2, folded.size() / 3);
}

bool every_word_found(std::string_view text, std::span<const std::string> haystacks) {
  text = trim(text);
  while (!text.empty()) {
    const auto length = std::min(text.find(' '), text.size());
    const FoldedName word{text.substr(0, length)};
    const auto holds_word = [&](const std::string &hay) { return hay.find(word.view()) != std::string::npos; };
    if (std::ranges::none_of(haystacks, holds_word)) {
      return false;
    }
    text = trim(text.substr(length));
  }
  return true;
}

} // namespace

std::optional<double> Gpu::usable_gb() const {
  return usable_mib ? std::optional{*usable_mib * bytes_per_mib / bytes_per_gb} : std::nullopt;
}

std::vector<Gpu> parse_gpus(std::string_view csv, std::string_view file) {
  const CsvTable table{csv, file};
  std::vector<Gpu> gpus;
  gpus.reserve(table.size());
  for (std::size_t row = 0; row < table.size(); ++row) {
    gpus.push_back(parse_gpu_row(table[row]));
  }
  return gpus;
}

std::vector<std::string> check_names(std::span<const Gpu> gpus) {
  std::vector<std::string> faults;
  std::unordered_map<std::string, const Gpu *> owners;
  for (const Gpu &gpu : gpus) {
    for (const auto &name : own_names(gpu)) {
      const auto [owner, is_new] = owners.emplace(name, &gpu);
      if (!is_new && owner->second != &gpu) {
        faults.push_back(gpu.label + " and " + owner->second->label + " share the name " + name);
      }
    }
  }
  for (const Gpu &gpu : gpus) {
    for (const auto &alias : gpu.aliases) {
      const auto owner = owners.find(fold(alias));
      if (owner != owners.end() && owner->second != &gpu) {
        faults.push_back("alias " + alias + " of " + gpu.label + " is a name of " + owner->second->label);
      }
    }
  }
  return faults;
}

std::span<const GpuField> gpu_fields() {
  return fields;
}

const GpuField *find_gpu_field(std::string_view key) {
  const FoldedName folded{key};
  static const auto folded_keys = [] {
    std::array<std::string, fields.size()> keys;
    std::ranges::transform(fields, keys.begin(), [](const GpuField &field) { return fold(field.key); });
    return keys;
  }();
  const auto found = std::ranges::find(folded_keys, folded.view());
  return found == folded_keys.end() ? nullptr : &fields[static_cast<std::size_t>(found - folded_keys.begin())];
}

const GpuField &gpu_field(std::string_view key) {
  if (const GpuField *field = find_gpu_field(key)) {
    return *field;
  }
  std::array<std::string_view, fields.size()> keys;
  std::ranges::transform(fields, keys.begin(), &GpuField::key);
  bad_argument("unknown GPU field " + std::string{key} + did_you_mean(key, keys));
}

std::optional<GpuFact> stored_fact(const Gpu &gpu, const GpuField &field) {
  if (const auto *text = std::get_if<std::string Gpu::*>(&field.member)) {
    const std::string &value = gpu.**text;
    return value.empty() ? std::nullopt : std::optional<GpuFact>{std::string_view{value}};
  }
  if (const auto *flag = std::get_if<std::optional<bool> Gpu::*>(&field.member)) {
    const std::optional<bool> value = gpu.**flag;
    return value ? std::optional<GpuFact>{*value ? 1.0 : 0.0} : std::nullopt;
  }
  const std::optional<double> value =
      field.mib_as_gb ? gpu.usable_gb() : gpu.*std::get<std::optional<double> Gpu::*>(field.member);
  return value ? std::optional<GpuFact>{*value} : std::nullopt;
}

GpuFact gpu_fact(const Gpu &gpu, const GpuField &field) {
  const auto fact = stored_fact(gpu, field);
  if (!fact) {
    no_answer("no " + std::string{field.key} + " is known for " + gpu.label);
  }
  return *fact;
}

int checked_count(double value, std::string_view what) {
  if (!(value >= 1 && value <= most_gpus) || value != std::floor(value)) {
    bad_argument(std::string{what} + " must be a whole number from 1 to 1,000,000, not " + format_number(value));
  }
  return static_cast<int>(value);
}

GpuCatalogue::GpuCatalogue(std::vector<Gpu> gpus) : gpus_{std::move(gpus)} {
  const auto add = [this](const Gpu &gpu, std::string folded) {
    GpuCandidates &cards = index_[std::move(folded)];
    if (std::ranges::find(cards, &gpu) == cards.end()) {
      cards.push_back(&gpu);
    }
  };
  for (const Gpu &gpu : gpus_) {
    auto &texts = searched_.emplace_back();
    for (auto &name : own_names(gpu)) {
      texts.push_back(name);
    }
    std::ranges::transform(gpu.aliases, std::back_inserter(texts), fold);
    for (const auto &name : texts) {
      add(gpu, name);
    }
    texts.push_back(fold(gpu.vendor));
    texts.push_back(fold(gpu.architecture));
    if (std::ranges::find(vendors_, gpu.vendor) == vendors_.end()) {
      vendors_.push_back(gpu.vendor);
      folded_vendors_.push_back(fold(gpu.vendor));
    }
  }
}

const Gpu *GpuCatalogue::by_id(std::string_view id) const {
  const auto found = std::ranges::find(gpus_, id, &Gpu::id);
  return found == gpus_.end() ? nullptr : &*found;
}

GpuCandidates GpuCatalogue::find_folded(std::string_view folded) const {
  const auto found = index_.find(folded);
  return found == index_.end() ? GpuCandidates{} : found->second;
}

GpuCandidates GpuCatalogue::find(std::string_view name) const {
  const FoldedName folded{name};
  GpuCandidates cards = find_folded(folded.view());
  for (std::size_t vendor = 0; cards.empty() && vendor < vendors_.size(); ++vendor) {
    const std::string &prefix = folded_vendors_[vendor];
    if (folded.view().starts_with(prefix)) {
      cards = find_folded(folded.view().substr(prefix.size()));
      const auto other = [&](const Gpu *gpu) { return gpu->vendor != vendors_[vendor]; };
      cards.erase(std::remove_if(cards.begin(), cards.end(), other), cards.end());
    }
  }
  return cards;
}

std::vector<const Gpu *> GpuCatalogue::search(std::string_view text) const {
  const FoldedName wanted{text};
  std::vector<const Gpu *> found;
  for (std::size_t row = 0; row < gpus_.size(); ++row) {
    const auto holds = [&](const std::string &hay) { return hay.find(wanted.view()) != std::string::npos; };
    if (std::ranges::any_of(searched_[row], holds) || every_word_found(text, searched_[row])) {
      found.push_back(&gpus_[row]);
    }
  }
  if (found.empty()) {
    found = nearest_few(text);
  }
  if (found.empty()) {
    bad_argument("no GPU is called anything like " + std::string{trim(text)});
  }
  return found;
}

std::vector<const Gpu *> GpuCatalogue::nearest_few(std::string_view text) const {
  constexpr std::size_t few = 5;
  const std::string wanted = fold(text);
  std::vector<std::pair<std::size_t, const Gpu *>> ranked;
  for (std::size_t row = 0; row < gpus_.size(); ++row) {
    std::size_t best = near_enough(wanted) + 1;
    for (const auto &hay : searched_[row]) {
      const std::size_t distance = edit_distance(wanted, hay, best);
      best = distance * 2 <= std::max(hay.size(), wanted.size()) ? std::min(best, distance) : best;
    }
    if (best <= near_enough(wanted)) {
      ranked.emplace_back(best, &gpus_[row]);
    }
  }
  std::ranges::stable_sort(ranked, {}, &std::pair<std::size_t, const Gpu *>::first);
  std::vector<const Gpu *> nearest;
  for (const auto &[distance, gpu] : ranked) {
    if (nearest.size() < few) {
      nearest.push_back(gpu);
    }
  }
  return nearest;
}

std::string GpuCatalogue::suggestion(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const Gpu &gpu : gpus_) {
    names.push_back(gpu.label);
    names.insert(names.end(), gpu.aliases.begin(), gpu.aliases.end());
  }
  return did_you_mean(name, names);
}

bool is_bare_name(const Gpu &gpu, std::string_view name) {
  if (!gpu.sold_in_sizes || !gpu.vram_gb) {
    return false;
  }
  return FoldedName{name}.view().find(format_number(*gpu.vram_gb) + "gb") == std::string_view::npos;
}

} // namespace calcvram
