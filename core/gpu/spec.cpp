#include "gpu/spec.hpp"

#include "text/name.hpp"
#include "text/number.hpp"

#include <algorithm>

namespace calcvram {
namespace {

constexpr double largest_figure = 1e9;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Bytes of an "x" or of the multiplication sign at the start of `text`, or 0.
std::size_t times_length(std::string_view text) {
  if (text.starts_with('x') || text.starts_with('X')) {
    return 1;
  }
  return text.starts_with("\xC3\x97") ? 2 : 0;
}

struct Counted {
  std::optional<int> count;
  std::string_view rest;
};

Counted split_count(std::string_view text) {
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits])) {
    ++digits;
  }
  const auto after = trim(text.substr(digits));
  const auto times = times_length(after);
  const auto number = parse_number(text.substr(0, digits));
  if (digits == 0 || times == 0 || !number) {
    return {std::nullopt, text};
  }
  return {checked_count(*number, "the count before a GPU"), trim(after.substr(times))};
}

double checked_figure(double value, std::string_view what) {
  if (!(value > 0 && value <= largest_figure)) {
    bad_argument(std::string{what} + " must be more than 0 and at most 1e9, not " + format_number(value));
  }
  return value;
}

/// The GB of "80 GB" or "79,5GB".
std::optional<double> bare_capacity(std::string_view text) {
  text = trim(text);
  if (text.size() < 3 || FoldedName{text.substr(text.size() - 2)}.view() != "gb") {
    return std::nullopt;
  }
  const auto number = parse_number(text.substr(0, text.size() - 2));
  return number ? std::optional{checked_figure(*number, "a capacity in GB")} : std::nullopt;
}

void own(GpuChoice &choice, std::vector<Gpu> gpus) {
  choice.described = std::make_shared<const std::vector<Gpu>>(std::move(gpus));
  choice.candidates.clear();
  for (const Gpu &gpu : *choice.described) {
    choice.candidates.push_back(&gpu);
  }
}

[[noreturn]] void unknown_gpu(std::string_view name, const GpuCatalogue &catalogue) {
  if (parse_number(name)) {
    bad_argument("a number is no GPU: " + std::string{name} + "; a capacity is written " + std::string{name} + " GB");
  }
  bad_argument("unknown GPU " + std::string{name} + catalogue.suggestion(name));
}

void choose_name(GpuChoice &choice, std::string_view name, const GpuCatalogue &catalogue) {
  choice.candidates = catalogue.find(name);
  const auto is_bare = [name](const Gpu *gpu) { return is_bare_name(*gpu, name); };
  choice.needs_size = std::ranges::any_of(choice.candidates, is_bare);
}

/// A name with or without a count, or a capacity. "7900XTX" is a name before it is a count.
GpuChoice parse_base(std::string_view text, const GpuCatalogue &catalogue) {
  GpuChoice choice;
  text = trim(text);
  choice.text = std::string{text};
  choose_name(choice, text, catalogue);
  if (!choice.candidates.empty()) {
    return choice;
  }
  const auto [count, name] = split_count(text);
  choice.count = count;
  if (count && !name.empty()) {
    choose_name(choice, name, catalogue);
  }
  if (!choice.candidates.empty()) {
    return choice;
  }
  const auto capacity = bare_capacity(name);
  if (!capacity) {
    unknown_gpu(name.empty() ? text : name, catalogue);
  }
  Gpu gpu;
  gpu.label = std::string{name};
  gpu.vram_gb = capacity;
  own(choice, {std::move(gpu)});
  return choice;
}

bool parse_flag(const Setting &setting) {
  if (setting.bare) {
    return true;
  }
  const std::string word = fold(setting.text());
  if (word == "1" || word == "yes" || word == "true") {
    return true;
  }
  if (word != "0" && word != "no" && word != "false") {
    bad_argument(setting.key + "=" + setting.text() + " is neither yes nor no");
  }
  return false;
}

void set_figure(Gpu &gpu, const GpuField &field, const Setting &setting) {
  if (const auto *text = std::get_if<std::string Gpu::*>(&field.member)) {
    gpu.**text = setting.text();
  } else if (const auto *flag = std::get_if<std::optional<bool> Gpu::*>(&field.member)) {
    gpu.**flag = parse_flag(setting);
  } else {
    const double figure = checked_figure(setting.number(), field.key);
    constexpr double mib_per_gb = 1e9 / (1024.0 * 1024.0);
    gpu.*std::get<std::optional<double> Gpu::*>(field.member) = field.mib_as_gb ? figure * mib_per_gb : figure;
  }
  if (field.key == "vram_gb") {
    gpu.usable_mib.reset(); // measured on a card of another size
  } else if (field.key == "fp8_tflops") {
    gpu.fp8 = true;
  } else if (field.key == "fp4_tflops") {
    gpu.fp4 = true;
  }
}

/// Whether a card already has what the setting says.
bool has_figure(const Gpu &gpu, const GpuField &field, const Setting &setting) {
  Gpu said;
  set_figure(said, field, setting);
  const auto wanted = stored_fact(said, field);
  const auto found = stored_fact(gpu, field);
  if (!found || !wanted || found->index() != wanted->index()) {
    return false;
  }
  if (const auto *text = std::get_if<std::string_view>(&*found)) {
    return FoldedName{*text}.view() == FoldedName{std::get<std::string_view>(*wanted)}.view();
  }
  return std::get<double>(*found) == std::get<double>(*wanted);
}

/// Keeps the candidates that have the figure; where none has it, all of them get it.
void apply(GpuChoice &choice, std::vector<Gpu> &gpus, const GpuField &field, const Setting &setting) {
  if (field.key == "vram_gb") {
    choice.needs_size = false;
  }
  const auto lacks = [&](const Gpu &gpu) { return !has_figure(gpu, field, setting); };
  if (std::ranges::all_of(gpus, lacks)) {
    for (Gpu &gpu : gpus) {
      set_figure(gpu, field, setting);
    }
  } else {
    std::erase_if(gpus, lacks);
  }
}

const GpuField &spec_field(const Setting &setting) {
  const GpuField *field = find_gpu_field(setting.key);
  if (field != nullptr && field->set_in_spec) {
    if (setting.bare && !std::holds_alternative<std::optional<bool> Gpu::*>(field->member)) {
      bad_argument(setting.key + " needs a value: " + setting.key + "=...");
    }
    return *field;
  }
  std::vector<std::string_view> keys{"gpu", "count"};
  for (const GpuField &known : gpu_fields()) {
    if (known.set_in_spec) {
      keys.push_back(known.key);
    }
  }
  bad_argument("unknown key " + setting.key + " in a GPU" + did_you_mean(setting.key, keys));
}

void set_count(GpuChoice &choice, int count) {
  if (choice.count && *choice.count != count) {
    bad_argument("two counts of GPUs: " + std::to_string(*choice.count) + " and " + std::to_string(count));
  }
  choice.count = count;
}

/// The card that the settings stand on: of the text before them, of key `gpu`, or none.
GpuChoice parse_lead(std::string_view lead, const GpuCatalogue &catalogue) {
  const auto counted = split_count(lead);
  if (!lead.empty() && !(counted.count && counted.rest.empty())) {
    return parse_base(lead, catalogue);
  }
  GpuChoice choice;
  choice.count = counted.count;
  return choice;
}

const Setting *setting_of(const KeyValues &settings, std::string_view folded_key) {
  const auto is_it = [&](const Setting &setting) { return !setting.bare && setting.folded == folded_key; };
  const auto found = std::ranges::find_if(settings.settings, is_it);
  return found == settings.settings.end() || !found->given() ? nullptr : &*found;
}

std::vector<Gpu> copies(const GpuCandidates &candidates, std::string_view label) {
  std::vector<Gpu> gpus;
  for (const Gpu *gpu : candidates) {
    gpus.push_back(*gpu);
  }
  if (gpus.empty()) {
    gpus.emplace_back().label = std::string{label};
  }
  return gpus;
}

std::string described_as(const KeyValues &settings) {
  std::string text{settings.lead};
  for (const Setting &setting : settings.settings) {
    if (!setting.bare && setting.given()) {
      text += (text.empty() ? "" : " ") + setting.key + "=" + setting.text();
    }
  }
  return text;
}

std::string listed(const GpuCandidates &candidates) {
  std::string list;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const bool last = i + 1 == candidates.size();
    list += (i == 0 ? "" : last ? " or " : ", ") + candidates[i]->label;
  }
  return list;
}

} // namespace

GpuChoice parse_gpu(std::string_view text, const GpuCatalogue &catalogue) {
  if (trim(text).empty()) {
    bad_argument("a GPU is missing");
  }
  if (!has_key(text)) {
    return parse_base(text, catalogue);
  }
  GpuChoice choice = parse_gpu(parse_key_values(text), catalogue);
  choice.text = std::string{trim(text)};
  return choice;
}

GpuChoice parse_gpu(const KeyValues &settings, const GpuCatalogue &catalogue) {
  const Setting *base = setting_of(settings, "gpu");
  if (base != nullptr && !settings.lead.empty()) {
    bad_argument("a GPU is named twice: " + settings.lead + " and " + base->text());
  }
  GpuChoice choice = parse_lead(base != nullptr ? base->text() : settings.lead, catalogue);
  choice.text = described_as(settings);
  std::vector<Gpu> gpus = copies(choice.candidates, choice.text);
  bool in_lead = !settings.lead.empty();
  bool described = choice.candidates.empty();
  for (const Setting &setting : settings.settings) {
    in_lead = in_lead && setting.bare;
    if (in_lead || !setting.given() || (!setting.bare && setting.folded == "gpu")) {
      continue;
    }
    if (setting.folded == "count") {
      set_count(choice, checked_count(setting.number(), "count"));
      continue;
    }
    apply(choice, gpus, spec_field(setting), setting);
    described = true;
  }
  if (choice.candidates.empty() && choice.text.empty()) {
    bad_argument("a GPU is missing");
  }
  if (described) {
    own(choice, std::move(gpus));
  }
  return choice;
}

GpuChoice parse_gpu(const CellBlock &rows, const GpuCatalogue &catalogue) {
  return parse_gpu(parse_key_values(rows), catalogue);
}

bool is_gpu_key(std::string_view text) {
  const FoldedName folded{text};
  const GpuField *field = find_gpu_field(text);
  return folded.view() == "gpu" || folded.view() == "count" || (field != nullptr && field->set_in_spec);
}

int agreed_count(const GpuChoice &choice, std::optional<int> argument, std::optional<int> option) {
  std::optional<int> agreed;
  for (const auto count : {choice.count, argument, option}) {
    if (count && agreed && *count != *agreed) {
      bad_argument("two counts of GPUs: " + std::to_string(*agreed) + " and " + std::to_string(*count));
    }
    agreed = count ? count : agreed;
  }
  return agreed.value_or(1);
}

void say_which(const GpuChoice &choice) {
  if (choice.needs_size && choice.candidates.size() == 1) {
    bad_argument(choice.text + " is sold with several amounts of memory: say which, as in " +
                 choice.candidates.front()->label);
  }
  bad_argument(choice.text + " may be " + listed(choice.candidates) + ": say which");
}

GpuFact gpu_fact(const GpuChoice &choice, std::string_view field) {
  const GpuField &asked = gpu_field(field);
  const auto fact = [&](const Gpu &gpu) { return gpu_fact(gpu, asked); };
  return answer_for_all(choice, fact, asked.same_in_sizes ? Asks::same_in_sizes : Asks::anything);
}

} // namespace calcvram
