// What goes back into cells: figures, texts, and errors that Calc shows as its own.
#pragma once

#include "cell.hpp"
#include "failure.hpp"

#include <com/sun/star/uno/Any.hxx>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace calcvram::glue {

/// One cell of a result. Blank is an empty text.
using ResultCell = std::variant<Blank, double, std::string, Failure>;

/// A NaN that Calc takes for an error, alone or inside a block: Err:502 for a bad argument, #N/A for no answer.
/// Costs a third of an exception. Source: LibreOffice formula/errorcodes.hxx, CreateDoubleError.
double error_value(FailureKind kind);

/// What an exception in flight means. Call it in a catch block only. A Failure is itself, anything else is a
/// bad argument: nothing but a cell's error may leave the component.
Failure current_failure();

css::uno::Any to_any(const ResultCell &cell);

/// A block as Calc compares and adds it best: numbers (with errors and #N/A among them) as double[][], texts (bad
/// elements in words that begin "error:") as string[][], a mixture as any[][].
css::uno::Any to_any(const std::vector<ResultCell> &cells, std::size_t columns);

/// Numbers and nothing else. An element that is `blank_value()` becomes an empty text, which takes an any[][].
css::uno::Any to_any(const std::vector<double> &numbers, std::size_t columns);

/// Stands for an empty text in a block of numbers.
double blank_value();
bool is_blank_value(double value);

} // namespace calcvram::glue
