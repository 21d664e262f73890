#include "failing.hpp"
#include "precision/precision.hpp"
#include "test_table.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram;
using namespace calcvram::test;

BOOST_AUTO_TEST_SUITE(precision)

BOOST_AUTO_TEST_CASE(flat_formats_are_their_bytes_for_ever) {
  BOOST_TEST(parse_precision("fp32").nominal_bytes() == 4);
  BOOST_TEST(parse_precision("TF32").nominal_bytes() == 4);
  BOOST_TEST(parse_precision("BF16").nominal_bytes() == 2);
  BOOST_TEST(parse_precision("float16").nominal_bytes() == 2);
  BOOST_TEST(parse_precision("fp8").nominal_bytes() == 1);
  BOOST_TEST(parse_precision("int8").nominal_bytes() == 1);
  BOOST_TEST(parse_precision("Int 4").nominal_bytes() == 0.5);
}

BOOST_AUTO_TEST_CASE(the_rental_page_prices_its_bytes) {
  const TestTable page{"rental_page/precision_bytes.csv"};
  for (std::size_t row = 0; row < page.size(); ++row) {
    std::string names = page.text(row, "precision"); // "BF16/FP16"
    names += '/';
    for (std::size_t slash = names.find('/'); slash != std::string::npos; slash = names.find('/')) {
      BOOST_TEST(parse_precision(names.substr(0, slash)).nominal_bytes() == page.number(row, "bytes_per_param"),
                 page.place(row));
      names.erase(0, slash + 1);
    }
  }
}

BOOST_AUTO_TEST_CASE(flat_names_never_come_to_mean_a_format_with_scales) {
  for (const std::string_view name : {"fp32", "F32", "tf32", "bf16", "fp16", "F16", "half", "fp8", "int8", "int4"}) {
    BOOST_TEST((parse_precision(name).kind == PrecisionKind::flat), name);
  }
}

BOOST_AUTO_TEST_CASE(formats_carry_their_scales) { // bits of a linear layer's parameter
  const auto bits = [](std::string_view name) { return parse_precision(name).linear_bits; };
  BOOST_TEST(bits("nf4") == 4.5);
  BOOST_TEST(bits("nf4_dq") == 4.127, boost::test_tools::tolerance(1e-4));
  BOOST_TEST(bits("gptq") == 4.15625);
  BOOST_TEST(bits("gptq_g64") == 4.3125);
  BOOST_TEST(bits("gptq_g32") == 4.625);
  BOOST_TEST(bits("gptq_int8") == 8.1875);
  BOOST_TEST(bits("awq") == 4.15625);
  BOOST_TEST(bits("awq_g64") == 4.3125);
  BOOST_TEST(bits("int4_sym") == 4.125);
  BOOST_TEST(bits("int4_g32") == 4.5);
  BOOST_TEST(bits("fp8_block") == 8.00195, boost::test_tools::tolerance(1e-6));
  BOOST_TEST(bits("mxfp8") == 8.25);
  BOOST_TEST(bits("mxfp4") == 4.25);
  BOOST_TEST(bits("nvfp4") == 4.5);
  BOOST_TEST(bits("mlx_4bit") == 4.5);
  BOOST_TEST(bits("mlx_8bit") == 8.5);
  BOOST_TEST(bits("mlx_3bit") == 3.5);
  BOOST_TEST(bits("hqq") == 4.5);
  BOOST_TEST(bits("Q4_K_M") == 4.5);
  BOOST_TEST(bits("IQ2_S") == 2.3125); // its base is IQ2_XS
  BOOST_TEST(parse_precision("nf4").nominal_bytes() == 0.5);
  BOOST_TEST(parse_precision("gptq").nominal_bytes() == 0.5);
  BOOST_TEST(parse_precision("fp8_block").nominal_bytes() == 1);
  BOOST_TEST(parse_precision("Q4_K_M").nominal_bits == 4.5);
}

BOOST_AUTO_TEST_CASE(names_fold_and_have_other_spellings) {
  const auto same = [](std::string_view a, std::string_view b) {
    return parse_precision(a).name == parse_precision(b).name;
  };
  BOOST_TEST(same("q4 k m", "Q4_K_M"));
  BOOST_TEST(same("q4-0", "Q4_0"));
  BOOST_TEST(same("iq3-xxs", "IQ3_XXS"));
  BOOST_TEST(same("mxfp4-moe", "MXFP4_MOE"));
  BOOST_TEST(same("Q4_K", "Q4_K_M")); // as llama-quantize has it
  BOOST_TEST(same("GPTQ-Int4", "gptq"));
  BOOST_TEST(same("AWQ g128", "awq"));
  BOOST_TEST(same("W8A8", "int8_channel"));
  BOOST_TEST(same("W4A16", "int4_sym"));
  BOOST_TEST(same("LLM.int8()", "llm_int8"));
  BOOST_TEST(same("FP8 Block", "fp8_block"));
  BOOST_TEST(same("mlx-4bit", "mlx_4bit"));
}

BOOST_AUTO_TEST_CASE(sixteen_bits_of_any_kind_have_a_master_copy) {
  BOOST_TEST(parse_precision("bf16").is_16_bit());
  BOOST_TEST(parse_precision("gguf_f16").is_16_bit());
  BOOST_TEST(!parse_precision("nf4").is_16_bit());
}

BOOST_AUTO_TEST_CASE(numbers_are_bytes) {
  for (const double bytes : {0.5, 1.0, 2.0, 4.0}) {
    BOOST_TEST(parse_precision(bytes).nominal_bytes() == bytes);
    BOOST_TEST(parse_cache_precision(bytes).bytes == bytes);
  }
  for (const double bytes : {0.0, -1.0, 3.0, 8.0, 16.0}) {
    BOOST_TEST(is_bad_argument([&] { return parse_precision(bytes); }), bytes);
    BOOST_TEST(is_bad_argument([&] { return parse_cache_precision(bytes); }), bytes);
  }
}

BOOST_AUTO_TEST_CASE(unknown_words_suggest_the_nearest) {
  BOOST_TEST(words_of([] { return parse_precision("fp7"); }).starts_with("unknown precision fp7; did you mean "));
  BOOST_TEST(
      words_of([] { return parse_precision("Q4_K_X"); }).starts_with("unknown precision Q4_K_X; did you mean Q4_K_"));
  BOOST_TEST(words_of([] { return parse_precision("fp8_blok"); }) ==
             "unknown precision fp8_blok; did you mean fp8_block?");
  BOOST_TEST(is_bad_argument([] { return parse_precision(""); }));
  BOOST_TEST(is_bad_argument([] { return parse_cache_precision("q9_9"); }));
}

BOOST_AUTO_TEST_CASE(cache_types_carry_their_scales) { // sizing research 2.6: ggml blocks
  BOOST_TEST(parse_cache_precision("q8_0").bytes == 1.0625);
  BOOST_TEST(parse_cache_precision("Q5_1").bytes == 0.75);
  BOOST_TEST(parse_cache_precision("q5_0").bytes == 0.6875);
  BOOST_TEST(parse_cache_precision("q4_1").bytes == 0.625);
  BOOST_TEST(parse_cache_precision("q4_0").bytes == 0.5625);
  BOOST_TEST(parse_cache_precision("iq4_nl").bytes == 0.5625);
  BOOST_TEST(parse_cache_precision("f32").bytes == 4);
  BOOST_TEST(parse_cache_precision("fp8").bytes == 1);
}

BOOST_AUTO_TEST_SUITE_END()
