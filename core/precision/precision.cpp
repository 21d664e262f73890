#include "precision/precision.hpp"

#include "failure.hpp"
#include "text/name.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

namespace calcvram {
namespace {

struct NamedPrecision {
  std::string_view folded; ///< as name.hpp folds it
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
// NormalFloat 4: an fp32 scale for each 64 weights is 0.5 bit; quantising the scales again to 8 bits, with an
// fp32 for each 256 of them, leaves 8/64 + 32/(64*256) = 0.127 bit. QLoRA (arXiv 2305.14314), section 3.
constexpr Precision nf4{"nf4", PrecisionKind::scaled, 4, 4 + 32.0 / 64};
constexpr Precision nf4_dq{"nf4_dq", PrecisionKind::scaled, 4, 4 + 8.0 / 64 + 32.0 / (64 * 256)};

constexpr std::array precisions{
    NamedPrecision{"fp32", fp32},     NamedPrecision{"f32", fp32},    NamedPrecision{"float32", fp32},
    NamedPrecision{"float", fp32},    NamedPrecision{"tf32", tf32},   NamedPrecision{"bf16", bf16},
    NamedPrecision{"bfloat16", bf16}, NamedPrecision{"fp16", fp16},   NamedPrecision{"f16", fp16},
    NamedPrecision{"float16", fp16},  NamedPrecision{"half", fp16},   NamedPrecision{"fp8", fp8},
    NamedPrecision{"fp8e4m3", fp8},   NamedPrecision{"fp8e5m2", fp8}, NamedPrecision{"float8", fp8},
    NamedPrecision{"int8", int8},     NamedPrecision{"int4", int4},   NamedPrecision{"nf4", nf4},
    NamedPrecision{"nf4dq", nf4_dq},
};

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
    NamedCachePrecision{"q5.1", {"q5_1", block_of_32(24)}},
    NamedCachePrecision{"q5.0", {"q5_0", block_of_32(22)}},
    NamedCachePrecision{"q4.1", {"q4_1", block_of_32(20)}},
    NamedCachePrecision{"q4.0", {"q4_0", block_of_32(18)}},
    NamedCachePrecision{"iq4nl", {"iq4_nl", block_of_32(18)}},
};

template <typename Table> auto find_named(std::string_view text, const Table &table, std::string_view what) {
  const FoldedName wanted{text};
  const auto found = std::ranges::find(table, wanted.view(), [](const auto &row) { return row.folded; });
  if (found == std::end(table)) {
    std::vector<std::string_view> names;
    std::ranges::transform(table, std::back_inserter(names), [](const auto &row) { return row.precision.name; });
    bad_argument(words("unknown ", what, " ", text, did_you_mean(text, names)));
  }
  return found->precision;
}

void require_byte_count(double bytes) {
  if (bytes != 0.5 && bytes != 1 && bytes != 2 && bytes != 4) {
    bad_argument(words("a number as precision is 0.5, 1, 2 or 4 bytes, not ", bytes));
  }
}

} // namespace

Precision parse_precision(std::string_view text) {
  const auto bytes = parse_number(text); // a text cell may hold the number
  return bytes ? parse_precision(*bytes) : find_named(text, precisions, "precision");
}

Precision parse_precision(double bytes) {
  require_byte_count(bytes);
  return flat(bytes == 0.5 ? "0.5 byte" : bytes == 1 ? "1 byte" : bytes == 2 ? "2 bytes" : "4 bytes", bytes);
}

CachePrecision parse_cache_precision(std::string_view text) {
  const auto bytes = parse_number(text);
  return bytes ? parse_cache_precision(*bytes) : find_named(text, cache_precisions, "kv_precision");
}

CachePrecision parse_cache_precision(double bytes) {
  require_byte_count(bytes);
  return {parse_precision(bytes).name, bytes};
}

} // namespace calcvram
