#include "memo.hpp"

#include "catalogue/catalogue.hpp"

namespace calcvram::glue {

Memo::Memo() : books{gpus()} {}

} // namespace calcvram::glue
