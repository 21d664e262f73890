#include "gpu/gpu.hpp"

#include "gpu_fixture.hpp"
#include "test_table.hpp"
#include "text/csv.hpp"
#include "text/name.hpp"

#include <boost/test/unit_test.hpp>
#include <set>

namespace calcvram {
namespace {

using test::failure_of;
using test::gpus;
using test::the_card;

constexpr std::string_view header =
    "id,label,name,aliases,vendor,architecture,form_factor,year,vram_gb,usable_mib,memory_type,bandwidth_gb_s,"
    "bf16_tflops,fp16_tflops,fp8_tflops,int8_tops,fp4_tflops,tdp_w,link,link_gb_s,fp8,fp4,fabric,sold_in_sizes,"
    "max_per_node,status,source,as_of,notes\n";

std::string csv_row(std::string_view id, std::string_view label, std::string_view aliases, std::string_view vram,
                    std::string_view sizes = "0") {
  std::string row{header};
  row.append(id).append(",").append(label).append(",Vendor ").append(label).append(",").append(aliases);
  row.append(",Vendor,Arch,PCIe,2020,").append(vram).append(",,,,,,,,,,,,0,,0,").append(sizes);
  return row.append(",,available,somewhere,2026-12-01,\n");
}

std::string csv_fault(std::string_view csv) {
  try {
    parse_gpus(csv, "gpus.csv");
  } catch (const CsvError &error) {
    return error.what();
  }
  return {};
}

std::string labels(const GpuCandidates &cards) {
  std::string text;
  for (const Gpu *card : cards) {
    text += (text.empty() ? "" : " | ") + card->label;
  }
  return text;
}

} // namespace

namespace test {

BOOST_AUTO_TEST_SUITE(gpu)

BOOST_AUTO_TEST_CASE(every_card_is_there_and_says_where_it_comes_from) {
  BOOST_TEST(gpus().all().size() == 125U);
  for (const Gpu &card : gpus().all()) {
    BOOST_TEST_CONTEXT(card.label) {
      BOOST_TEST(!card.source.empty());
      BOOST_TEST(card.as_of == "2026-12-01");
      BOOST_TEST(card.notes.find("from memory") != std::string::npos);
      BOOST_TEST(card.source.find("seed") == std::string::npos);
      BOOST_TEST(card.fp8.has_value());
      BOOST_TEST(card.fabric.has_value());
    }
  }
}

BOOST_AUTO_TEST_CASE(names_are_sound) {
  for (const auto &fault : check_names(gpus().all())) {
    BOOST_ERROR(fault);
  }
}

BOOST_AUTO_TEST_CASE(every_label_id_and_name_means_its_own_card_only) {
  for (const Gpu &card : gpus().all()) {
    for (const auto &name : {card.label, card.id, card.name}) {
      BOOST_TEST_CONTEXT(name) {
        const auto found = gpus().find(name);
        BOOST_REQUIRE(found.size() == 1);
        BOOST_TEST(found.front() == &card);
      }
    }
    for (const auto &alias : card.aliases) {
      const auto found = gpus().find(alias);
      BOOST_TEST((std::ranges::find(found, &card) != found.end()), alias);
    }
  }
}

BOOST_AUTO_TEST_CASE(names_are_found_as_people_write_them) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases{
      {"MI300X", "MI300X"},
      {"mi300x", "MI300X"},
      {"AMD MI300X", "MI300X"},
      {"Instinct MI300X", "MI300X"},
      {"NVIDIA H100 SXM", "H100 SXM"},
      {"H100_80GB_SXM5", "H100 SXM"},
      {"h100-nvl", "H100 NVL"},
      {"GeForce RTX 4090", "RTX 4090"},
      {"NVIDIA GeForce RTX 4090", "RTX 4090"},
      {"rtx4090", "RTX 4090"},
      {"7900 XTX", "Radeon RX 7900 XTX"},
      {"L40S", "L40S"},
      {"A100", "A100 SXM 40GB | A100 PCIe 40GB | A100 SXM 80GB | A100 PCIe 80GB"},
      {"nvidia a100 80gb", "A100 SXM 80GB | A100 PCIe 80GB"},
      {"A100 80GB", "A100 SXM 80GB | A100 PCIe 80GB"},
      {"RTX 4060 Ti", "RTX 4060 Ti 8GB | RTX 4060 Ti 16GB"},
      {"H100", "H100 SXM | H100 PCIe | H100 NVL"},
      {"NVIDIA MI300X", ""},
      {"AMD A100", ""},
      {"NVIDIA", ""},
      {"", ""},
      {"H10", ""},
  };
  for (const auto &[name, expected] : cases) {
    BOOST_TEST(labels(gpus().find(name)) == expected, name);
  }
}

BOOST_AUTO_TEST_CASE(facts_of_some_cards) {
  BOOST_TEST(*the_card("MI300X").vram_gb == 192);
  BOOST_TEST(*the_card("MI300X").bandwidth_gb_s == 5300);
  BOOST_TEST(*the_card("H100 SXM").fp8_tflops == 1979);
  BOOST_TEST(*the_card("H100 SXM").usable_gb() == 81559 * 1048576.0 / 1e9);
  BOOST_TEST(!the_card("H100 PCIe").usable_gb().has_value());
  BOOST_TEST(!the_card("MI308X").vram_gb.has_value());
  BOOST_TEST(*the_card("A40").fabric == false);
  BOOST_TEST(*the_card("A40").link_gb_s == 112);
  BOOST_TEST(*the_card("A100 SXM 80GB").fabric == true);
}

BOOST_AUTO_TEST_CASE(the_rental_pages_fleet_agrees) {
  const test::TestTable fleet{"rental_page/fleet_prices.csv"};
  BOOST_TEST(fleet.size() == 15U);
  for (std::size_t row = 0; row < fleet.size(); ++row) {
    BOOST_TEST_CONTEXT(fleet.place(row)) {
      const Gpu &card = *test::prices().rows()[row].terms().gpu;
      BOOST_TEST(*card.vram_gb == fleet.number(row, "vram_gb"));
      BOOST_TEST(*card.fp8 == (fleet.number(row, "fp8") == 1));
      BOOST_TEST(*card.bandwidth_gb_s == fleet.number(row, "bandwidth_gb_s"), boost::test_tools::tolerance(0.003));
    }
  }
}

BOOST_AUTO_TEST_CASE(nominal_memory_is_never_more_than_measured) {
  for (const Gpu &card : gpus().all()) {
    if (card.vram_gb && card.usable_gb()) {
      BOOST_TEST(*card.usable_gb() >= *card.vram_gb, card.label);
      BOOST_TEST(*card.usable_gb() <= *card.vram_gb * 1.08, card.label);
    }
  }
}

BOOST_AUTO_TEST_CASE(search_finds_parts_words_and_neighbours) {
  const auto count = [](std::string_view text) { return gpus().search(text).size(); };
  BOOST_TEST(count("") == 125U);
  BOOST_TEST(count("  ") == 125U);
  BOOST_TEST(count("mi3") == 6U);
  BOOST_TEST(count("A100") == 4U);
  BOOST_TEST(count("amd") > 8U);
  BOOST_TEST(count("hopper") > 5U);
  BOOST_TEST(count("nvidia hopper nvl") == 3U);
  BOOST_TEST(gpus().search("MI30OX").front()->label == "MI300X");
  BOOST_TEST(gpus().search("MI30OX").size() <= 5U);
  BOOST_TEST(test::is_bad(failure_of([] { return gpus().search("a toaster of the year 1950"); })));
}

BOOST_AUTO_TEST_CASE(suggestions) {
  BOOST_TEST(gpus().suggestion("MI30OX") == "; did you mean MI300X?");
  BOOST_TEST(gpus().suggestion("H100 SMX") == "; did you mean H100 SXM?");
  BOOST_TEST(gpus().suggestion("a toaster") == "");
}

BOOST_AUTO_TEST_CASE(a_card_sold_in_sizes_has_its_size_in_the_label) {
  for (const Gpu &card : gpus().all()) {
    BOOST_TEST(!is_bare_name(card, card.label), card.label);
  }
  BOOST_TEST(is_bare_name(the_card("P100 16GB"), "P100"));
  BOOST_TEST(is_bare_name(the_card("Apple M2 Ultra 192GB"), "apple-m2-ultra"));
  BOOST_TEST(!is_bare_name(the_card("P100 16GB"), "Tesla P100-PCIE-16GB"));
  BOOST_TEST(!is_bare_name(the_card("MI300X"), "MI300X"));
}

BOOST_AUTO_TEST_CASE(faults_of_a_file_say_where_they_are) {
  BOOST_TEST(csv_fault(csv_row("a", "A", "", "24")).empty());
  BOOST_TEST(csv_fault("") == "gpus.csv:1:1: no header row");
  BOOST_TEST(csv_fault("id\na\n") == "gpus.csv:1:1: no column label");
  BOOST_TEST(csv_fault(csv_row("a", "A", "", "lots")) == "gpus.csv:2:37: vram_gb is not a number");
  BOOST_TEST(csv_fault(csv_row("a", "A", "", "-1")) == "gpus.csv:2:37: vram_gb must be more than 0");
  BOOST_TEST(csv_fault(csv_row("", "A", "", "24")) == "gpus.csv:2:1: id is missing");
  BOOST_TEST(csv_fault(csv_row("a", "A", "", "24", "yes")).find("sold_in_sizes is neither 0 nor 1") !=
             std::string::npos);
  BOOST_TEST(csv_fault(csv_row("a", "A", "", "24", "1")).find("must hold its size") != std::string::npos);
  BOOST_TEST(csv_fault(csv_row("a", "A 24GB", "A", "24", "1")).empty());
}

BOOST_AUTO_TEST_CASE(names_that_clash_are_faults) {
  const auto faults = [](std::string_view first_alias, std::string_view second_label) {
    auto cards = parse_gpus(csv_row("a1", "Card 1", first_alias, "24"), "gpus.csv");
    auto second = parse_gpus(csv_row("b1", second_label, "Shared", "24"), "gpus.csv");
    cards.push_back(second.front());
    return check_names(cards).size();
  };
  BOOST_TEST(faults("Shared", "Other") == 0U);
  BOOST_TEST(faults("other", "Other") == 1U);
  BOOST_TEST(faults("B-1", "Other") == 1U);
  BOOST_TEST(faults("", "card-1") == 2U); // the label and the vendor's name
}

BOOST_AUTO_TEST_CASE(fields_of_gpu_spec) {
  std::set<std::string> keys;
  for (const GpuField &field : gpu_fields()) {
    keys.insert(fold(field.key));
    BOOST_TEST(find_gpu_field(field.key) == &field);
  }
  BOOST_TEST(keys.size() == gpu_fields().size());
  const auto number = [](std::string_view name, std::string_view field) {
    return std::get<double>(gpu_fact(the_card(name), gpu_field(field)));
  };
  BOOST_TEST(number("H100 SXM", "fp8") == 1);
  BOOST_TEST(number("A40", "FP8") == 0);
  BOOST_TEST(number("A40", "Bandwidth GB s") == 696);
  BOOST_TEST(number("A40", "usable_gb") == 46068 * 1048576.0 / 1e9);
  BOOST_TEST(std::get<std::string_view>(gpu_fact(the_card("mi300x"), gpu_field("label"))) == "MI300X");
  BOOST_TEST(failure_of([&] { return number("A40", "fp8_tflops"); }) == "no_answer: no fp8_tflops is known for A40");
  BOOST_TEST(failure_of([&] { return number("A40", "vram"); }) ==
             "bad_argument: unknown GPU field vram; did you mean vram_gb?");
}

BOOST_AUTO_TEST_CASE(counts_are_whole_and_not_more_than_a_million) {
  BOOST_TEST(checked_count(1, "count") == 1);
  BOOST_TEST(checked_count(1e6, "count") == 1'000'000);
  for (const double bad :
       {0.0, -1.0, 1.5, 1e6 + 1, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    BOOST_TEST(test::is_bad(failure_of([bad] { return checked_count(bad, "count"); })), bad);
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace test
} // namespace calcvram
