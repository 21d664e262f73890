// The catalogues' CSV texts as calcvram_embed wrote them into the library.
#pragma once

#include <string_view>

namespace calcvram::embedded {

std::string_view models();
std::string_view gpus();
std::string_view prices();

} // namespace calcvram::embedded
