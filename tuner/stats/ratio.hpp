// SPDX-License-Identifier: MIT
//
// The ratio of two measured values with its interval, after E. C. Fieller, Journal of the Royal Statistical Society B
// 16, 1954, 175-185.
#pragma once

#include <optional>

#include "tuner/stats/stopped_estimate.hpp"

namespace hone::stats {

// The values are independent and normally distributed; their intervals, and that of the ratio, are those of 95 %. An
// interval that is not symmetric counts with half its width. Nothing when the denominator's interval is not wholly
// above 0, because the interval of the ratio then has no end.
[[nodiscard]] std::optional<Interval> ratio(const Interval& numerator, const Interval& denominator);

}  // namespace hone::stats
