#include "cell.hpp"

#include <bit>
#include <cstring>

namespace calcvram {
namespace {

/// Two folds of 64 x 64 to 128 bits side by side, as in wyhash (https://github.com/wangyi-fudan/wyhash, public domain):
/// a few instructions a cell, and every bit of the input reaches every bit of the sum.
class Digest {
public:
  void add(std::uint64_t word) {
    first_ = mix(first_ ^ word, 0xa0761d6478bd642fU);
    second_ = mix(second_ ^ std::rotl(word, 32), 0xe7037ed1a0b428dbU);
  }

  void add(std::string_view text) {
    add(text.size());
    while (text.size() >= sizeof(std::uint64_t)) {
      add(word_of(text.substr(0, sizeof(std::uint64_t))));
      text.remove_prefix(sizeof(std::uint64_t));
    }
    if (!text.empty()) {
      add(word_of(text));
    }
  }

  [[nodiscard]] std::uint64_t first() const { return first_; }
  [[nodiscard]] std::uint64_t second() const { return second_; }

private:
  static std::uint64_t word_of(std::string_view bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), bytes.size());
    return word;
  }

  static std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U) ^ a;
  }

  std::uint64_t first_ = 0x8ebc6af09c88c6e3U;
  std::uint64_t second_ = 0x589965cc75374cc3U;
};

void add(Digest &digest, const Cell &cell) {
  digest.add(cell.index() + 1); // the kinds do not mix: "" is not blank, "1" is not 1
  if (const auto *number = std::get_if<double>(&cell)) {
    digest.add(std::bit_cast<std::uint64_t>(*number == 0 ? 0.0 : *number));
  } else if (const auto *text = std::get_if<std::string_view>(&cell)) {
    digest.add(*text);
  } else if (const auto *error = std::get_if<ErrorCell>(&cell)) {
    digest.add(error->code);
  }
}

} // namespace

BlockContent content_of(const CellBlock &block) {
  Digest digest;
  for (std::size_t row = 0; row < block.rows(); ++row) {
    for (std::size_t column = 0; column < block.columns(); ++column) {
      add(digest, block.at(row, column));
    }
  }
  return {digest.first(), digest.second(), block.rows(), block.columns()};
}

} // namespace calcvram
