#include "gpu/inverse.hpp"

#include "catalogue/catalogue.hpp"
#include "failing.hpp"
#include "gpu/fit.hpp"
#include "gpu/sharing.hpp"
#include "gpu/spec.hpp"
#include "model/spec.hpp"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <optional>
#include <string>

using namespace calcvram;
using namespace calcvram::test;

namespace {

/// One question with its texts read.
struct Asked {
  ModelRef model;
  Gpu gpu;
  int count;
  Precision precision;
  CachePrecision cache;
  VramOptions options;

  Asked(std::string_view of, std::string_view on, int cards, std::string_view in = "fp8", std::string_view with = "",
        std::string_view kv = "bf16")
      : model{parse_model(of, models())}, gpu{*parse_gpu(on, gpus()).candidates.front()}, count{cards},
        precision{parse_precision(in)}, cache{parse_cache_precision(kv)}, options{parse_vram_options(
                                                                              parse_key_values(with))} {}

  [[nodiscard]] InferencePlan plan(double context, double batch) const {
    return {*model, precision, {context, batch}, cache, options};
  }
  [[nodiscard]] double context_at(double batch) const { return max_context(plan(0, batch), gpu, count); }
  [[nodiscard]] double batch_at(double context) const { return max_batch(plan(context, 0), gpu, count); }

  /// GPU_FIT(VRAM_INFER(...)), as a sheet asks it.
  [[nodiscard]] bool fits(double context, double batch) const {
    GpuRequirements requirements;
    requirements.per = options.per == Per::card ? RequiredPer::card : RequiredPer::total;
    const double gb = inference(plan(context, batch), Explain::no).total().gb();
    return gb <= 1e9 && fit(gb, gpu, count, requirements).verdict != Verdict::no;
  }
};

/// The answer, or nothing where there is none; other failures are the test's.
template <typename Ask> std::optional<double> answer(const Ask &ask) {
  try {
    return ask();
  } catch (const Failure &failure) {
    BOOST_TEST((failure.kind() == FailureKind::no_answer), failure.words());
    return std::nullopt;
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(inverse)

BOOST_AUTO_TEST_CASE(by_hand) {
  // 80 GB - 70 GB of weights - 2 GB: 8 GB of 327,680 B a token
  BOOST_TEST(Asked("70b", "H100 PCIe", 1).context_at(1) == 24414);
  BOOST_TEST(Asked("70b", "H100 PCIe", 1).context_at(2) == 12207);
  // 160 - 72 = 88 GB of 8192 x 327,680 B a sequence
  BOOST_TEST(Asked("70b", "H100 PCIe", 2).batch_at(8192) == 32);
  // exactly full still fits: 24,414 tokens and 62,080 B less of overhead leave nothing
  BOOST_TEST(Asked("70b", "H100 PCIe", 1, "fp8", "overhead=2").context_at(1) == 24414);
  BOOST_TEST(Asked("params=1B layers=1 kv_heads=1 head_dim=1", "3.000004 GB", 1, "fp8").context_at(1) == 1000);
}

BOOST_AUTO_TEST_CASE(where_there_is_no_answer) {
  BOOST_TEST(is_no_answer([] { return Asked("70b", "A40", 1).context_at(1); }));
  BOOST_TEST(is_no_answer([] { return Asked("70b", "A40", 1).batch_at(8192); }));
  BOOST_TEST(words_of([] {
               return Asked("70b", "A40", 1).context_at(1);
             }).starts_with("not even 1 token fits: 72 GB are more than the 48 GB of A40"));
  // only windows, only state
  const std::string windows = "params=7B layers=32 kv_heads=8 head_dim=128 window_layers=32 window=4096";
  BOOST_TEST(words_of([&] { return Asked(windows, "H100 PCIe", 1).context_at(1); }) ==
             "any number of tokens fits: the memory does not grow with them");
  BOOST_TEST(is_no_answer([&] { return Asked(windows, "H100 PCIe", 1).context_at(1); }));
  const std::string state = "params=7B layers=64 state_layers=64 state_kind=mamba1 inner=8192 state=16 conv_kernel=4";
  BOOST_TEST(is_no_answer([&] { return Asked(state, "H100 PCIe", 1).context_at(1); }));
  BOOST_TEST(Asked(state, "H100 PCIe", 1).batch_at(8192) > 1000);
  BOOST_TEST(is_no_answer([] { return Asked("70b", "MI308X", 1).context_at(1); })); // capacity unknown
}

BOOST_AUTO_TEST_CASE(wrong_questions) {
  BOOST_TEST(is_bad_argument([] { return Asked("70", "H100 PCIe", 1).context_at(1); })); // no KV cache
  BOOST_TEST(is_bad_argument([] { return Asked("70b", "H100 PCIe", 2, "fp8", "tp=4").context_at(1); }));
  BOOST_TEST(is_bad_argument([] { return Asked("70b", "H100 PCIe", 2, "fp8", "tp=4").batch_at(8192); }));
}

BOOST_AUTO_TEST_CASE(max_context_does_not_limit_it) {
  const Asked asked{"Llama 3 8B", "B200", 1};
  BOOST_TEST(asked.context_at(1) > asked.model->shape.max_context.value());
}

// At the answer it fits, at one more it does not: for every layout of every engine.
BOOST_AUTO_TEST_CASE(exact_on_all_models_cards_and_options) {
  const char *const of[] = {"70b",          "Llama 3 8B",    "Gemma 3 27B",
                            "gpt-oss-20b",  "DeepSeek-V3",   "Qwen3.6 27B",
                            "Gemma 3n E4B", "MiMo-V2-Flash", "Nemotron 3 Nano 30B-A3B"};
  const char *const with[] = {"",
                              "overhead=0.7",
                              "engine=llama.cpp",
                              "engine=llama.cpp slots=separate ubatch=2048 pad=32",
                              "engine=llama.cpp swa=full draft=3",
                              "engine=vllm",
                              "engine=vllm block=7 batched_tokens=8192",
                              "per=card tp=8",
                              "per=card tp=2 pp=4 engine=vllm",
                              "dp=2 tp=4",
                              "cp=8",
                              "mla=expanded kv_k=q8_0"};
  int answered = 0;
  for (const auto *model : of) {
    for (const auto *options : with) {
      for (const auto *card : {"RTX 4090", "A100 SXM 80GB", "MI300X"}) {
        const Asked asked{model, card, 8, "int4", options};
        for (const double batch : {1.0, 3.0, 64.0}) {
          if (const auto most = answer([&] { return asked.context_at(batch); })) {
            ++answered;
            BOOST_TEST(asked.fits(*most, batch), model << ", " << card << ", " << options << ": " << *most);
            BOOST_TEST(!asked.fits(*most + 1, batch), model << ", " << card << ", " << options << ": " << *most);
            BOOST_TEST(!asked.fits(*most * 1.7 + 1000, batch), model << ", " << options);
          }
        }
        for (const double context : {1.0, 5000.0, 131072.0}) {
          if (const auto most = answer([&] { return asked.batch_at(context); })) {
            ++answered;
            BOOST_TEST(asked.fits(context, *most), model << ", " << card << ", " << options << ": " << *most);
            BOOST_TEST(!asked.fits(context, *most + 1), model << ", " << card << ", " << options << ": " << *most);
            BOOST_TEST(!asked.fits(context, *most * 1.7 + 10), model << ", " << options);
          }
        }
      }
    }
  }
  BOOST_TEST(answered > 1000);
}

BOOST_AUTO_TEST_CASE(more_cards_hold_more_and_more_sequences_leave_less) {
  for (int count = 2; count <= 16; ++count) {
    BOOST_TEST(Asked("Llama 3 70B", "A40", count + 2).context_at(1) >
               Asked("Llama 3 70B", "A40", count + 1).context_at(1));
  }
  const Asked asked{"Gemma 3 27B", "H100 PCIe", 1};
  for (double batch = 1; batch < 40; ++batch) {
    BOOST_TEST(asked.context_at(batch + 1) <= asked.context_at(batch));
  }
}

BOOST_AUTO_TEST_CASE(quick) { // far above what it takes (2 us), far below what a sheet would notice
  const Asked asked{"Gemma 3 27B", "H100 PCIe", 1, "fp8", "engine=llama.cpp"};
  constexpr int calls = 1000;
  const auto begin = std::chrono::steady_clock::now();
  double sum = 0;
  for (int call = 0; call < calls; ++call) {
    sum += asked.context_at(1 + call % 7);
  }
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
  BOOST_TEST(sum > 0);
  BOOST_TEST_MESSAGE("max_context: " << took.count() / calls << " us");
  BOOST_TEST(took.count() / calls < 200);
}

BOOST_AUTO_TEST_SUITE_END()
