// SPDX-License-Identifier: MIT
//
// Normally distributed numbers for simulations.
#pragma once

#include <cmath>
#include <numbers>

#include "data/random.hpp"

namespace hone {

// Of mean 0 and spread 1, by the method of Box and Muller.
[[nodiscard]] inline double normal(Random& random) {
  const double length = std::sqrt(-2 * std::log(1 - random.uniform()));
  return length * std::cos(2 * std::numbers::pi * random.uniform());
}

}  // namespace hone
