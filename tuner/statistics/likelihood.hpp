// SPDX-License-Identifier: MIT
//
// Distributions over a few values, and the one closest to what was observed under a constraint: the heart of
// the generalised likelihood ratio. Method: M. Van den Bergh, "Comments on normalized Elo" and "A practical
// introduction to the GSPRT".
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "tuner/statistics/strength.hpp"

namespace hone {

template <std::size_t N>
struct Distribution {
  std::array<double, N> values{};
  std::array<double, N> chances{};  // all positive, summing to 1

  [[nodiscard]] double mean() const {
    double sum = 0;
    for (std::size_t i = 0; i < N; ++i) sum += chances[i] * values[i];
    return sum;
  }
  [[nodiscard]] double variance() const {
    const double center = mean();
    double sum = 0;
    for (std::size_t i = 0; i < N; ++i) sum += chances[i] * (values[i] - center) * (values[i] - center);
    return sum;
  }
};

// Most likely with the given mean, which lies between the least and the largest value.
template <std::size_t N>
[[nodiscard]] std::array<double, N> most_likely_with_mean(const Distribution<N>& observed, double mean) {
  std::array<double, N> d;
  for (std::size_t i = 0; i < N; ++i) d[i] = observed.values[i] - mean;
  return tilted(observed.chances, d).chances;
}

// Most likely with (mean - center) / standard deviation = t, for |t| up to 2 (normalised Elo of 490 for pairs of games,
// 690 for games), which some chances always meet. Seen from the side that is to be stronger than `center`.
template <std::size_t N>
[[nodiscard]] std::array<double, N> most_likely_with_t(const Distribution<N>& observed, double center, double t) {
  if (t == 0) return most_likely_with_mean(observed, center);
  std::array<double, N> y;
  for (std::size_t i = 0; i < N; ++i) y[i] = std::copysign(1.0, t) * (observed.values[i] - center);
  return Strength<N>{observed.chances, y, std::abs(t) / std::hypot(1.0, t)}.chances();
}

template <std::size_t N>
[[nodiscard]] double log_likelihood_ratio(const Distribution<N>& observed, const std::array<double, N>& zero,
                                          const std::array<double, N>& one) {
  return log_likelihood_ratio(observed.chances, zero, one);
}

}  // namespace hone
