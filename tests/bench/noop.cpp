// The add-in that does nothing: same arguments, same way in and out, no work.
#include <com/sun/star/uno/XComponentContext.hpp>
#include <cppuhelper/implbase2.hxx>
#include <cppuhelper/supportsservice.hxx>
#include <org/calcvram/bench/XNoOp.hpp>

#include <com/sun/star/lang/XServiceInfo.hpp>
#include <com/sun/star/sheet/XCellRangeData.hpp>

namespace {

namespace css = com::sun::star;
using css::uno::Any;
using css::uno::Sequence;

class NoOp : public cppu::WeakImplHelper2<org::calcvram::bench::XNoOp, css::lang::XServiceInfo> {
public:
  Any SAL_CALL noop5(const Any & /*a*/, const Any & /*b*/, const Any & /*c*/, const Any & /*d*/,
                     const Any & /*e*/) override {
    return Any{42.0};
  }

  Any SAL_CALL noopRange(const css::uno::Reference<css::table::XCellRange> &range, const Any & /*b*/,
                         const Any & /*c*/) override {
    const css::uno::Reference<css::sheet::XCellRangeData> data{range, css::uno::UNO_QUERY_THROW};
    return Any{data->getDataArray().getLength() > 0 ? 42.0 : 0.0};
  }

  Any SAL_CALL copyArray(const Any &block) override {
    Sequence<Sequence<Any>> rows;
    block >>= rows;
    Sequence<Sequence<double>> result(rows.getLength());
    Sequence<double> *const targets = result.getArray();
    for (sal_Int32 row = 0; row < rows.getLength(); ++row) {
      const Sequence<Any> &source = rows[row];
      targets[row].realloc(source.getLength());
      double *const target = targets[row].getArray();
      for (sal_Int32 column = 0; column < source.getLength(); ++column)
        source[column] >>= target[column];
    }
    return Any{result};
  }

  rtl::OUString SAL_CALL getImplementationName() override { return "org.calcvram.bench.NoOp.implementation"; }
  sal_Bool SAL_CALL supportsService(const rtl::OUString &name) override { return cppu::supportsService(this, name); }
  Sequence<rtl::OUString> SAL_CALL getSupportedServiceNames() override {
    const rtl::OUString name{"org.calcvram.bench.NoOp"};
    return Sequence<rtl::OUString>(&name, 1);
  }
};

} // namespace

extern "C" SAL_DLLPUBLIC_EXPORT css::uno::XInterface *
org_calcvram_bench_NoOp_get_implementation(css::uno::XComponentContext * /*context*/,
                                           const Sequence<Any> & /*arguments*/) {
  return cppu::acquire(new NoOp);
}
