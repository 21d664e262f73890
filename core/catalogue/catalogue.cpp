#include "catalogue/catalogue.hpp"

#include "catalogue/embedded.hpp"

namespace calcvram {

// The build has checked the texts with the same code: nothing here can throw but for want of memory.

const ModelCatalogue &models() {
  static const ModelCatalogue catalogue{parse_models(embedded::models(), "models.csv")};
  return catalogue;
}

const GpuCatalogue &gpus() {
  static const GpuCatalogue catalogue{parse_gpus(embedded::gpus(), "gpus.csv")};
  return catalogue;
}

} // namespace calcvram
