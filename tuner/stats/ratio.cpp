// SPDX-License-Identifier: MIT
#include "tuner/stats/ratio.hpp"

#include <algorithm>
#include <cmath>

namespace hone::stats {

// The ratios r for which the value of numerator - r denominator is not further from 0 than its error.
std::optional<Interval> ratio(const Interval& numerator, const Interval& denominator) {
  const double a = numerator.value, b = denominator.value;
  const double error_a = (numerator.high - numerator.low) / 2, error_b = (denominator.high - denominator.low) / 2;
  const double square = b * b - error_b * error_b;
  const bool is_finite = std::isfinite(a) && std::isfinite(error_a) && std::isfinite(square);
  if (!is_finite || denominator.low <= 0 || square <= 0) return std::nullopt;
  const double root = std::sqrt(std::max(0.0, a * a * b * b - square * (a * a - error_a * error_a)));
  return Interval{.value = a / b, .low = (a * b - root) / square, .high = (a * b + root) / square};
}

}  // namespace hone::stats
