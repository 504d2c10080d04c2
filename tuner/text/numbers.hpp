// SPDX-License-Identifier: MIT
//
// Numbers in the form in which tables and reports show them, and rounding to a number of decimals.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

namespace hone::text {

// The double nearest to the value rounded to that many decimals; halves are rounded away from zero.
[[nodiscard]] inline double round_to(double value, int decimals) {
  const double unit = std::pow(10, decimals);
  return std::round(value * unit) / unit + 0.0;  // + 0.0: no negative zero
}

[[nodiscard]] std::string fixed(double value, int decimals);          // "-0.5"; never "-0.0"
[[nodiscard]] std::string change(double value, int decimals);         // with its sign: "+0.5"
[[nodiscard]] std::string grouped(std::uint64_t count);               // "1,234,567"
[[nodiscard]] double share(std::uint64_t part, std::uint64_t whole);  // part / whole, and 0 when whole is 0
[[nodiscard]] std::string percent(double share);                      // "12.5 %"
[[nodiscard]] std::string duration(double hours);                     // "8 h 05 min", "5 min 02 s", "7 s"

}  // namespace hone::text
