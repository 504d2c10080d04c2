// SPDX-License-Identifier: MIT
//
// Rounding to a number of decimals.
#pragma once

#include <cmath>

namespace hone {

// The double nearest to the decimal number; halves go away from zero.
[[nodiscard]] inline double round_to(double value, int decimals) {
  const double unit = std::pow(10, decimals);
  return std::round(value * unit) / unit + 0.0;  // + 0.0: no negative zero
}

}  // namespace hone
