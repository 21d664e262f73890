// What was parsed before: the same text in a hundred thousand cells is parsed once.
#pragma once

#include "text.hpp"

#include "gpu/requirements.hpp"
#include "memory/options.hpp"
#include "rent/quote_book.hpp"
#include "rent/rent_options.hpp"

#include <algorithm>
#include <boost/circular_buffer.hpp>
#include <cstddef>
#include <mutex>
#include <rtl/ustring.hxx>

namespace calcvram::glue {

/// What the last few texts meant. What a text means depends on the text alone, so that nobody can tell whether it was
/// kept. Any number of threads may ask.
template <typename T> class TextMemo {
public:
  /// `parse(std::string_view)`, or what it gave before. What it throws is not kept.
  template <typename Parse> T of(const rtl::OUString &text, const Parse &parse) {
    {
      const std::scoped_lock lock{mutex_};
      const auto found = std::ranges::find(kept_, text, &Kept::text);
      if (found != kept_.end()) {
        return found->value;
      }
    }
    T value = parse(Utf8{text}.view());
    const std::scoped_lock lock{mutex_};
    kept_.push_back({text, value});
    return value;
  }

private:
  struct Kept {
    rtl::OUString text;
    T value;
  };

  static constexpr std::size_t most_texts = 8;

  std::mutex mutex_;                              ///< of what follows
  boost::circular_buffer<Kept> kept_{most_texts}; ///< the one kept longest goes first
};

/// All that the add-in keeps.
struct Memo {
  Memo();

  QuoteBooks books;
  TextMemo<VramOptions> vram_options;
  TextMemo<GpuRequirements> requirements;
  TextMemo<RentOptions> rent_options;
};

} // namespace calcvram::glue
