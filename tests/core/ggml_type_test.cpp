#include "precision/ggml_type.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram;

BOOST_TEST_DONT_PRINT_LOG_VALUE(calcvram::GgmlType)

BOOST_AUTO_TEST_SUITE(ggml_type)

BOOST_AUTO_TEST_CASE(bits_of_every_block) { // ggml-common.h
  const auto bits = [](GgmlType type) { return block_of(type).bits(); };
  BOOST_TEST(bits(GgmlType::f32) == 32);
  BOOST_TEST(bits(GgmlType::f16) == 16);
  BOOST_TEST(bits(GgmlType::bf16) == 16);
  BOOST_TEST(bits(GgmlType::q1_0) == 1.125);
  BOOST_TEST(bits(GgmlType::q2_0) == 2.25);
  BOOST_TEST(bits(GgmlType::q4_0) == 4.5);
  BOOST_TEST(bits(GgmlType::q4_1) == 5);
  BOOST_TEST(bits(GgmlType::q5_0) == 5.5);
  BOOST_TEST(bits(GgmlType::q5_1) == 6);
  BOOST_TEST(bits(GgmlType::q8_0) == 8.5);
  BOOST_TEST(bits(GgmlType::q2_k) == 2.625);
  BOOST_TEST(bits(GgmlType::q3_k) == 3.4375);
  BOOST_TEST(bits(GgmlType::q4_k) == 4.5);
  BOOST_TEST(bits(GgmlType::q5_k) == 5.5);
  BOOST_TEST(bits(GgmlType::q6_k) == 6.5625);
  BOOST_TEST(bits(GgmlType::iq1_s) == 1.5625);
  BOOST_TEST(bits(GgmlType::iq1_m) == 1.75);
  BOOST_TEST(bits(GgmlType::iq2_xxs) == 2.0625);
  BOOST_TEST(bits(GgmlType::iq2_xs) == 2.3125);
  BOOST_TEST(bits(GgmlType::iq2_s) == 2.5625);
  BOOST_TEST(bits(GgmlType::iq3_xxs) == 3.0625);
  BOOST_TEST(bits(GgmlType::iq3_s) == 3.4375);
  BOOST_TEST(bits(GgmlType::iq4_nl) == 4.5);
  BOOST_TEST(bits(GgmlType::iq4_xs) == 4.25);
  BOOST_TEST(bits(GgmlType::tq1_0) == 1.6875);
  BOOST_TEST(bits(GgmlType::tq2_0) == 2.0625);
  BOOST_TEST(bits(GgmlType::mxfp4) == 4.25);
  BOOST_TEST(bits(GgmlType::nvfp4) == 4.5);
}

BOOST_AUTO_TEST_CASE(rows_that_blocks_do_not_divide_take_the_next_type) { // llama-quant.cpp, tensor_type_fallback
  constexpr double by_256 = 4096;
  constexpr double by_32 = 29568; // Qwen2.5 72B's ffn
  constexpr double odd = 100;
  BOOST_TEST(fitting_type(GgmlType::q4_k, by_256) == GgmlType::q4_k);
  BOOST_TEST(fitting_type(GgmlType::q2_k, by_32) == GgmlType::q4_0);
  BOOST_TEST(fitting_type(GgmlType::q3_k, by_32) == GgmlType::q4_0);
  BOOST_TEST(fitting_type(GgmlType::tq1_0, by_32) == GgmlType::q4_0);
  BOOST_TEST(fitting_type(GgmlType::q4_k, by_32) == GgmlType::q5_0);
  BOOST_TEST(fitting_type(GgmlType::q5_k, by_32) == GgmlType::q5_1);
  BOOST_TEST(fitting_type(GgmlType::q6_k, by_32) == GgmlType::q8_0);
  BOOST_TEST(fitting_type(GgmlType::iq3_xxs, by_32) == GgmlType::iq4_nl);
  BOOST_TEST(fitting_type(GgmlType::iq4_xs, by_32) == GgmlType::iq4_nl);
  BOOST_TEST(fitting_type(GgmlType::q8_0, by_32) == GgmlType::q8_0);
  BOOST_TEST(fitting_type(GgmlType::q4_k, odd) == GgmlType::f16);
  BOOST_TEST(fitting_type(GgmlType::q4_0, odd) == GgmlType::f16);
  BOOST_TEST(fitting_type(GgmlType::f32, odd) == GgmlType::f32);
}

BOOST_AUTO_TEST_SUITE_END()
