// The built-in catalogues. They are read once, on first use, and never change: a workbook computes the same
// everywhere.
#pragma once

#include "gpu/gpu.hpp"
#include "model/catalogue.hpp"

namespace calcvram {

const ModelCatalogue &models();
const GpuCatalogue &gpus();

} // namespace calcvram
