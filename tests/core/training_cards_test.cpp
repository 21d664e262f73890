// Training on many cards: ZeRO, parallelism, offloading, adapters by rank, optimizers by tensor.
#include "catalogue/catalogue.hpp"
#include "failing.hpp"
#include "memory/training.hpp"
#include "model/spec.hpp"
#include "text/words.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

using namespace calcvram;
using namespace calcvram::test;
using boost::test_tools::tolerance;

namespace {

constexpr std::string_view llama = "Llama 3 8B";
constexpr double llama_parameters = 8030261248;

struct Run {
  std::string_view model = llama;
  std::string_view method = "full";
  std::string_view optimizer = "adamw";
  double context = 2048;
  double batch = 1;
};

Breakdown train(const Run &run, std::string_view options) {
  const VramOptions parsed = parse_vram_options(parse_key_values(options));
  const ModelRef model = parse_model(run.model, models());
  return training({*model,
                   parse_method(run.method),
                   parse_precision("bf16"),
                   parse_optimizer(run.optimizer),
                   {run.context, run.batch},
                   parsed},
                  Explain::yes);
}

double total_gb(const Run &run, std::string_view options) {
  return train(run, options).total().gb();
}

double part(const Run &run, std::string_view options, Component component) {
  return train(run, options).of(component).count();
}

double host(const Breakdown &parts, Component component) {
  double sum = 0;
  for (const BreakdownLine &line : parts.lines()) {
    sum += line.component == component ? line.host.count() : 0;
  }
  return sum;
}

std::string how(const Breakdown &parts, Component component) {
  for (const BreakdownLine &line : parts.lines()) {
    if (line.component == component) {
      return line.how;
    }
  }
  return {};
}

bool says(const Breakdown &parts, Component component, std::string_view text) {
  return how(parts, component).find(text) != std::string::npos;
}

} // namespace

BOOST_AUTO_TEST_SUITE(training_cards)

BOOST_AUTO_TEST_CASE(zero_figure_1) { // arXiv 1910.02054: 7.5 billion parameters on 64 cards
  const Run run{"7.5"};
  BOOST_TEST(total_gb(run, "dp=64 zero=0 per=card activations=0") == 120);
  BOOST_TEST(total_gb(run, "dp=64 zero=1 per=card activations=0") == 31.4, tolerance(1e-3));
  BOOST_TEST(total_gb(run, "dp=64 zero=2 per=card activations=0") == 16.6, tolerance(3e-3));
  BOOST_TEST(total_gb(run, "dp=64 zero=3 per=card activations=0") == 1.88, tolerance(3e-3));
}

BOOST_AUTO_TEST_CASE(zero_3_holds_one_copy_in_all) {
  for (const auto *model : {"7.5", "70b"}) {
    const double one = total_gb({model}, "activations=0");
    for (const auto *options : {"dp=8", "dp=64", "dp=4 cp=2", "dp=4 tp=8", "dp=2 pp=4"}) {
      BOOST_TEST(total_gb({model}, words(options, " zero=3 activations=0")) == one, tolerance(1e-12));
    }
  }
}

BOOST_AUTO_TEST_CASE(megatrons_distributed_optimizer) { // 6 + 12 / DP; FlagScale pull request 454: 46,983.28 MiB
  const double bytes = total_gb({"4.1055"}, "dp=2 zero=1 grad=fp32 per=card activations=0") * 1e9;
  BOOST_TEST(bytes == 12 * 4.1055e9, tolerance(1e-9));
  BOOST_TEST(bytes / (1024 * 1024) == 46983.28, tolerance(1e-3));
  BOOST_TEST(total_gb({"4.1055"}, "dp=8 zero=1 grad=fp32 per=card activations=0") == 4.1055 * (6 + 12.0 / 8),
             tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(experts_are_sharded_over_the_ranks_that_share_them) {
  const Run run{"layers=2 hidden=64 heads=4 vocab=100 experts=8 experts_used=2 expert_ffn=32 params=150000000"};
  // 2 layers x 8 experts x 3 matrices of 64 x 32; what the shape does not tell counts as matrices
  const double experts = 2 * 8 * 3 * 64.0 * 32;
  const double others = 150e6 - experts;
  BOOST_TEST(part(run, "dp=8 ep=4 zero=1 per=card", Component::optimizer) == 8 * (others / 8 + experts / 4 / 2),
             tolerance(1e-12));
  BOOST_TEST(part(run, "dp=8 ep=8 zero=1 per=card", Component::optimizer) == 8 * (others / 8 + experts / 8),
             tolerance(1e-12));
  BOOST_TEST(part(run, "dp=8 ep=4 per=card", Component::gradients) == 2 * (others + experts / 4), tolerance(1e-12));
  BOOST_TEST(part(run, "dp=8 ep=4 zero=1", Component::optimizer) == 8 * 150e6, tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(fsdp_gathers_two_layers) {
  const double layers = (llama_parameters - 2 * 128256.0 * 4096 - 4096) / 32;
  const double sharded = 2 * llama_parameters / 8;
  const Run run;
  // the last norm counts with the layers' norms
  BOOST_TEST(part(run, "dp=8 zero=3 per=card", Component::weights) == sharded + 2 * 2 * layers, tolerance(1e-5));
  BOOST_TEST(part(run, "dp=8 zero=3 per=card", Component::gradients) == sharded + 2 * layers, tolerance(1e-5));
  BOOST_TEST(part(run, "dp=8 zero=3", Component::weights) == 8 * part(run, "dp=8 zero=3 per=card", Component::weights),
             tolerance(1e-12));
  BOOST_TEST(says(train(run, "dp=8 zero=3 per=card"), Component::weights, "the one at work and the next one"));
  BOOST_TEST(part(run, "zero=3", Component::weights) == 2 * llama_parameters); // nobody to share with
}

BOOST_AUTO_TEST_CASE(tensor_parallelism_repeats_the_norms) {
  const double norms = 65 * 4096.0;
  BOOST_TEST(part({}, "tp=4", Component::gradients) == 2 * (llama_parameters + 3 * norms), tolerance(1e-12));
  BOOST_TEST(part({}, "tp=4 per=card", Component::gradients) == 2 * ((llama_parameters - norms) / 4 + norms),
             tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(the_fullest_stage_is_the_first_or_the_last) {
  const Run run{llama, "full", "adamw", 8192, 1};
  // many micro-batches in flight on the first, the logits on the last
  const Breakdown first = train(run, "pp=8 per=card");
  BOOST_TEST(first.of(Component::logits).count() == 0);
  BOOST_TEST(says(first, Component::weights, "first of 8 stages"));
  const Breakdown last = train(run, "pp=8 per=card checkpointing=full");
  // the recomputed layer, 139,392 B a token, takes the place of as many bytes of logits
  BOOST_TEST(last.of(Component::logits).count() == 8192.0 * (128256 * 14 - 139392));
  BOOST_TEST(says(last, Component::weights, "last of 8 stages"));
  BOOST_TEST(first.of(Component::gradients).count() == last.of(Component::gradients).count(), tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(a_tied_table_stands_on_both_ends) {
  const Run run{"Llama 3.2 1B"};
  const double table = 128256.0 * 2048;
  BOOST_TEST(part(run, "pp=2", Component::gradients) - part(run, "", Component::gradients) == 2 * table);
}

BOOST_AUTO_TEST_CASE(totals_are_the_sum_of_parts_and_no_less_than_a_card) {
  for (const auto *model : {"Llama 3.1 8B", "DeepSeek-V3", "70b", "70"}) {
    for (const auto *method : {"full", "lora", "qlora"}) {
      for (const auto *options : {"", "tp=8 sp=8", "dp=8 zero=1", "dp=8 zero=3", "pp=4 dp=2 zero=2", "cp=4 dp=2",
                                  "tp=2 pp=2 dp=2 zero=3 offload=optimizer", "dp=16 ep=16 offload=params zero=3"}) {
        const Breakdown all = train({model, method}, options);
        const Breakdown card = train({model, method}, words(options, " per=card"));
        Bytes sum;
        for (const BreakdownLine &line : all.lines()) {
          sum += line.bytes;
          BOOST_TEST(!line.how.empty());
        }
        const VramOptions parsed = parse_vram_options(parse_key_values(options));
        BOOST_TEST(sum.count() == all.total().count());
        BOOST_TEST(all.total().count() >= card.total().count() * (1 - 1e-12), model << " " << method << " " << options);
        BOOST_TEST(all.total().count() <= card.total().count() * parsed.degrees.cards() * (1 + 1e-12),
                   model << " " << method << " " << options);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(totals_never_fall_with_context_or_batch) {
  for (const auto *options : {"tp=8 sp=8 per=card", "pp=8 per=card", "pp=4 checkpointing=full", "dp=8 zero=3"}) {
    double before = 0;
    for (const double context : {1.0, 1024.0, 4096.0, 65536.0}) {
      for (const double batch : {1.0, 3.0}) {
        const double now = total_gb({llama, "full", "adamw", context, batch}, options);
        BOOST_TEST(now >= before, options);
        before = now;
      }
      before = total_gb({llama, "full", "adamw", context, 1}, options);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_overhead_counts_once_a_card) {
  BOOST_TEST(part({}, "tp=2 pp=2 dp=2 cp=2", Component::overhead) == 16 * 2e9);
  BOOST_TEST(part({}, "tp=2 pp=2 dp=2 cp=2 per=card", Component::overhead) == 2e9);
}

BOOST_AUTO_TEST_CASE(rules_of_thumb_are_those_of_a_data_parallel_rank) {
  const double one = part({"70b"}, "", Component::activations);
  BOOST_TEST(part({"70b"}, "dp=4", Component::activations) == 4 * one);
  BOOST_TEST(part({"70b"}, "dp=4 zero=3", Component::activations) == 4 * one); // the states of one copy
  BOOST_TEST(part({"70b"}, "tp=8 pp=2", Component::activations) == one);
  BOOST_TEST(part({"70b"}, "tp=8 pp=2 dp=4 per=card", Component::activations) == one / 16);
  BOOST_TEST(part({llama}, "activations=8 tp=2 dp=3", Component::activations) == 3 * 8e9);
  BOOST_TEST(part({llama}, "activations=8 tp=2 dp=3 per=card", Component::activations) == 4e9);
}

BOOST_AUTO_TEST_CASE(offloaded_states_stand_on_the_host) {
  const Breakdown optimizer = train({}, "offload=optimizer");
  BOOST_TEST(optimizer.of(Component::optimizer).count() == 0);
  BOOST_TEST(host(optimizer, Component::optimizer) == 8 * llama_parameters);
  BOOST_TEST(host(optimizer, Component::master_weights) == 4 * llama_parameters);
  BOOST_TEST(optimizer.of(Component::gradients).count() == 2 * llama_parameters);
  // DeepSpeed stage_1_and_2.py: gradients go to an fp32 buffer beside the master copy
  const Breakdown zero_2 = train({}, "offload=optimizer zero=2 dp=2");
  BOOST_TEST(zero_2.of(Component::gradients).count() == 0);
  BOOST_TEST(host(zero_2, Component::gradients) == 4 * llama_parameters, tolerance(1e-12));
  const Breakdown params = train({}, "offload=params zero=3 dp=2");
  BOOST_TEST(host(params, Component::weights) == 2 * llama_parameters, tolerance(1e-12));
  BOOST_TEST(params.of(Component::weights).count() > 0); // two live layers
  BOOST_TEST(says(params, Component::weights, "offloaded to the host"));
  BOOST_TEST(part({"7.5"}, "offload=params", Component::weights) == 0); // no layers are known
}

BOOST_AUTO_TEST_CASE(adapters_by_rank) {
  const Breakdown parts = train({"Llama 2 7B", "lora"}, "rank=8 targets=q,v");
  BOOST_TEST(parts.of(Component::adapters).count() == 2 * 4194304);
  BOOST_TEST(parts.of(Component::optimizer).count() == 8 * 4194304);
  BOOST_TEST(says(parts, Component::adapters, "4,194,304 parameters"));
  // what A gives to B: rank for q and v
  BOOST_TEST(part({"Llama 2 7B", "lora"}, "rank=8 targets=q,v", Component::activations) -
                 part({"Llama 2 7B", "lora"}, "targets=q,v", Component::activations) ==
             2.0 * 2 * 8 * 32 * 2048);
  BOOST_TEST(is_no_answer([] { return train({"70b", "lora"}, "rank=8"); }));
  BOOST_TEST(is_bad_argument([] { return train({"70", "lora"}, "rank=8"); }));
}

BOOST_AUTO_TEST_CASE(adapters_lie_on_tensor_parallel_ranks_as_pefts) {
  // q of Llama 2 7B: A (8 x 4096) whole on each, B (4096 x 8) split; o the other way round
  for (const auto *target : {"q", "o"}) {
    const auto options = words("rank=8 tp=4 targets=", target);
    BOOST_TEST(part({"Llama 2 7B", "lora"}, words(options, " per=card"), Component::adapters) ==
               2 * 32 * 8 * (4096 + 4096.0 / 4));
    BOOST_TEST(part({"Llama 2 7B", "lora"}, options, Component::adapters) == 2 * 32 * 8 * (4 * 4096 + 4096.0));
  }
}

BOOST_AUTO_TEST_CASE(qlora_dequantises_its_largest_matrix) {
  const double nf4 = 6476271616 * 4.5 / 8 + 262144000 * 2.0;
  const double without = part({"Llama 2 7B", "qlora"}, "", Component::weights) - 2 * 4096.0 * 11008;
  BOOST_TEST(without == nf4, tolerance(1e-3)); // norms may stay in 16 bits
  BOOST_TEST(part({"70b", "qlora"}, "", Component::weights) == 35e9);
  BOOST_TEST(part({"Llama 2 7B", "lora"}, "base=int8", Component::weights) == 6738415616);
}

BOOST_AUTO_TEST_CASE(optimizers_by_tensor) {
  // rows and columns of every matrix: 10.3 MB of Llama 2 7B (arXiv 1804.04235)
  BOOST_TEST(part({"Llama 2 7B", "full", "adafactor"}, "", Component::optimizer) ==
             4.0 * (32 * (4 * 8192 + 3 * 15104) + 2 * 36096));
  BOOST_TEST(part({"Llama 2 7B", "full", "adafactor-momentum"}, "", Component::optimizer) ==
             4.0 * (32 * (4 * 8192 + 3 * 15104) + 2 * 36096) + 4 * 6738415616);
  // 4 B on hidden matrices, 8 B on embeddings, head and norms: 36.3 GB of Llama 3 8B
  const double ends = 2 * 128256.0 * 4096 + 65 * 4096;
  BOOST_TEST(part({llama, "full", "muon"}, "", Component::optimizer) == 4 * llama_parameters + 4 * ends);
  BOOST_TEST(part({llama, "full", "muon"}, "dp=8 zero=1", Component::optimizer) == 4 * llama_parameters + 4 * ends,
             tolerance(1e-12));
  // adapters are matrices: rank and inputs, outputs and rank
  BOOST_TEST(part({"Llama 2 7B", "lora", "adafactor"}, "rank=8 targets=q", Component::optimizer) ==
             4.0 * 32 * (8 + 4096 + 4096 + 8));
  BOOST_TEST(part({"Llama 2 7B", "lora", "muon"}, "rank=8 targets=q,v", Component::optimizer) == 4 * 4194304);
  for (const auto *optimizer : {"adafactor", "muon"}) {
    BOOST_TEST(is_bad_argument([&] { return train({"7", "full", optimizer}, ""); }));
    BOOST_TEST(is_no_answer([&] { return train({"7b", "full", optimizer}, ""); }));
  }
  BOOST_TEST(is_bad_argument([] { return train({llama, "lora", "adafactor"}, ""); }));
}

BOOST_AUTO_TEST_CASE(lines_tell_who_shards_what) {
  const Breakdown parts = train({"7.5"}, "dp=64 zero=1 per=card activations=0");
  BOOST_TEST(how(parts, Component::optimizer) ==
             "7,500,000,000 trained parameters x 8 B (adamw: two fp32 moments; arXiv 1910.02054, 3.1), sharded over 64 "
             "ranks (ZeRO-1; arXiv 1910.02054); one of 64 cards: (60 GB of matrices / 64 ranks)");
  BOOST_TEST(says(train({"7.5"}, "zero=3 activations=0"), Component::weights, "zero=3 shards over dp= x cp= ranks"));
  BOOST_TEST(says(train({llama, "full", "adamw", 8192}, "tp=8 sp=8 pp=2"), Component::activations, "/ sp 8"));
}

BOOST_AUTO_TEST_CASE(muon_with_fewer_parameters_than_the_shape_has) {
  // of everything less: an eighth of Llama's states with an eighth of its parameters
  const double whole = part({llama, "full", "muon"}, "", Component::optimizer);
  BOOST_TEST(part({"Llama 3 8B params=1003782656", "full", "muon"}, "", Component::optimizer) == whole / 8,
             tolerance(1e-12));
}

BOOST_AUTO_TEST_SUITE_END()
