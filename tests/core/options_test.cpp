#include "memory/options.hpp"

#include "failing.hpp"

#include <boost/test/unit_test.hpp>

using namespace calcvram;
using namespace calcvram::test;

namespace {
VramOptions read(std::string_view text) {
  return parse_vram_options(parse_key_values(text));
}
} // namespace

BOOST_AUTO_TEST_SUITE(options)

BOOST_AUTO_TEST_CASE(nothing_is_the_defaults) {
  const VramOptions none = read("");
  BOOST_TEST(!none.overhead.has_value());
  BOOST_TEST((none.purpose == Purpose::training));
  BOOST_TEST(none.adapter_share == 0.005);
  BOOST_TEST(!read("overhead= tp=").overhead.has_value());
}

BOOST_AUTO_TEST_CASE(values_are_read) {
  const VramOptions all =
      read("overhead=3,5; mode=infer master=no grad=fp32 checkpointing=sqrt adapter=1% base=int8 "
           "attention=eager loss=chunked mla=expanded kv_k=q8_0 kv_v=2 per=card tp=1 engine=ideal zero=0");
  BOOST_TEST(all.overhead->gb() == 3.5);
  BOOST_TEST((all.purpose == Purpose::inference));
  BOOST_TEST(!all.master.value());
  BOOST_TEST(all.grad_bytes.value() == 4);
  BOOST_TEST((all.checkpointing == Checkpointing::sqrt));
  BOOST_TEST(all.adapter_share == 0.01);
  BOOST_TEST(all.base->name == "int8");
  BOOST_TEST((all.mla == MlaCache::expanded));
  BOOST_TEST(all.kv_k->bytes == 1.0625);
  BOOST_TEST(all.kv_v->bytes == 2);
  BOOST_TEST((read("activations=formula").activations->kind == ActivationRule::Kind::formula));
  BOOST_TEST(read("activations=15%").activations->share == 0.15);
  BOOST_TEST(read("activations=12").activations->amount.gb() == 12);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_is_an_error) {
  for (const auto *text :
       {"overhed=2", "overhead=-1", "overhead=x", "overhead=1e99", "master=maybe", "checkpointing=some", "adapter=2",
        "base=fp7", "fp8", "overhead", "mode=sleep", "kv_k=3", "activations=lots", "per=rack", "grad=fp64"}) {
    BOOST_TEST(is_bad_argument([&] { return read(text); }), text);
  }
  BOOST_TEST(words_of([] { return read("overhed=2"); }) == "unknown option overhed; did you mean overhead?");
}

BOOST_AUTO_TEST_CASE(degrees_engines_and_adapters_are_read) {
  const VramOptions all = read("tp=8 pp=4 dp=2 sp=8 cp=2 ep=4 per=card engine=llama.cpp ubatch=1024 slots=separate "
                               "pad=32 swa=full draft=3 block=64 batched_tokens=8192 imatrix=yes embedding=host "
                               "zero=3 rank=16 targets=q_proj,v dora=yes accumulation=8 offload=optimizer mfu=50%");
  BOOST_TEST(all.degrees.tp == 8);
  BOOST_TEST(all.degrees.cards() == 128);
  BOOST_TEST((all.per == Per::card));
  BOOST_TEST((all.engine == Engine::llama_cpp));
  BOOST_TEST(all.ubatch == 1024);
  BOOST_TEST((all.slots == Slots::separate));
  BOOST_TEST(all.pad == 32);
  BOOST_TEST((all.swa == WindowCache::full));
  BOOST_TEST(all.draft == 3);
  BOOST_TEST(all.block == 64);
  BOOST_TEST(all.batched_tokens == 8192);
  BOOST_TEST(all.imatrix);
  BOOST_TEST((all.embedding == EmbeddingPlace::host));
  BOOST_TEST(all.zero == 3);
  BOOST_TEST(all.rank.value() == 16);
  BOOST_TEST((all.targets == LoraTargets{LoraTargets::q | LoraTargets::v}));
  BOOST_TEST(all.dora);
  BOOST_TEST(all.accumulation.value() == 8);
  BOOST_TEST((all.offload == Offload::optimizer));
  BOOST_TEST(all.mfu == 0.5);
  BOOST_TEST((read("overhead=low").overhead_figure == RangeFigure::low));
  BOOST_TEST(!read("overhead=high").overhead.has_value());
}

BOOST_AUTO_TEST_CASE(degrees_that_cannot_be_are_errors) {
  for (const auto *text :
       {"tp=0", "tp=1.5", "pp=-1", "sp=2", "tp=4 sp=2", "ep=3", "tp=2 ep=3", "zero=4", "zero=1.5", "engine=ollama",
        "targets=w", "targets=+", "rank=0", "pad=0", "draft=-1", "mfu=0", "mfu=2"}) {
    BOOST_TEST(is_bad_argument([&] { return read(text); }), text);
  }
}

BOOST_AUTO_TEST_CASE(keys_are_known_by_any_spelling) {
  BOOST_TEST(is_vram_option_key("Overhead"));
  BOOST_TEST(is_vram_option_key("kv-k"));
  BOOST_TEST(!is_vram_option_key("layers"));
}

BOOST_AUTO_TEST_SUITE_END()
