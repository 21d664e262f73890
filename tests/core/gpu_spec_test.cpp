#include "gpu/spec.hpp"

#include "gpu_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace calcvram {
namespace {

using test::failure_of;
using test::gpus;
using test::is_bad;

GpuChoice choice(std::string_view text) {
  return parse_gpu(text, gpus());
}

/// "8 x MI300X | ..." or how it failed.
std::string read(std::string_view text) {
  try {
    const GpuChoice parsed = choice(text);
    std::string result = parsed.count ? std::to_string(*parsed.count) + " x " : "";
    for (const Gpu *card : parsed.candidates) {
      result += (card == parsed.candidates.front() ? "" : " | ") + card->label;
    }
    return result + (parsed.needs_size ? " ?" : "");
  } catch (const Failure &failure) {
    return failure.words();
  }
}

double number(std::string_view text, std::string_view field) {
  return std::get<double>(gpu_fact(choice(text), field));
}

} // namespace

namespace test {

BOOST_AUTO_TEST_SUITE(gpu_spec)

BOOST_AUTO_TEST_CASE(names_and_counts) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases{
      {"A40", "A40"},
      {" a40 ", "A40"},
      {"8x MI300X", "8 x MI300X"},
      {"8 x MI300X", "8 x MI300X"},
      {"8X mi300x", "8 x MI300X"},
      {"8xMI300X", "8 x MI300X"},
      {"8\xC3\x97 MI300X", "8 x MI300X"},
      {"8 \xC3\x97MI300X", "8 x MI300X"},
      {"1000000x A40", "1000000 x A40"},
      {"7900XTX", "Radeon RX 7900 XTX"},
      {"2x 7900XTX", "2 x Radeon RX 7900 XTX"},
      {"A100 80GB", "A100 SXM 80GB | A100 PCIe 80GB"},
      {"P100", "P100 16GB ?"},
      {"2x RTX 3060", "2 x RTX 3060 12GB ?"},
      {"P100 16GB", "P100 16GB"},
      {"apple-m2-ultra", "Apple M2 Ultra 192GB ?"},
      {"80 GB", "80 GB"},
      {"80GB", "80GB"},
      {"4x 79,5 gb", "4 x 79,5 gb"},
      {"", "a GPU is missing"},
      {"80", "a number is no GPU: 80; a capacity is written 80 GB"},
      {"8 MI300X", "unknown GPU 8 MI300X; did you mean MI300X?"},
      {"MI30OX", "unknown GPU MI30OX; did you mean MI300X?"},
      {"H100 SMX", "unknown GPU H100 SMX; did you mean H100 SXM?"},
      {"0x A40", "the count before a GPU must be a whole number from 1 to 1,000,000, not 0"},
      {"1000001x A40", "the count before a GPU must be a whole number from 1 to 1,000,000, not 1000001"},
      {"0 GB", "a capacity in GB must be more than 0 and at most 1e9, not 0"},
      {"-5 GB", "a capacity in GB must be more than 0 and at most 1e9, not -5"},
  };
  for (const auto &[text, expected] : cases) {
    BOOST_TEST(read(text) == expected, text);
  }
}

BOOST_AUTO_TEST_CASE(odd_texts_are_refused_in_words) {
  for (const auto *text : {"8x", "x", "1.5x A40", "GB", "1e400 GB", "nan GB", "A40 A40", "=", "vram_gb", "A40 = 3",
                           "\xC3\x97", "8\xC3", "99999999999999999999x A40"}) {
    BOOST_TEST(is_bad(failure_of([&] { return choice(text); })), text);
  }
}

BOOST_AUTO_TEST_CASE(a_described_card) {
  const std::string_view text = "vram_gb=288 bandwidth_gb_s=8000 fp8_tflops=5000";
  BOOST_TEST(number(text, "vram_gb") == 288);
  BOOST_TEST(number(text, "bandwidth_gb_s") == 8000);
  BOOST_TEST(number(text, "fp8_tflops") == 5000);
  BOOST_TEST(number(text, "fp8") == 1);
  BOOST_TEST(number("8x vram_gb=288", "vram_gb") == 288);
  BOOST_TEST(*choice("8x vram_gb=288").count == 8);
  BOOST_TEST(*choice("vram_gb=288 count=4").count == 4);
  BOOST_TEST(number("vram_gb=80 usable_gb=84", "usable_gb") == 84, boost::test_tools::tolerance(1e-15));
  BOOST_TEST(failure_of([&] { return number(text, "tdp_w"); }) ==
             "no_answer: no tdp_w is known for " + std::string{text});
  BOOST_TEST(number("80 GB fp8=yes", "fp8") == 1);
  BOOST_TEST(number("80 GB", "vram_gb") == 80);
}

BOOST_AUTO_TEST_CASE(a_key_on_top_of_a_name_chooses_or_replaces) {
  BOOST_TEST(read("A100 vram_gb=80") == "A100 SXM 80GB | A100 PCIe 80GB");
  BOOST_TEST(read("A100 vram_gb=80 form_factor=PCIe") == "A100 PCIe 80GB");
  BOOST_TEST(read("A100 SXM vram_gb=80") == "A100 SXM 80GB");
  BOOST_TEST(read("8x RTX 4060 Ti vram_gb=16") == "8 x RTX 4060 Ti 16GB");
  BOOST_TEST(number("H100 SXM vram_gb=96", "vram_gb") == 96);
  BOOST_TEST(number("H100 SXM vram_gb=96", "bandwidth_gb_s") == 3350);
  BOOST_TEST(test::is_unanswered(failure_of([] { return number("H100 SXM vram_gb=96", "usable_gb"); })));
  BOOST_TEST(number("H100 SXM vram_gb=80", "usable_gb") > 85);
  BOOST_TEST(number("A100 vram_gb=96", "vram_gb") == 96);
  BOOST_TEST(read("P100 vram_gb=12") == "P100 16GB");
  BOOST_TEST(number("P100 vram_gb=12", "vram_gb") == 12);
  BOOST_TEST(number("A40 vram_gb=", "vram_gb") == 48);
  BOOST_TEST(choice("H100 SXM vram_gb=96").candidates.front()->id == "h100-sxm");
}

BOOST_AUTO_TEST_CASE(wrong_keys_and_values) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases{
      {"vram=80", "unknown key vram in a GPU; did you mean vram_gb?"},
      {"A40 bandwith_gb_s=1", "unknown key bandwith_gb_s in a GPU; did you mean bandwidth_gb_s?"},
      {"A40 id=x", "unknown key id in a GPU"},
      {"A40 vram_gb=lots", "vram_gb=lots is not a number"},
      {"A40 vram_gb=0", "vram_gb must be more than 0 and at most 1e9, not 0"},
      {"A40 fp8=maybe", "fp8=maybe is neither yes nor no"},
      {"A40 vram_gb=80 vram_gb=90", "vram_gb is given twice"},
      {"A40 fp8=1 tdp_w", "tdp_w needs a value: tdp_w=..."},
      {"2x A40 count=3", "two counts of GPUs: 2 and 3"},
      {"A4O vram_gb=80", "unknown GPU A4O; did you mean A40?"},
      {"count=2.5", "count must be a whole number from 1 to 1,000,000, not 2.5"},
      {"A40 gpu=A40", "a GPU is named twice: A40 and A40"},
  };
  for (const auto &[text, expected] : cases) {
    BOOST_TEST(read(text) == expected, text);
  }
}

BOOST_AUTO_TEST_CASE(two_columns) {
  const std::vector<Cell> cells{std::string_view{"gpu"},     std::string_view{"2x A100 SXM"},
                                std::string_view{"vram_gb"}, 80.0,
                                std::string_view{"fp8"},     Blank{},
                                std::string_view{"tdp_w"},   450.0};
  const GpuChoice parsed = parse_gpu(CellBlock{cells, 2}, gpus());
  BOOST_TEST(*parsed.count == 2);
  BOOST_TEST(parsed.candidates.size() == 1U);
  BOOST_TEST(parsed.candidates.front()->label == "A100 SXM 80GB");
  BOOST_TEST(*parsed.candidates.front()->tdp_w == 450);
  BOOST_TEST(is_gpu_key("gpu"));
  BOOST_TEST(is_gpu_key("VRAM GB"));
  BOOST_TEST(!is_gpu_key("A40"));
  BOOST_TEST(!is_gpu_key("id"));
}

BOOST_AUTO_TEST_CASE(a_copy_outlives_the_original) {
  GpuChoice copy;
  {
    const GpuChoice original = choice("vram_gb=288");
    copy = original;
  }
  BOOST_TEST(*copy.candidates.front()->vram_gb == 288);
}

BOOST_AUTO_TEST_CASE(several_cards_answer_where_they_agree) {
  BOOST_TEST(number("A100", "bf16_tflops") == 312);
  BOOST_TEST(number("A100 80GB", "vram_gb") == 80);
  BOOST_TEST(std::get<std::string_view>(gpu_fact(choice("A100"), "vendor")) == "NVIDIA");
  BOOST_TEST(failure_of([] { return number("A100", "vram_gb"); }) ==
             "bad_argument: A100 may be A100 SXM 40GB, A100 PCIe 40GB, A100 SXM 80GB or A100 PCIe 80GB: say which");
  // no card of the name has a figure
  BOOST_TEST(test::is_unanswered(failure_of([] { return number("A100", "fp8_tflops"); })));
  // one of two has a figure
  BOOST_TEST(is_bad(failure_of([] { return number("H200", "bf16_tflops"); })));
  const auto both_fail = [](FailureKind first, FailureKind second) {
    bool is_first = true;
    const auto fail = [&](const Gpu &) -> int {
      const auto kind = is_first ? first : second;
      is_first = false;
      throw Failure{kind, "words"};
    };
    return failure_of([&] { return answer_for_all(choice("H200"), fail); });
  };
  BOOST_TEST(both_fail(FailureKind::no_answer, FailureKind::no_answer) == "no_answer: words");
  BOOST_TEST(both_fail(FailureKind::bad_argument, FailureKind::bad_argument) == "bad_argument: words");
  BOOST_TEST(is_bad(both_fail(FailureKind::no_answer, FailureKind::bad_argument)));
  BOOST_TEST(is_bad(both_fail(FailureKind::bad_argument, FailureKind::no_answer)));
}

BOOST_AUTO_TEST_CASE(a_bare_name_of_a_card_sold_in_sizes_needs_a_size) {
  BOOST_TEST(failure_of([] { return number("P100", "vram_gb"); }) ==
             "bad_argument: P100 is sold with several amounts of memory: say which, as in P100 16GB");
  BOOST_TEST(is_bad(failure_of([] { return number("P100", "bandwidth_gb_s"); })));
  BOOST_TEST(number("P100", "fp8") == 0);
  BOOST_TEST(number("P100 16GB", "vram_gb") == 16);
}

BOOST_AUTO_TEST_CASE(counts_must_agree) {
  BOOST_TEST(agreed_count(choice("A40"), {}) == 1);
  BOOST_TEST(agreed_count(choice("8x A40"), {}) == 8);
  BOOST_TEST(agreed_count(choice("8x A40"), 8) == 8);
  BOOST_TEST(agreed_count(choice("A40"), 4, 4) == 4);
  BOOST_TEST(agreed_count(choice("A40"), {}, 3) == 3);
  BOOST_TEST(is_bad(failure_of([] { return agreed_count(choice("8x A40"), 4); })));
  BOOST_TEST(is_bad(failure_of([] { return agreed_count(choice("A40"), 4, 5); })));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace test
} // namespace calcvram
