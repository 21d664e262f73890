// Caches asked for as a sheet asks.
#pragma once

#include "catalogue/catalogue.hpp"
#include "memory/inference.hpp"
#include "model/spec.hpp"

#include <string_view>

namespace calcvram::test {

inline VramOptions options_of(std::string_view text) {
  return parse_vram_options(parse_key_values(text));
}

/// Bytes of KV cache alone.
inline double kv_bytes(std::string_view model, double context, double sequences = 1, std::string_view type = "bf16",
                       std::string_view options = "") {
  const VramOptions parsed = options_of(options);
  return kv_cache(*parse_model(model, models()), {context, sequences}, cache_bytes(parse_cache_precision(type), parsed),
                  parsed)
      .count();
}

/// Bytes of recurrent state alone.
inline double state_bytes(std::string_view model, double sequences = 1, std::string_view options = "",
                          std::string_view type = "bf16") {
  const VramOptions parsed = options_of(options);
  return recurrent_state(*parse_model(model, models()), sequences, cache_bytes(parse_cache_precision(type), parsed),
                         parsed)
      .count();
}

/// DeepSeek-V4 Flash and Pro as a spec.
inline constexpr std::string_view v4_flash = "layers=43 kv_layers=0 hidden=4096 heads=64 kv_heads=1 head_dim=512 "
                                             "window=128 window_layers=2 csa_layers=21 hca_layers=20 index_dim=128";
inline constexpr std::string_view v4_pro = "layers=61 kv_layers=0 hidden=7168 heads=128 kv_heads=1 head_dim=512 "
                                           "window=128 window_layers=0 csa_layers=30 hca_layers=31 index_dim=128";

} // namespace calcvram::test
