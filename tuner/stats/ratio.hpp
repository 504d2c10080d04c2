// SPDX-License-Identifier: MIT
//
// The ratio of two measured values with its interval, after E. C. Fieller, Journal of the Royal Statistical Society B
// 16, 1954, 175-185.
#pragma once

#include <optional>

#include "tuner/stats/stopped_estimate.hpp"

namespace hone::stats {

// The values are independent and normally distributed; their intervals, and that of the ratio, are those of 95 %. Of
// intervals that are not symmetric the sides count that lead to the end in question (A. Donner, G. Y. Zou, Statistical
// Methods in Medical Research 21, 2012, 347-359). Nothing when the denominator's interval is not wholly
// above 0, because the interval of the ratio then has no end.
[[nodiscard]] std::optional<Interval> ratio(const Interval& numerator, const Interval& denominator);

}  // namespace hone::stats
