// The UNO service behind the functions: one thin method each.
#pragma once

#include "rent/quote_book.hpp"

#include <com/sun/star/lang/XServiceInfo.hpp>
#include <com/sun/star/table/XCellRange.hpp>
#include <com/sun/star/uno/Any.hxx>
#include <com/sun/star/uno/Reference.hxx>
#include <com/sun/star/uno/Sequence.hxx>
#include <cppuhelper/implbase2.hxx>
#include <org/calcvram/XFunctions.hpp>
#include <rtl/ustring.hxx>

namespace calcvram::glue {

/// The same arguments give the same answer, on whatever thread Calc calls: all it keeps is what it has parsed of the
/// quotes it was asked about last. No method throws; errors are cells. What each argument means is told in
/// functions/*.toml, what each figure means in the core.
class AddIn final : public cppu::WeakImplHelper2<org::calcvram::XFunctions, css::lang::XServiceInfo> {
public:
  using Any = css::uno::Any;
  using Range = css::uno::Reference<css::table::XCellRange>;

  AddIn();

  // vram.cpp
  Any SAL_CALL vramWeights(const Any &model, const Any &precision, const Any &options) override;
  Any SAL_CALL vramKvcache(const Any &model, const Any &context, const Any &batch, const Any &kvPrecision,
                           const Any &options) override;
  Any SAL_CALL vramActivations(const Any &model, const Any &context, const Any &batch, const Any &precision,
                               const Any &options) override;
  Any SAL_CALL vramInfer(const Any &model, const Any &precision, const Any &context, const Any &batch,
                         const Any &kvPrecision, const Any &options) override;
  Any SAL_CALL vramInferTable(const Any &model, const Any &precision, const Any &context, const Any &batch,
                              const Any &kvPrecision, const Any &options, const Any &column) override;
  Any SAL_CALL vramTrain(const Any &model, const Any &method, const Any &precision, const Any &optimizer,
                         const Any &context, const Any &batch, const Any &options) override;
  Any SAL_CALL vramTrainTable(const Any &model, const Any &method, const Any &precision, const Any &optimizer,
                              const Any &context, const Any &batch, const Any &options, const Any &column) override;
  Any SAL_CALL vramMaxContext(const Any &model, const Any &gpu, const Any &count, const Any &precision,
                              const Any &batch, const Any &kvPrecision, const Any &options) override;
  Any SAL_CALL vramMaxBatch(const Any &model, const Any &gpu, const Any &count, const Any &precision,
                            const Any &context, const Any &kvPrecision, const Any &options) override;

  // model.cpp
  Any SAL_CALL modelSpec(const Any &model, const Any &field) override;
  Any SAL_CALL modelList(const Any &search, const Any &column) override;

  // gpu.cpp
  Any SAL_CALL gpuSpec(const Any &gpu, const Any &field) override;
  Any SAL_CALL gpuList(const Any &search, const Any &column) override;
  Any SAL_CALL gpuFit(const Any &requiredGb, const Any &gpu, const Any &count, const Any &options) override;
  Any SAL_CALL gpuCount(const Any &requiredGb, const Any &gpu, const Any &options) override;
  Any SAL_CALL gpuCheapest(const Any &requiredGb, const Any &requirements, const Any &quotes,
                           const Any &field) override;
  Any SAL_CALL gpuOffers(const Any &requiredGb, const Any &requirements, const Any &quotes, const Any &column) override;
  Any SAL_CALL gpuPrice(const Any &gpu, const Any &count, const Any &period, const Any &quotes,
                        const Any &options) override;
  Any SAL_CALL gpuDecodeRate(const Any &model, const Any &gpu, const Any &count, const Any &precision,
                             const Any &context, const Any &batch, const Any &kvPrecision, const Any &options) override;
  Any SAL_CALL gpuPrefillTime(const Any &model, const Any &gpu, const Any &count, const Any &precision,
                              const Any &context, const Any &batch, const Any &kvPrecision,
                              const Any &options) override;
  Any SAL_CALL gpuTokenCost(const Any &pricePerHour, const Any &tokensPerSecond, const Any &utilisation) override;

  // rent.cpp
  Any SAL_CALL rentRate(const Any &price, const Any &from, const Any &to, const Any &hoursPerMonth) override;
  Any SAL_CALL rentCost(const Range &quotes, const Any &offer, const Any &gpus, const Any &duration, const Any &unit,
                        const Any &options) override;
  Any SAL_CALL rentCompare(const Range &quotes, const Any &gpus, const Any &duration, const Any &unit,
                           const Any &options, const Any &column) override;
  Any SAL_CALL rentCashflow(const Range &quotes, const Any &offer, const Any &gpus, const Any &duration,
                            const Any &unit, const Any &options) override;
  Any SAL_CALL rentBreakeven(const Any &flatPrice, const Any &period, const Any &hourlyPrice,
                             const Any &hoursPerMonth) override;
  Any SAL_CALL rentCheck(const Range &quotes, const Any &today, const Any &options, const Any &column) override;

  // component.cpp
  rtl::OUString SAL_CALL getImplementationName() override;
  sal_Bool SAL_CALL supportsService(const rtl::OUString &name) override;
  css::uno::Sequence<rtl::OUString> SAL_CALL getSupportedServiceNames() override;

private:
  QuoteBooks books_;
};

} // namespace calcvram::glue
