// SPDX-License-Identifier: MIT
#include "tuner/stats/ratio.hpp"

#include <algorithm>
#include <cmath>

namespace hone::stats {

namespace {

// The least ratio r for which the value of numerator - r denominator is not further from 0 than its error: each counts
// with the side of its interval that leads to lesser ratios.
double lower_end(const Interval& numerator, const Interval& denominator) {
  const double a = numerator.value, b = denominator.value;
  const bool is_positive = numerator.low > 0;
  const double error_a = a - numerator.low, error_b = is_positive ? denominator.high - b : b - denominator.low;
  const double square = b * b - error_b * error_b, rest = a * a - error_a * error_a;
  const double root = std::sqrt(std::max(0.0, a * a * b * b - square * rest));
  return is_positive ? rest / (a * b + root) : (a * b - root) / square;  // where it is positive, square may be 0
}

}  // namespace

std::optional<Interval> ratio(const Interval& numerator, const Interval& denominator) {
  if (!numerator.is_bounded() || !denominator.is_bounded() || denominator.low <= 0) return std::nullopt;
  const Interval mirrored{.value = -numerator.value, .low = -numerator.high, .high = -numerator.low};
  return Interval{.value = numerator.value / denominator.value,
                  .low = lower_end(numerator, denominator),
                  .high = -lower_end(mirrored, denominator)};
}

}  // namespace hone::stats
