// SPDX-License-Identifier: MIT
//
// Numbers as people read them in a table.
#pragma once

#include <cstdint>
#include <string>

#include "tuner/statistics/stopped_estimate.hpp"

namespace hone {

[[nodiscard]] std::string fixed(double value, int decimals);          // "-0.5"; never "-0.0"
[[nodiscard]] std::string change(double value, int decimals);         // with its sign: "+0.5"
[[nodiscard]] std::string grouped(std::uint64_t count);               // "1,234,567"
[[nodiscard]] double share(std::uint64_t part, std::uint64_t whole);  // 0 of 0 is 0
[[nodiscard]] std::string percent(double share);                      // "12.5 %"
// "+12.3 ± 4.5" where the interval is even, otherwise "+12.3 [+5.0, +24.1]".
[[nodiscard]] std::string with_error(const Interval& interval);
// "8 h 05 min", "5 min 02 s", "7 s"
[[nodiscard]] std::string duration(double hours);

}  // namespace hone
