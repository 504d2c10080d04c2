// SPDX-License-Identifier: MIT
//
// Rounding to a number of decimals.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

namespace hone::text {

// The double nearest to the decimal number; halves go away from zero.
[[nodiscard]] inline double round_to(double value, int decimals) {
  const double unit = std::pow(10, decimals);
  return std::round(value * unit) / unit + 0.0;  // + 0.0: no negative zero
}

// Numbers as people read them in a table.

[[nodiscard]] std::string fixed(double value, int decimals);          // "-0.5"; never "-0.0"
[[nodiscard]] std::string change(double value, int decimals);         // with its sign: "+0.5"
[[nodiscard]] std::string grouped(std::uint64_t count);               // "1,234,567"
[[nodiscard]] double share(std::uint64_t part, std::uint64_t whole);  // 0 of 0 is 0
[[nodiscard]] std::string percent(double share);                      // "12.5 %"
// "8 h 05 min", "5 min 02 s", "7 s"
[[nodiscard]] std::string duration(double hours);

}  // namespace hone::text
