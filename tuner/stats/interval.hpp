// SPDX-License-Identifier: MIT
//
// An estimated value with its 95 % interval, which may be open to one side: whoever won every game may be stronger by
// any amount, and the games tell only the least one.
#pragma once

#include <string>
#include <string_view>

namespace hone::stats {

// Standard errors from the value to either end of a 95 % interval of the normal distribution, and to a bound on one
// side.
inline constexpr double z95 = 1.959963984540054;
inline constexpr double z95_one_sided = 1.6448536269514722;

// What the results do not bound is infinite, and a value of which they tell nothing is not a number. JSON has null for
// both.
struct Interval {
  double value = 0;  // the truth is as likely to be above as below
  double low = 0;    // 95 %
  double high = 0;

  [[nodiscard]] bool is_known() const;    // there is a value, or a bound to one side
  [[nodiscard]] bool is_bounded() const;  // the value and both ends are finite
  [[nodiscard]] double error() const { return (high - low) / 2; }
};

[[nodiscard]] Interval around(double value, double error);
[[nodiscard]] Interval unknown();  // before the first game

// "+12.3 ± 4.5" where the interval is nearly symmetric, otherwise "+12.3 [+5.0, +24.1]"; "at least +5.0" or "at most
// -5.0" with a bound to one side, and "unknown" without any.
[[nodiscard]] std::string with_error(const Interval& interval, std::string_view plus_minus = "±");

}  // namespace hone::stats
