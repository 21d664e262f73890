// What was parsed before: the same text in a hundred thousand cells is parsed once.
#pragma once

#include "text.hpp"

#include "gpu/requirements.hpp"
#include "memory/options.hpp"
#include "rent/quote_book.hpp"
#include "rent/rent_options.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <mutex>
#include <rtl/ustring.hxx>
#include <utility>

namespace calcvram::glue {

/// What the last few texts meant. What a text means depends on the text alone, so that nobody can tell whether it was
/// kept. Any number of threads may ask.
template <typename T> class TextMemo {
public:
  /// `parse(std::string_view)`, or what it gave before. What it throws is not kept.
  template <typename Parse> T of(const rtl::OUString &text, const Parse &parse) {
    {
      const std::scoped_lock lock{mutex_};
      const auto found =
          std::find_if(kept_.begin(), kept_.begin() + used_, [&](const Kept &kept) { return kept.text == text; });
      if (found != kept_.begin() + used_) {
        return found->value;
      }
    }
    T value = parse(Utf8{text}.view());
    keep({text, value});
    return value;
  }

private:
  struct Kept {
    rtl::OUString text;
    T value;
  };

  void keep(Kept kept) {
    const std::scoped_lock lock{mutex_};
    kept_[next_] = std::move(kept);
    next_ = (next_ + 1) % kept_.size();
    used_ =
        std::max(used_, next_ == 0 ? static_cast<std::ptrdiff_t>(kept_.size()) : static_cast<std::ptrdiff_t>(next_));
  }

  std::mutex mutex_; ///< of what follows
  std::array<Kept, 8> kept_;
  std::size_t next_ = 0; ///< the one kept longest, which goes next
  std::ptrdiff_t used_ = 0;
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
