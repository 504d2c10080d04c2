// SPDX-License-Identifier: MIT
//
// 95 % intervals of the mean score and of the normalised strength that hold for few units, too, and for one-sided
// results: they take in what the results do not make too unlikely. A value is left out when twice the logarithm of the
// likelihood ratio between the most likely chances and the most likely ones with that value exceeds the quantile that
// makes the interval Student's where scores are normal (A. Owen, "Empirical Likelihood", 2001, 3.3). Such an interval
// knows that the deviation is estimated from the same results as the mean, and it never leaves the possible range.
//
// Results that are all alike, such as a clean sweep, have no spread to go by. The bounds are then the exact ones: n
// equal units have a chance of at least 5 % only where one unit has that result with a chance of 0.05^(1/n) or more,
// and what is left over goes to the worst (or best) result.
#pragma once

#include <cstddef>

#include "tuner/stats/interval.hpp"
#include "tuner/stats/sample.hpp"

namespace hone::stats {

// N is 3 or 5, and the sample has one unit at least.
template <std::size_t N>
[[nodiscard]] Interval mean_interval(const Sample<N>& sample);

// Of (mean - 1/2) / standard deviation of a unit's score. A sweep has an infinite value and one bound.
template <std::size_t N>
[[nodiscard]] Interval strength_interval(const Sample<N>& sample);

}  // namespace hone::stats
