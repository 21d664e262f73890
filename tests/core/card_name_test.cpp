#include "rent/card_name.hpp"

#include "gpu_fixture.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>
#include <vector>

namespace calcvram::test {
namespace {

std::string ids(const GpuCandidates &cards) {
  std::string list;
  for (const Gpu *gpu : cards) {
    list += (list.empty() ? "" : " ") + gpu->id;
  }
  return list;
}

std::string ids(std::string_view name) {
  return ids(read_card_name(name, gpus()).cards);
}

struct Taken {
  std::string cards;
  double gb;
  MemoryFault fault;
  bool operator==(const Taken &) const = default;
};

Taken taken(std::string_view name, const StatedMemory &stated) {
  const ChosenCards chosen = choose_by_memory(read_card_name(name, gpus()).cards, stated);
  return {ids(chosen.cards), chosen.gb, chosen.fault};
}

} // namespace

BOOST_AUTO_TEST_SUITE(card_name)

BOOST_AUTO_TEST_CASE(spellings_of_price_lists) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases{
      {"A100-80GB-SXM", "a100-80gb-sxm"},
      {"A100-80GB-SXM4", "a100-80gb-sxm"},
      {"A100-80GB", "a100-80gb-sxm a100-80gb-pcie"},
      {"A100 (80 GB)", "a100-80gb-sxm a100-80gb-pcie"},
      {"a100_40", "a100-40gb-sxm a100-40gb-pcie"},
      {"A100-PCIe-40GB", "a100-40gb-pcie"},
      {"A40-PCIe-48GB", "a40"},
      {"H100-SXM", "h100-sxm"},
      {"H100-SXM-80GB", "h100-sxm"},
      {"H100 HGX (80GB)", "h100-sxm"},
      {"H100_80GB_SXM5", "h100-sxm"},
      {"H100 PCIe (80GB)", "h100-pcie"},
      {"H200-SXM-141GB", "h200-sxm"},
      {"B200-SXM-180GB", "b200-sxm"},
      {"MI300X", "mi300x"},
      {"MI300X-192GB", "mi300x"},
      {"RTXA6000", "rtx-a6000"},
      {"RTX_A6000", "rtx-a6000"},
      {"RTX4090", "rtx-4090"},
      {"4090", "rtx-4090"},
      {"3080Ti (12 GB)", "rtx-3080-ti"},
      {"rtx6000ada", "rtx-6000-ada"},
      {"RTX6000", "rtx-6000-ada quadro-rtx-6000"},
      {"V100 (32 GB)", "v100-32gb-sxm2"},
      {"8x H100 SXM", "h100-sxm"},
      {"8× MI300X", "mi300x"},
      {"NVIDIA L40S", "l40s"},
      {"TPU v4 pod", "tpu-v4"},
      {"TPU v2 device", "tpu-v2"},
      {"K80 (12 GB)", ""},
      {"a100_30", ""},
      {"80GB", ""},
      {"", ""},
      {"x", ""},
      {"1080", ""},
  };
  for (const auto &[name, cards] : cases) {
    BOOST_TEST(ids(name) == cards, name);
  }
  BOOST_TEST(read_card_name("8x H100 SXM", gpus()).count.value() == 8);
  BOOST_TEST(read_card_name("L40S (48 GB)", gpus()).size_gb.value() == 48);
}

BOOST_AUTO_TEST_CASE(memory_chooses) {
  using Fault = MemoryFault;
  const auto mib = [](double amount, int count = 1, bool total = false) {
    return StatedMemory{amount, MemoryUnit::mib, false, total, count};
  };
  const auto gb = [](double amount, int count = 1, bool of_all = false) {
    return StatedMemory{amount, MemoryUnit::gb, of_all, false, count};
  };
  const std::string a100_40 = "a100-40gb-sxm a100-40gb-pcie";
  const std::string a100_80 = "a100-80gb-sxm a100-80gb-pcie";
  BOOST_TEST((taken("A100", mib(40960)) == Taken{a100_40, 40, Fault::none}));
  BOOST_TEST((taken("A100", mib(81920)) == Taken{a100_80, 80, Fault::none}));
  BOOST_TEST((taken("H100", mib(81559)) == Taken{"h100-sxm h100-pcie", 80, Fault::none}));
  BOOST_TEST((taken("H100", mib(95830)) == Taken{"h100-nvl", 94, Fault::none}));
  BOOST_TEST((taken("A100", gb(80)) == Taken{a100_80, 80, Fault::none}));
  BOOST_TEST((taken("A100", gb(85.9)) == Taken{a100_80, 85.9, Fault::none}));
  BOOST_TEST((taken("L4", mib(23034)) == Taken{"l4", 24, Fault::none}));
  // dirt
  BOOST_TEST((taken("A100", mib(40)) == Taken{a100_40, 40, Fault::gb_as_mib}));
  BOOST_TEST((taken("L40S", gb(46068)) == Taken{"l40s", 48, Fault::mib_as_gb}));
  BOOST_TEST((taken("L40S", mib(184272, 4)) == Taken{"l40s", 48, Fault::total}));
  BOOST_TEST((taken("A100", mib(81920, 2, true)) == Taken{a100_40, 40, Fault::total}));
  BOOST_TEST((taken("A100", mib(81920, 2)) == Taken{a100_80, 80, Fault::none})); // a total is stated, and is another
  BOOST_TEST((taken("RTX 4090", mib(49140)).fault == Fault::contradiction));
  BOOST_TEST((taken("RTX 4090", mib(49140)).cards == "rtx-4090"));
  BOOST_TEST((taken("A100", gb(320, 4, true)) == Taken{a100_80, 80, Fault::none}));
  BOOST_TEST((taken("A100", gb(80, 4, true)) == Taken{a100_80, 80, Fault::per_card}));
  BOOST_TEST((taken("Voodoo 2", gb(12)) == Taken{"", 12, Fault::none}));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace calcvram::test
