#include "memory/cache_layout.hpp"

#include "caches.hpp"
#include "failing.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <string>

using namespace calcvram;
using namespace calcvram::test;

namespace {

constexpr double gib = 1024.0 * 1024 * 1024;

double cells(std::string_view options, double context, double sequences, double window = 0) {
  LayerGroup group;
  group.kind = window > 0 ? CacheKind::window : CacheKind::full;
  group.window = window;
  return cache_rows(group, {context, sequences}, 16, options_of(options)).all();
}

constexpr std::array engines{"", "engine=llama.cpp", "engine=llama.cpp slots=separate", "engine=vllm"};
/// One of each kind of cache.
const std::array<std::string, 8> kinds{
    "7b",           "Gemma 3 27B",         "DeepSeek-V3.2", "Qwen3.5 27B", "Nemotron 3 Nano 30B-A3B",
    "Kimi-K3 2.8T", std::string{v4_flash}, "MiMo-V2-Flash"};

double both(std::string_view model, double context, double sequences, const std::string &options) {
  return kv_bytes(model, context, sequences, "bf16", options) + state_bytes(model, sequences, options);
}

} // namespace

BOOST_AUTO_TEST_SUITE(cache_layout)

BOOST_AUTO_TEST_CASE(llama_cpp_pads_cells) {
  BOOST_TEST(cells("engine=llama.cpp", 1, 1) == 256);
  BOOST_TEST(cells("engine=llama.cpp", 16800, 1) == 16896); // a request for 16.8k, as servers round it
  BOOST_TEST(cells("engine=llama.cpp pad=32", 33, 1) == 64);
  BOOST_TEST(cells("engine=llama.cpp", 2048, 4) == 8192);
  // 1,024 cells over 3 slots: unsloth pull request 7530
  BOOST_TEST(cells("engine=llama.cpp slots=separate", 1024.0 / 3, 3) == 1536);
  BOOST_TEST(cells("engine=llama.cpp", 1024.0 / 3, 3) == 1024);
}

BOOST_AUTO_TEST_CASE(llama_cpp_windows_hold_a_micro_batch_as_well) {
  BOOST_TEST(cells("engine=llama.cpp", 8192, 1, 128) == 768); // 128 + 512, padded
  BOOST_TEST(cells("engine=llama.cpp ubatch=2048", 8192, 1, 128) == 2304);
  BOOST_TEST(cells("engine=llama.cpp", 8192, 1, 513) == 1280); // a window counted with the current token: Kolibri-1
  BOOST_TEST(cells("engine=llama.cpp", 2048, 4, 1024) == 4608);
  BOOST_TEST(cells("engine=llama.cpp slots=separate", 2048, 4, 512) == 4 * 1024);
  BOOST_TEST(cells("engine=llama.cpp swa=full", 8192, 1, 128) == 8192);
  BOOST_TEST(cells("swa=full", 8192, 1, 128) == 8192);
  BOOST_TEST(cells("", 8192, 1, 128) == 128);
}

BOOST_AUTO_TEST_CASE(vllm_pages) {
  BOOST_TEST(cells("engine=vllm", 1, 1) == 16);
  BOOST_TEST(cells("engine=vllm", 17, 3) == 96);
  BOOST_TEST(cells("engine=vllm", 131072, 1, 1024) == 3088); // 193 pages
  BOOST_TEST(cells("engine=vllm batched_tokens=8192", 131072, 1, 1024) == 9232);
  BOOST_TEST(cells("engine=vllm", 100, 1, 1024) == 128); // 7 pages and one more
}

BOOST_AUTO_TEST_CASE(gemma_3_27b_by_engine) {
  BOOST_TEST(kv_bytes("Gemma 3 27B", 131072) == 11173625856);
  // 10.61, 11.23 and 13.66 GiB to two decimals, or one unit off
  BOOST_TEST(kv_bytes("Gemma 3 27B", 131072, 1, "fp16", "engine=llama.cpp") == 8192.0 * (10 * 131072 + 52 * 1536));
  BOOST_TEST(std::abs(kv_bytes("Gemma 3 27B", 131072, 1, "fp16", "engine=llama.cpp") / gib - 10.61) < 0.01);
  BOOST_TEST(std::abs(kv_bytes("Gemma 3 27B", 131072, 1, "bf16", "engine=vllm") / gib - 11.23) < 0.01);
  BOOST_TEST(std::abs(kv_bytes("Gemma 3 27B", 131072, 1, "bf16", "engine=vllm batched_tokens=8192") / gib - 13.66) <
             0.01);
  BOOST_TEST(kv_bytes("Gemma 3 27B", 131072, 1, "bf16", "swa=full") == 62 * gib);
}

BOOST_AUTO_TEST_CASE(cache_types_of_llama_3_8b) {
  struct Case {
    const char *type;
    double in_gib;
  };
  for (const Case &now :
       {Case{"fp16", 16}, Case{"q8_0", 8.5}, Case{"q5_1", 6}, Case{"q5_0", 5.5}, Case{"q4_1", 5}, Case{"q4_0", 4.5}}) {
    for (const char *engine : engines) {
      BOOST_TEST(kv_bytes("Llama 3 8B", 131072, 1, now.type, engine) == now.in_gib * gib, now.type << engine);
    }
  }
}

BOOST_AUTO_TEST_CASE(k_only_rows_in_fp8_carry_scales_in_vllm) {
  BOOST_TEST(kv_bytes("DeepSeek-V3.2", 16, 1, "fp8", "engine=vllm") == 16.0 * 61 * (656 + 132));
  BOOST_TEST(kv_bytes("DeepSeek-V3.2", 16, 1, "fp8") == 16.0 * 61 * (576 + 128));
  BOOST_TEST(kv_bytes("DeepSeek-V3", 16, 1, "fp8", "engine=vllm") == 16.0 * 61 * 576); // no sparse attention
  BOOST_TEST(kv_bytes("DeepSeek-V3.2", 16, 1, "bf16", "engine=vllm") == 16.0 * 85888);
}

BOOST_AUTO_TEST_CASE(deepseek_v4) {
  struct Case {
    std::string_view model;
    double at_8k, at_32k, at_128k, a_token, state;
  };
  for (const Case &now : {Case{v4_flash, 61997056, 231079936, 907411456, 6880, 12206080},
                          Case{v4_pro, 88670208, 330694656, 1298792448, 9848, 18710528}}) {
    BOOST_TEST(kv_bytes(now.model, 8192) == now.at_8k);
    BOOST_TEST(kv_bytes(now.model, 32768) == now.at_32k);
    BOOST_TEST(kv_bytes(now.model, 131072) == now.at_128k);
    BOOST_TEST(elements_per_token(*parse_model(now.model, models())) * 2 == now.a_token);
    BOOST_TEST(state_bytes(now.model) == now.state);
    BOOST_TEST(state_bytes(now.model, 1, "engine=llama.cpp") == now.state);
  }
  // llama-kv-cache-dsv4.cpp: compressed cells in 256s, a stream each; 43 windows of 128 + 512
  BOOST_TEST(kv_bytes(v4_flash, 8192, 1, "fp16", "engine=llama.cpp") ==
             2.0 * (43 * 768 * 512 + 21 * 2048 * (512 + 128) + 20 * 256 * 512));
  BOOST_TEST(kv_bytes(v4_flash, 8192, 1, "fp8", "engine=vllm") ==
             43.0 * (2304 + 256) * 584 + 21.0 * 2048 * (584 + 132) + 20.0 * 64 * 584);
  BOOST_TEST(is_bad_argument([] { return kv_bytes("layers=4 hidden=64 head_dim=16 csa_layers=4", 100); }));
  BOOST_TEST(is_bad_argument([] { return kv_bytes("layers=4 csa_layers=3 hca_layers=2 head_dim=16 window=8", 1); }));
}

BOOST_AUTO_TEST_CASE(a_spec_may_give_one_kind_of_layers_only) {
  BOOST_TEST(kv_bytes("window_layers=12 window=128 kv_heads=8 head_dim=64", 1000) == 12 * 128 * 2048.0);
  BOOST_TEST(kv_bytes("csa_layers=3 head_dim=16 window=8", 1000) == 3 * (8 + 250) * 32.0);
  // all kinds at once
  BOOST_TEST(kv_bytes("layers=9 kv_layers=1 csa_layers=2 hca_layers=2 window_layers=4 index_layers=1 index_dim=4 "
                      "window=8 kv_heads=1 head_dim=16",
                      1024) == 2.0 * (1024 * 32 + 8 * 8 * 16 + 2 * 256 * 20 + 2 * 8 * 16 + 1024 * 4));
}

BOOST_AUTO_TEST_CASE(tensor_parallel_ranks_have_one_head_at_least) {
  const double one = kv_bytes("Llama 3 8B", 1024); // 8 heads
  BOOST_TEST(kv_bytes("Llama 3 8B", 1024, 1, "bf16", "tp=4") == one);
  BOOST_TEST(kv_bytes("Llama 3 8B", 1024, 1, "bf16", "tp=4 per=card") == one / 4);
  BOOST_TEST(kv_bytes("Llama 3 8B", 1024, 1, "bf16", "tp=3 per=card") == one * 3 / 8);
  BOOST_TEST(kv_bytes("Llama 3 8B", 1024, 1, "bf16", "tp=16") == 2 * one);
  BOOST_TEST(kv_bytes("Llama 3 8B", 1024, 1, "bf16", "tp=16 per=card") == one / 8);
  BOOST_TEST(kv_bytes("DeepSeek-V3.2", 1024, 1, "bf16", "tp=8") == 8 * kv_bytes("DeepSeek-V3.2", 1024));
  BOOST_TEST(kv_bytes("DeepSeek-V3.2", 1024, 1, "bf16", "tp=8 per=card") == kv_bytes("DeepSeek-V3.2", 1024));
  BOOST_TEST(kv_bytes("DeepSeek-V3", 1024, 1, "bf16", "tp=8 per=card mla=expanded") ==
             kv_bytes("DeepSeek-V3", 1024, 1, "bf16", "mla=expanded") / 8);
  BOOST_TEST(kv_bytes(v4_flash, 1024, 1, "bf16", "tp=4") == 4 * kv_bytes(v4_flash, 1024));
  // without heads the width is hidden, which splits
  BOOST_TEST(kv_bytes("layers=32 hidden=4096", 1024, 1, "bf16", "tp=4 per=card") ==
             kv_bytes("layers=32 hidden=4096", 1024) / 4);
  BOOST_TEST(kv_bytes("layers=32 hidden=4096", 1024, 1, "bf16", "tp=4") == kv_bytes("layers=32 hidden=4096", 1024));
}

BOOST_AUTO_TEST_CASE(stages_replicas_and_ranks_of_tokens) {
  const double one = kv_bytes("7b", 1000);
  BOOST_TEST(kv_bytes("7b", 1000, 1, "bf16", "pp=3") == one);
  BOOST_TEST(kv_bytes("7b", 1000, 1, "bf16", "pp=3 per=card") == one * 11 / 32);
  BOOST_TEST(kv_bytes("7b", 1000, 5, "bf16", "dp=2") == 5 * one);
  BOOST_TEST(kv_bytes("7b", 1000, 5, "bf16", "dp=2 per=card") == 3 * one);
  BOOST_TEST(kv_bytes("7b", 1000, 1, "bf16", "dp=4 per=card") == one);
  BOOST_TEST(kv_bytes("7b", 1000, 1, "bf16", "cp=3") == one);
  BOOST_TEST(kv_bytes("7b", 1000, 1, "bf16", "cp=3 per=card") == one * 334 / 1000);
  // each replica has a unified cache of its own sequences
  BOOST_TEST(kv_bytes("7b", 100, 5, "bf16", "engine=llama.cpp dp=2") == one / 1000 * (512 + 256));
  BOOST_TEST(kv_bytes("7b", 100, 1, "bf16", "engine=llama.cpp dp=2") == one / 1000 * 256);
}

BOOST_AUTO_TEST_CASE(never_falling_in_context_or_batch) {
  for (const std::string &model : kinds) {
    for (const std::string engine : engines) {
      double before = 0;
      for (const double context : {1.0, 15.0, 16.0, 17.0, 127.0, 128.0, 129.0, 1000.0, 4096.0, 50000.0, 131072.0}) {
        const double now = both(model, context, 2, engine);
        BOOST_TEST(now >= before, model << " " << engine << " " << context);
        BOOST_TEST(now >= both(model, context, 1, engine), model << " " << engine << " " << context);
        before = now;
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(engines_allocate_what_attention_reads_at_least) {
  for (const std::string &model : kinds) {
    for (const std::string engine : engines) {
      for (const double context : {1.0, 100.0, 5000.0, 131072.0}) {
        BOOST_TEST(both(model, context, 3, engine) >= both(model, context, 3, ""), model << " " << engine);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(all_cards_have_one_copy_at_least_and_the_fullest_its_part) {
  for (const std::string &model : kinds) {
    for (const std::string engine : engines) {
      const double one = both(model, 5000, 6, engine);
      BOOST_TEST(both(model, 5000, 6, engine + " tp=1 pp=1 dp=1 cp=1") == one);
      for (const std::string degrees :
           {"tp=2", "tp=16", "pp=2", "pp=5", "dp=2", "dp=4", "cp=2", "tp=4 pp=3 dp=2 cp=2"}) {
        const double total = both(model, 5000, 6, engine + " " + degrees);
        const double card = both(model, 5000, 6, engine + " per=card " + degrees);
        const double cards = options_of(degrees).degrees.cards();
        const double all_sequences = both(model, 5000, 6, engine);
        // a unified cache of fewer sequences is padded less, a window of fewer rows holds fewer micro-batches
        if (degrees.find("dp") == std::string::npos) {
          BOOST_TEST(total >= all_sequences * (1 - 1e-12), model << " " << engine << " " << degrees);
        }
        BOOST_TEST(card <= total * (1 + 1e-12), model << " " << engine << " " << degrees);
        BOOST_TEST(card * cards >= total * (1 - 1e-12), model << " " << engine << " " << degrees);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(the_words_name_cells_pages_and_sources) {
  const ModelRef gemma = parse_model("Gemma 3 27B", models());
  const auto how = [&](std::string_view options) {
    return explain_kv_cache(*gemma, {131072, 2}, {}, options_of(options));
  };
  BOOST_TEST(how("engine=llama.cpp") ==
             "one cache of 2 sequences x (10 layers x 2 (K and V) x 16 KV heads x 128 wide x 2 B x 262,144 cells + 52 "
             "window layers x 2 (K and V) x 16 KV heads x 128 wide x 2 B x 2,560 cells) = 22,565,355,520 B; llama.cpp "
             "src/llama-kv-cache.cpp, llama-kv-cache-iswa.cpp");
  BOOST_TEST(how("engine=vllm tp=2 per=card dp=2") ==
             "1 sequence x (10 layers x 2 (K and V) x 8 KV heads x 128 wide x 2 B x 8,192 pages of 16 tokens + 52 "
             "window layers x 2 (K and V) x 8 KV heads x 128 wide x 2 B x 193 pages of 16 tokens) = 6,026,428,416 B; "
             "tp=2: each rank has at least one KV head, latent and index rows whole; the fullest card; vLLM "
             "v1/kv_cache_interface.py, platforms/interface.py");
}

BOOST_AUTO_TEST_SUITE_END()
