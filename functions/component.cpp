// How LibreOffice finds and makes the add-in. Everything else in this library is hidden.
#include "addin.hpp"

#include "catalogue/catalogue.hpp"

#include <com/sun/star/uno/XComponentContext.hpp>
#include <cppuhelper/supportsservice.hxx>
#include <sal/types.h>

namespace calcvram::glue {

AddIn::AddIn() : books_{gpus()} {}

rtl::OUString AddIn::getImplementationName() {
  return "org.calcvram.implementation.AddIn";
}

sal_Bool AddIn::supportsService(const rtl::OUString &name) {
  return static_cast<sal_Bool>(cppu::supportsService(this, name));
}

css::uno::Sequence<rtl::OUString> AddIn::getSupportedServiceNames() {
  const rtl::OUString service{"org.calcvram.AddIn"};
  return {&service, 1};
}

} // namespace calcvram::glue

extern "C" SAL_DLLPUBLIC_EXPORT css::uno::XInterface *
org_calcvram_AddIn_get_implementation(css::uno::XComponentContext * /*context*/,
                                      const css::uno::Sequence<css::uno::Any> & /*arguments*/) {
  return cppu::acquire(new calcvram::glue::AddIn);
}
