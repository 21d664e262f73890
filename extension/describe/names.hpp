// One name in its several spellings.
#pragma once

#include "description.hpp"

#include <string>
#include <string_view>

namespace calcvram::describe {

/// VRAM_INFER_TABLE -> vramInferTable: UNO identifiers have no underscores.
std::string camel_case(std::string_view capitals);

/// kvPrecision -> kv_precision: as the manual writes an argument.
std::string snake_case(std::string_view camel);

/// ORG.CALCVRAM.ADDIN.VRAMINFERTABLE: what a workbook stores.
std::string stored_name(const Function &function);

/// VRAM_KVCACHE(model; context; [batch=1]; [options])
std::string signature(const Function &function);

} // namespace calcvram::describe
