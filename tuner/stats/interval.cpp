// SPDX-License-Identifier: MIT
#include "tuner/stats/interval.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tuner/text/numbers.hpp"

namespace hone::stats {

namespace {

// Below this difference of its two sides, or this share of their mean, an interval is shown as a symmetric one, unless
// it then would leave 0 out, or not, where it does otherwise.
constexpr double least_asymmetry = 0.1, asymmetry_share = 0.1;

bool is_symmetric(const Interval& interval) {
  const double below = interval.value - interval.low, above = interval.high - interval.value;
  const bool holds_zero = interval.low <= 0 && 0 <= interval.high;
  return std::abs(above - below) < std::max(least_asymmetry, asymmetry_share * interval.error()) &&
         holds_zero == (std::abs(interval.value) <= interval.error());
}

std::string end_text(double end) { return std::isfinite(end) ? text::change(end, 1) : "no bound"; }

}  // namespace

bool Interval::is_known() const { return !std::isnan(value) && (std::isfinite(low) || std::isfinite(high)); }

bool Interval::is_bounded() const { return std::isfinite(value) && std::isfinite(low) && std::isfinite(high); }

Interval around(double value, double error) { return {.value = value, .low = value - error, .high = value + error}; }

Interval unknown() {
  using Limits = std::numeric_limits<double>;
  return {.value = Limits::quiet_NaN(), .low = -Limits::infinity(), .high = Limits::infinity()};
}

std::string with_error(const Interval& interval, std::string_view plus_minus) {
  if (!interval.is_known()) return "unknown";
  if (!std::isfinite(interval.value)) {
    const bool is_above = std::isfinite(interval.low);
    return fmt::format("at {} {}", is_above ? "least" : "most", end_text(is_above ? interval.low : interval.high));
  }
  const std::string value = text::change(interval.value, 1);
  if (interval.is_bounded() && is_symmetric(interval)) {
    return fmt::format("{} {} {}", value, plus_minus, text::fixed(interval.error(), 1));
  }
  return fmt::format("{} [{}, {}]", value, end_text(interval.low), end_text(interval.high));
}

}  // namespace hone::stats
