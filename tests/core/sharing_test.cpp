#include "gpu/sharing.hpp"

#include "catalogue/catalogue.hpp"
#include "failing.hpp"
#include "model/spec.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram;
using namespace calcvram::test;

namespace {

constexpr Bytes whole{1e9};

/// Bytes of routed experts that a step reads, of 1e9.
double experts_read(std::string_view model, double tokens) {
  const WeightParts parts{Bytes{1}, whole, {}, Bytes{1}, Bytes{1}};
  return parts_read(*parse_model(model, models()), parts, parse_precision("bf16"), tokens).experts.count();
}

Degrees degrees(std::string_view options) {
  return parse_vram_options(parse_key_values(options)).degrees;
}

} // namespace

BOOST_AUTO_TEST_SUITE(sharing)

BOOST_AUTO_TEST_CASE(counts_and_degrees) {
  BOOST_TEST(cards_for(parse_gpu("A40", gpus()), {}, degrees("")) == 1);
  BOOST_TEST(cards_for(parse_gpu("A40", gpus()), 3, degrees("")) == 3);
  BOOST_TEST(cards_for(parse_gpu("4x A40", gpus()), {}, degrees("tp=2")) == 4);
  BOOST_TEST(cards_for(parse_gpu("A40", gpus()), {}, degrees("tp=2 pp=3 dp=2 cp=2 sp=2 ep=4")) == 24);
  BOOST_TEST(is_bad_argument([] { return cards_for(parse_gpu("A40", gpus()), 3, degrees("tp=4")); }));
  BOOST_TEST(is_bad_argument([] { return cards_for(parse_gpu("2x A40", gpus()), {}, degrees("tp=2 pp=2")); }));
  BOOST_TEST(is_bad_argument([] { return cards_for(parse_gpu("2x A40", gpus()), 3, degrees("")); }));
  BOOST_TEST(is_bad_argument([] { return cards_for(parse_gpu("A40", gpus()), {}, degrees("tp=1000000 pp=2")); }));
  BOOST_TEST(words_of([] { return cards_for(parse_gpu("A40", gpus()), 3, degrees("tp=4")); }) ==
             "tp x pp x dp x cp = 4 cards, but the count is 3");
  BOOST_TEST(groups_of(degrees("tp=4"), 8) == 2);
  BOOST_TEST(groups_of(degrees(""), 8) == 8);
  BOOST_TEST(is_bad_argument([] { return groups_of(degrees("tp=4"), 2); }));
}

// expected distinct experts E (1 - (1 - k/E)^B): 81.7 of 128 for gpt-oss at 32, 222.4 of 256 for DeepSeek-V3 at 64
BOOST_AUTO_TEST_CASE(experts_are_read_as_the_tokens_touch_them) {
  const auto one_decimal = boost::test_tools::tolerance(0.05 / 81);
  BOOST_TEST(experts_read("gpt-oss-120b", 32) * 128 / 1e9 == 81.7, one_decimal);
  BOOST_TEST(experts_read("DeepSeek-V3", 64) * 256 / 1e9 == 222.4, one_decimal);
  BOOST_TEST(experts_read("DeepSeek-V3", 1) * 256 / 1e9 == 8, one_decimal);
  BOOST_TEST(experts_read("DeepSeek-V3", 0.1) * 256 / 1e9 == 8, one_decimal);
  BOOST_TEST(experts_read("DeepSeek-V3", 1e6) == 1e9, one_decimal);
}

BOOST_AUTO_TEST_CASE(experts_of_unknown_tensors_are_what_active_params_leaves_out) {
  const ModelRef model = parse_model("params=100B active_params=20B experts=100 experts_used=10", models());
  const WeightParts parts{Bytes{200e9}, {}, {}, {}, {}};
  const auto read = [&](double tokens) {
    return parts_read(*model, parts, parse_precision("bf16"), tokens).total().count();
  };
  BOOST_TEST(read(1) == 40e9, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(read(2) == 40e9 + 9 * 2 * 80e9 / 90, boost::test_tools::tolerance(1e-12)); // 19 of 100 experts
  BOOST_TEST(read(1e6) == 200e9, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(a_token_table_is_read_only_as_a_head) {
  const WeightParts apart{Bytes{100}, {}, Bytes{1}, Bytes{20}, Bytes{20}};
  const WeightParts tied{Bytes{100}, {}, Bytes{1}, Bytes{20}, {}};
  const Precision bf16 = parse_precision("bf16");
  BOOST_TEST(parts_read(*parse_model("params=1B", models()), apart, bf16, 1).total().count() == 121);
  BOOST_TEST(parts_read(*parse_model("params=1B", models()), tied, bf16, 1).total().count() == 121);
  // what lies in one part is divided by its parameters: a head, a token table, per-layer tables
  const ModelRef tables = parse_model("params=1M layers=2 hidden=10 vocab=100 tied=1 ple_dim=5 positions=50", models());
  BOOST_TEST(looked_up_parameters(*tables) == 2 * 5 * 100 + 50 * 10);
  BOOST_TEST(parts_read(*tables, tied, bf16, 1).total().count() == 101 + 20 * 1000.0 / 2500,
             boost::test_tools::tolerance(1e-12));
  // in one lump: the table is taken off in its own format
  const Model &llama = *parse_model("Llama 3 8B", models());
  const WeightParts lump{Bytes{2 * 8030261248.0}, {}, {}, {}, {}};
  BOOST_TEST(parts_read(llama, lump, bf16, 1).total().count() == 2 * (8030261248.0 - 128256.0 * 4096));
  BOOST_TEST(looked_up_parameters(llama) == 128256.0 * 4096);
  BOOST_TEST(looked_up_parameters(*parse_model("Llama 3.2 1B", models())) == 0); // tied
  BOOST_TEST(looked_up_parameters(*parse_model("70b", models())) == 0);
}

BOOST_AUTO_TEST_CASE(a_card_reads_its_part) {
  const Model &model = *parse_model("Llama 3 70B", models());
  const Precision bf16 = parse_precision("bf16");
  const auto read = [&](std::string_view options) {
    return weights_read_by_a_card(model, bf16, parse_vram_options(parse_key_values(options)), 1).count();
  };
  const double whole_model = read("");
  BOOST_TEST(whole_model == 2 * (70553706496.0 - 128256.0 * 8192), boost::test_tools::tolerance(1e-9));
  BOOST_TEST(read("tp=8") == whole_model / 8, boost::test_tools::tolerance(1e-3)); // norms are on every card
  BOOST_TEST(read("pp=8") == whole_model);                                         // all stages, one after the other
  BOOST_TEST(read("dp=8") == whole_model);
  BOOST_TEST(read("per=card dp=8 pp=4") == whole_model);
}

BOOST_AUTO_TEST_CASE(all_reduces) {
  const Model &model = *parse_model("Llama 3 70B", models());
  BOOST_TEST(all_reduce_traffic(model, degrees("tp=8"), 3).count() == 80 * 2 * 1.75 * 3 * 8192 * 2);
  BOOST_TEST(all_reduce_traffic(model, degrees("tp=8 cp=3"), 3).count() == 80 * 2 * 1.75 * 8192 * 2);
  BOOST_TEST(all_reduce_traffic(model, degrees("pp=8"), 3).count() == 0);
  BOOST_TEST(all_reduce_traffic(*parse_model("70b", models()), degrees("tp=8"), 3).count() == 0);
  // a layer of either a mixer or an MLP reduces once
  const ModelRef hybrid =
      parse_model("layers=10 hidden=100 attention_layers=2 state_layers=3 mlp_layers=5 params=1B", models());
  BOOST_TEST(all_reduce_traffic(*hybrid, degrees("tp=2"), 1).count() == 10 * 1 * 100 * 2);
  Gpu card;
  BOOST_TEST(all_reduce_s(model, degrees("tp=8"), 3, card) == 0);
  card.link_gb_s = 900;
  BOOST_TEST(all_reduce_s(model, degrees("tp=8"), 3, card) == 80 * 2 * 1.75 * 3 * 8192 * 2 / 900e9,
             boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_SUITE_END()
