#include "precision/precision.hpp"

#include "failure.hpp"
#include "precision/gguf_mix.hpp"
#include "precision/scaled_format.hpp"
#include "text/name.hpp"
#include "text/name_index.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

namespace calcvram {
namespace {

struct NamedPrecision {
  std::string_view name;
  Precision precision;
};

constexpr Precision flat(std::string_view name, double bytes) {
  return {name, PrecisionKind::flat, bytes * 8, bytes * 8};
}

constexpr Precision fp32 = flat("fp32", 4);
constexpr Precision tf32 = flat("tf32", 4); // a mode of the multiplier: in memory it is fp32
constexpr Precision bf16 = flat("bf16", 2);
constexpr Precision fp16 = flat("fp16", 2);
constexpr Precision fp8 = flat("fp8", 1);
constexpr Precision int8 = flat("int8", 1);
constexpr Precision int4 = flat("int4", 0.5);

constexpr std::array flat_names{
    NamedPrecision{"fp32", fp32},     NamedPrecision{"f32", fp32},     NamedPrecision{"float32", fp32},
    NamedPrecision{"float", fp32},    NamedPrecision{"tf32", tf32},    NamedPrecision{"bf16", bf16},
    NamedPrecision{"bfloat16", bf16}, NamedPrecision{"fp16", fp16},    NamedPrecision{"f16", fp16},
    NamedPrecision{"float16", fp16},  NamedPrecision{"half", fp16},    NamedPrecision{"fp8", fp8},
    NamedPrecision{"fp8_e4m3", fp8},  NamedPrecision{"fp8_e5m2", fp8}, NamedPrecision{"float8", fp8},
    NamedPrecision{"int8", int8},     NamedPrecision{"int4", int4},
};

struct NamedScaled {
  std::string_view name;
  double nominal_bits;
  ScaledFormat format;
};

/// Integers in groups along a row: an fp16 scale and, unless symmetric, a zero of as many bits as the elements, packed
/// as the elements are.
constexpr ScaledFormat grouped(double bits, double group, std::string_view source) {
  return {.element_bits = bits, .group = group, .group_bytes = 2 + bits / 8, .source = source};
}

constexpr std::string_view gptq_source = "GPTQ, arXiv 2210.17323; fp16 scale and packed zero a group";
constexpr std::string_view awq_source = "AWQ, arXiv 2306.00978; fp16 scale and packed zero a group";

/// act-order: GPTQ stores the group of every input channel (g_idx, int32).
constexpr ScaledFormat gptq_act(double group) {
  ScaledFormat format = grouped(4, group, "GPTQ, arXiv 2210.17323; act-order adds an int32 an input channel");
  format.input_bytes = 4;
  return format;
}

/// MLX: an fp16 scale and an fp16 bias a group, and nn.quantize takes nn.Embedding as it takes nn.Linear.
constexpr ScaledFormat mlx(double bits, double group = 64) {
  return {.element_bits = bits,
          .group = group,
          .group_bytes = 4,
          .packs = Packs::linear_and_tables,
          .source = "ml-explore/mlx nn.quantize; fp16 scale and bias a group, embeddings too"};
}

constexpr std::array scaled_formats{
    NamedScaled{
        "fp8_tensor", 8, {.element_bits = 8, .matrix_bytes = 4, .source = "compressed-tensors; fp32 scale a matrix"}},
    NamedScaled{"fp8_channel",
                8,
                {.element_bits = 8, .row_bytes = 2, .source = "compressed-tensors; 16-bit scale an output row"}},
    NamedScaled{"int8_channel",
                8,
                {.element_bits = 8, .row_bytes = 2, .source = "compressed-tensors W8A8; 16-bit scale an output row"}},
    NamedScaled{
        "llm_int8",
        8,
        {.element_bits = 8, .row_bytes = 4, .source = "LLM.int8(), arXiv 2208.07339; fp32 maximum an output row"}},
    // section 3.3 of it; the files of MiniMax-M2 come out to the byte with routers and their correction bias in fp32
    NamedScaled{"fp8_block",
                8,
                {.element_bits = 8,
                 .block = 128,
                 .block_bytes = 4,
                 .router_bytes = 4,
                 .source = "DeepSeek-V3, arXiv 2412.19437; fp32 scale for 128 x 128"}},
    NamedScaled{
        "mxfp8",
        8,
        {.element_bits = 8, .group = 32, .group_bytes = 1, .source = "OCP Microscaling 1.0; a byte of scale for 32"}},
    // gpt-oss has its routed experts in it and all else in bf16 (arXiv 2508.10925)
    NamedScaled{"mxfp4",
                4,
                {.element_bits = 4,
                 .group = 32,
                 .group_bytes = 1,
                 .packs = Packs::experts,
                 .source = "OCP Microscaling 1.0; a byte of scale for 32; routed experts alone where there are any, as "
                           "gpt-oss, arXiv 2508.10925"}},
    NamedScaled{"nvfp4",
                4,
                {.element_bits = 4,
                 .group = 16,
                 .group_bytes = 1,
                 .matrix_bytes = 4,
                 .source = "NVIDIA Model Optimizer; E4M3 scale for 16, fp32 scale a matrix"}},
    NamedScaled{"gptq", 4, grouped(4, 128, gptq_source)},
    NamedScaled{"gptq_g64", 4, grouped(4, 64, gptq_source)},
    NamedScaled{"gptq_g32", 4, grouped(4, 32, gptq_source)},
    NamedScaled{"gptq_act", 4, gptq_act(128)},
    NamedScaled{"gptq_act_g64", 4, gptq_act(64)},
    NamedScaled{"gptq_act_g32", 4, gptq_act(32)},
    NamedScaled{"gptq_int8", 8, grouped(8, 128, gptq_source)},
    NamedScaled{"awq", 4, grouped(4, 128, awq_source)},
    NamedScaled{"awq_g64", 4, grouped(4, 64, awq_source)},
    NamedScaled{"awq_g32", 4, grouped(4, 32, awq_source)},
    NamedScaled{"int4_sym",
                4,
                {.element_bits = 4,
                 .group = 128,
                 .group_bytes = 2,
                 .source = "compressed-tensors W4A16; 16-bit scale for 128, no zeros"}},
    // Kimi-K2-Thinking packs its routed experts alone, 32 weights to a scale
    NamedScaled{"int4_g32",
                4,
                {.element_bits = 4,
                 .group = 32,
                 .group_bytes = 2,
                 .packs = Packs::experts,
                 .source = "compressed-tensors as in Kimi-K2-Thinking; 16-bit scale for 32; routed experts alone where "
                           "there are any"}},
    // NormalFloat 4: an fp32 scale for each 64 weights is 0.5 bit; quantising the scales again to 8 bits, with an
    // fp32 for each 256 of them, leaves 8/64 + 32/(64*256) = 0.127 bit. Section 3 of it
    NamedScaled{"nf4", 4, {.element_bits = 4 + 32.0 / 64, .source = "QLoRA, arXiv 2305.14314; fp32 scale for 64"}},
    NamedScaled{"nf4_dq",
                4,
                {.element_bits = 4 + 8.0 / 64 + 32.0 / (64 * 256),
                 .source = "QLoRA, arXiv 2305.14314; 8-bit scale for 64, fp32 for 256 of them"}},
    NamedScaled{"mlx_2bit", 2, mlx(2)},
    NamedScaled{"mlx_3bit", 3, mlx(3)},
    NamedScaled{"mlx_4bit", 4, mlx(4)},
    NamedScaled{"mlx_4bit_g32", 4, mlx(4, 32)},
    NamedScaled{"mlx_4bit_g128", 4, mlx(4, 128)},
    NamedScaled{"mlx_5bit", 5, mlx(5)},
    NamedScaled{"mlx_6bit", 6, mlx(6)},
    NamedScaled{"mlx_8bit", 8, mlx(8)},
    NamedScaled{"mlx_8bit_g32", 8, mlx(8, 32)},
    NamedScaled{
        "hqq",
        4,
        {.element_bits = 4, .group = 64, .group_bytes = 4, .source = "mobiusml/hqq; fp16 scale and zero for 64"}},
    NamedScaled{
        "hqq_8bit",
        8,
        {.element_bits = 8, .group = 64, .group_bytes = 4, .source = "mobiusml/hqq; fp16 scale and zero for 64"}},
};

struct OtherName {
  std::string_view other, name;
};

/// Other spellings of formats with scales and of mixes.
constexpr std::array other_names{
    OtherName{"fp8_per_tensor", "fp8_tensor"},
    OtherName{"fp8_per_channel", "fp8_channel"},
    OtherName{"fp8_dynamic", "fp8_channel"},
    OtherName{"fp8_blockwise", "fp8_block"},
    OtherName{"fp8_block128", "fp8_block"},
    OtherName{"fp8_128x128", "fp8_block"},
    OtherName{"int8_per_channel", "int8_channel"},
    OtherName{"w8a8", "int8_channel"},
    OtherName{"int8_w8a8", "int8_channel"},
    OtherName{"llm.int8()", "llm_int8"},
    OtherName{"bnb_int8", "llm_int8"},
    OtherName{"bitsandbytes_int8", "llm_int8"},
    OtherName{"gptq_int4", "gptq"},
    OtherName{"gptq_4bit", "gptq"},
    OtherName{"gptq_g128", "gptq"},
    OtherName{"gptq_int4_g128", "gptq"},
    OtherName{"gptq_act_order", "gptq_act"},
    OtherName{"gptq_actorder", "gptq_act"},
    OtherName{"gptq_act_g128", "gptq_act"},
    OtherName{"gptq_8bit", "gptq_int8"},
    OtherName{"awq_int4", "awq"},
    OtherName{"awq_4bit", "awq"},
    OtherName{"awq_g128", "awq"},
    OtherName{"w4a16", "int4_sym"},
    OtherName{"int4_g128", "int4_sym"},
    OtherName{"int4_sym_g128", "int4_sym"},
    OtherName{"int4_sym_g32", "int4_g32"},
    OtherName{"bnb_nf4", "nf4"},
    OtherName{"bnb_4bit", "nf4"},
    OtherName{"bnb_fp4", "nf4"}, // other code points, the same scales
    OtherName{"nf4_double", "nf4_dq"},
    OtherName{"bnb_nf4_dq", "nf4_dq"},
    OtherName{"mlx_4bit_g64", "mlx_4bit"},
    OtherName{"mlx_8bit_g64", "mlx_8bit"},
    OtherName{"mlx_q4", "mlx_4bit"},
    OtherName{"mlx_q8", "mlx_8bit"},
    OtherName{"hqq_4bit", "hqq"},
    OtherName{"hqq_4bit_g64", "hqq"},
    OtherName{"Q3_K", "Q3_K_M"}, // llama.cpp tools/quantize/quantize.cpp
    OtherName{"Q4_K", "Q4_K_M"},
    OtherName{"Q5_K", "Q5_K_M"},
    OtherName{"mxfp4_gguf", "MXFP4_MOE"},
    OtherName{"gguf_mxfp4", "MXFP4_MOE"},
};

/// Every name with what it means, and where each folded name stands.
struct PrecisionNames {
  std::vector<NamedPrecision> rows;
  NameIndex index;

  PrecisionNames() {
    std::ranges::copy(flat_names, std::back_inserter(rows));
    for (const NamedScaled &row : scaled_formats) {
      rows.push_back(
          {row.name,
           {row.name, PrecisionKind::scaled, row.nominal_bits, row.format.linear_bits(), &row.format, nullptr}});
    }
    for (const GgufMix &mix : gguf_mixes()) {
      const double bits = block_of(mix.base).bits();
      rows.push_back({mix.name, {mix.name, PrecisionKind::gguf, bits, bits, nullptr, &mix}});
    }
    index = NameIndex::of(rows);
    for (const auto &[other, name] : other_names) {
      index.add(other, index.find(FoldedName{name}).value());
    }
  }
};

const PrecisionNames &precision_names() {
  static const PrecisionNames names;
  return names;
}

struct NamedCachePrecision {
  std::string_view folded;
  CachePrecision precision;
};

// ggml blocks of 32 elements: ggml-common.h
constexpr double block_of_32(double bytes) {
  return bytes / 32;
}

constexpr std::array cache_precisions{
    NamedCachePrecision{"bf16", {"bf16", 2}},
    NamedCachePrecision{"fp16", {"fp16", 2}},
    NamedCachePrecision{"f16", {"fp16", 2}},
    NamedCachePrecision{"bfloat16", {"bf16", 2}},
    NamedCachePrecision{"float16", {"fp16", 2}},
    NamedCachePrecision{"half", {"fp16", 2}},
    NamedCachePrecision{"fp32", {"fp32", 4}},
    NamedCachePrecision{"f32", {"fp32", 4}},
    NamedCachePrecision{"float32", {"fp32", 4}},
    NamedCachePrecision{"fp8", {"fp8", 1}},
    NamedCachePrecision{"fp8e4m3", {"fp8", 1}},
    NamedCachePrecision{"fp8e5m2", {"fp8", 1}},
    NamedCachePrecision{"int8", {"int8", 1}},
    NamedCachePrecision{"int4", {"int4", 0.5}},
    NamedCachePrecision{"q8.0", {"q8_0", block_of_32(34)}},
    NamedCachePrecision{"q5.0", {"q5_0", block_of_32(22)}},
    NamedCachePrecision{"q5.1", {"q5_1", block_of_32(24)}},
    NamedCachePrecision{"q4.0", {"q4_0", block_of_32(18)}},
    NamedCachePrecision{"q4.1", {"q4_1", block_of_32(20)}},
    NamedCachePrecision{"iq4nl", {"iq4_nl", block_of_32(18)}},
};

template <typename Table> [[noreturn]] void unknown(std::string_view text, const Table &table, std::string_view what) {
  std::vector<std::string_view> names;
  std::ranges::transform(table, std::back_inserter(names), [](const auto &row) { return row.precision.name; });
  bad_argument(words("unknown ", what, " ", text, did_you_mean(text, names)));
}

Precision named_precision(std::string_view text) {
  const PrecisionNames &names = precision_names();
  const auto position = names.index.find(FoldedName{text});
  if (!position) {
    unknown(text, names.rows, "precision");
  }
  return names.rows[*position].precision;
}

CachePrecision named_cache_precision(std::string_view text) {
  const FoldedName wanted{text};
  const auto found = std::ranges::find(cache_precisions, wanted.view(), &NamedCachePrecision::folded);
  if (found == cache_precisions.end()) {
    unknown(text, cache_precisions, "kv_precision");
  }
  return found->precision;
}

/// The numbers that stand for a precision.
struct ByteCount {
  double bytes;
  std::string_view name;
};

constexpr std::array byte_counts{ByteCount{0.5, "0.5 byte"}, ByteCount{1, "1 byte"}, ByteCount{2, "2 bytes"},
                                 ByteCount{4, "4 bytes"}};

} // namespace

Precision parse_precision(std::string_view text) {
  const auto bytes = parse_number(text); // a text cell may hold the number
  return bytes ? parse_precision(*bytes) : named_precision(text);
}

std::vector<std::string_view> precision_list() {
  std::vector<std::string_view> names;
  for (const NamedPrecision &row : precision_names().rows) {
    if (std::ranges::find(names, row.precision.name) == names.end()) {
      names.push_back(row.precision.name);
    }
  }
  return names;
}

Precision parse_precision(double bytes) {
  const auto found = std::ranges::find(byte_counts, bytes, &ByteCount::bytes);
  if (found == byte_counts.end()) {
    bad_argument(words("a number as precision is 0.5, 1, 2 or 4 bytes, not ", bytes));
  }
  return flat(found->name, bytes);
}

CachePrecision parse_cache_precision(std::string_view text) {
  const auto bytes = parse_number(text);
  return bytes ? parse_cache_precision(*bytes) : named_cache_precision(text);
}

CachePrecision parse_cache_precision(double bytes) {
  return {parse_precision(bytes).name, bytes};
}

} // namespace calcvram
