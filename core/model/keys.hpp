// The keys of a model spec: what they are called, where they go, what they may be.
#pragma once

#include "model/model.hpp"
#include "text/key_values.hpp"

#include <span>
#include <string>
#include <string_view>

namespace calcvram {

/// One numeric key. `least` and `most` bound it; all but params and active_params are whole numbers.
struct ShapeKey {
  std::string_view name;
  std::optional<double> Shape::*figure;
  double least;
  double most;
};

/// Every numeric key, in the order the manual lists them. `state_kind` is the one key that is a word.
std::span<const ShapeKey> shape_keys();

/// Puts one `key=value` into the shape. False if the key is not a model's. Throws bad_argument for a value
/// that the key cannot have.
///
/// A key of 0 or 1 takes "yes" and "no" too. params and active_params: "8.03B", billions below 100,000, or a count from
/// 1,000,000.
bool apply_shape_key(Shape &shape, const Setting &setting);

std::string_view name_of(StateKind kind);

/// Parameters from a number: billions below 100,000, a count from 1,000,000, an error between.
double parameters_from(double number, std::string_view key);

/// Takes out what the other numbers already say (kv_layers that are all layers, active_params of a dense
/// model), so that a spec on top of a catalogue row ("Llama 3 8B layers=16") changes what follows from it.
void drop_implied(Shape &shape);

} // namespace calcvram
