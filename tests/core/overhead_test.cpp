#include "memory/overhead.hpp"

#include "caches.hpp"
#include "test_table.hpp"
#include "unit_bytes.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram;
using namespace calcvram::test;

namespace {

double overhead_gb(std::string_view model, std::string_view options) {
  return overhead(*parse_model(model, models()), {8192, 1}, options_of(options)).gb();
}

} // namespace

BOOST_AUTO_TEST_SUITE(overhead)

BOOST_AUTO_TEST_CASE(two_gb_a_card_without_an_engine) {
  BOOST_TEST(overhead_gb("7b", "") == 2);
  BOOST_TEST(overhead_gb("Llama 3 8B", "overhead=high") == 2);
  BOOST_TEST(overhead_gb("Llama 3 8B", "tp=4 pp=2") == 16);
  BOOST_TEST(overhead_gb("Llama 3 8B", "tp=4 pp=2 per=card") == 2);
  BOOST_TEST(overhead_gb("7b", "engine=vllm") == 2); // its buffers cannot be told
  BOOST_TEST(overhead_gb("layers=32 hidden=4096", "engine=llama.cpp overhead=low") == 2);
}

BOOST_AUTO_TEST_CASE(what_is_said_wins) {
  BOOST_TEST(overhead_gb("Llama 3 8B", "engine=vllm overhead=3 tp=2") == 6);
  BOOST_TEST(overhead_gb("Llama 3 8B", "engine=llama.cpp overhead=0") == 0);
}

BOOST_AUTO_TEST_CASE(low_middle_and_high) {
  for (const std::string engine : {"engine=llama.cpp", "engine=vllm", "engine=vllm tp=8", "engine=llama.cpp pp=2"}) {
    for (const auto *model : {"Llama 3 8B", "DeepSeek-V3", "gpt-oss-120b", "Qwen3.5 27B", "Gemma 3 1B"}) {
      const double low = overhead_gb(model, engine + " overhead=low");
      const double middle = overhead_gb(model, engine);
      const double high = overhead_gb(model, engine + " overhead=high");
      BOOST_TEST(0 < low, model);
      BOOST_TEST(low < high, model);
      BOOST_TEST(middle == (low + high) / 2, boost::test_tools::tolerance(1e-12));
      BOOST_TEST(overhead_gb(model, engine + " overhead=middle") == middle);
    }
  }
}

// What vLLM said at its start, GiB: activation peak + outside PyTorch + CUDA graphs + taken before ("Free memory on
// device"). batched_tokens is vLLM's default on such a card.
BOOST_AUTO_TEST_CASE(vllm_logs_lie_in_the_range) {
  constexpr double gib = 1024.0 * 1024 * 1024;
  struct Case {
    const char *model;
    const char *options;
    double in_gib;
  };
  for (const Case &now : {
           // llm-d dual-pods documentation: granite-3.3-2b-instruct on 44.39 GiB
           Case{"layers=40 hidden=2048 ffn=8192 heads=32 kv_heads=8 head_dim=64 vocab=49159", "engine=vllm",
                0.23 + 0.02 + 0.62 + 0.49},
           // Llama 3.1 8B on an H100: 15.26 GiB of weights (15.0) and outside PyTorch
           Case{"Llama 3.1 8B", "engine=vllm batched_tokens=8192", 1.44 + 0.26 + 0.23 + 0.41},
           // Qwen3-VL-8B on a B200, without what was taken before
           Case{"Qwen3-VL 8B", "engine=vllm batched_tokens=8192", 1.51 + 0.23 + 0.52},
       }) {
    const OverheadRange range = overhead_range(*parse_model(now.model, models()), {8192, 1}, options_of(now.options));
    BOOST_TEST(range.low.count() <= now.in_gib * gib, now.model);
    BOOST_TEST(now.in_gib * gib <= range.high.count(), now.model);
    BOOST_TEST_MESSAGE(now.model << ": middle / measured " << range.middle().count() / (now.in_gib * gib));
  }
}

BOOST_AUTO_TEST_CASE(the_words_show_the_range_and_its_sources) {
  const auto how = [](std::string_view model, std::string_view options) {
    return explain_overhead(*parse_model(model, models()), {8192, 1}, options_of(options));
  };
  BOOST_TEST(how("7b", "") == "2 GB a card: CUDA context, framework, fragmentation (the GPU rental page's rule)");
  BOOST_TEST(how("7b", "overhead=1 dp=2") == "2 cards x overhead=1 GB a card");
  const std::string llama = how("Llama 3 8B", "engine=llama.cpp");
  BOOST_TEST(llama.find("the middle of ") != std::string::npos, llama);
  BOOST_TEST(llama.find("512 tokens x 4 B x (128,256 + 2 x 4,096) = 279,445,504 B") != std::string::npos, llama);
  BOOST_TEST(llama.find("pull request 23861") != std::string::npos, llama);
  const std::string vllm = how("Llama 3 8B", "engine=vllm tp=2 overhead=high");
  BOOST_TEST(vllm.find("2 cards x ") == 0U, vllm);
  BOOST_TEST(vllm.find("the high end of ") != std::string::npos, vllm);
  BOOST_TEST(vllm.find("NCCL 0.358613 to 2.147484 GB") != std::string::npos, vllm);
  BOOST_TEST(how("7b", "engine=vllm").find("cannot be told") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(without_attention_there_is_nothing_to_mask) {
  const ModelRef mamba = parse_model("Mamba 2.8B", models());
  for (const auto *options : {"engine=llama.cpp", "engine=llama.cpp attention=eager"}) {
    const auto buffer = [&](double context) {
      return llama_cpp_compute_buffer(*mamba, {context, 1}, options_of(options)).high.count();
    };
    BOOST_TEST(buffer(1e6) == buffer(1), options);
    BOOST_TEST(buffer(1) == 512 * 4.0 * (50280 + 2 * 2560), options);
  }
}

BOOST_AUTO_TEST_SUITE_END()
