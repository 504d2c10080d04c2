// SPDX-License-Identifier: MIT
//
// Counted results as a distribution of scores, and the most likely distribution under a constraint, given what was
// observed: the core of the generalised likelihood ratio. Method: M. Van den Bergh, "Comments on normalized Elo" and
// "A practical introduction to the GSPRT".
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

#include "tuner/stats/statistics.hpp"
#include "tuner/stats/strength.hpp"

namespace hone::stats {

inline constexpr double least_count = 1e-3;  // the count of an outcome that was not seen
// Normalised Elo of a game whose mean score is one standard deviation above a half.
inline constexpr double nelo_per_t = 800 / std::numbers::ln10;

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

// Outcomes of a unit (one game or a pair) with their chances, the score per game as value.
template <std::size_t N>
struct Sample {
  Distribution<N> score;
  double units = 0;
  double games_per_unit = 1;

  [[nodiscard]] double games() const { return units * games_per_unit; }
  // Standard deviation of one game's score, were the games of a unit independent.
  [[nodiscard]] double sigma() const { return std::sqrt(score.variance() * games_per_unit); }
};

[[nodiscard]] inline double normal_cdf(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

// The most likely chances with the given mean, which lies between the least and the largest value.
template <std::size_t N>
[[nodiscard]] std::array<double, N> most_likely_with_mean(const Distribution<N>& observed, double mean) {
  std::array<double, N> d;
  for (std::size_t i = 0; i < N; ++i) d[i] = observed.values[i] - mean;
  return tilted(observed.chances, d).chances;
}

// The most likely chances with (mean - center) / standard deviation = t, for |t| up to 2 (normalised Elo of 490 for
// pairs of games, 690 for games): some chances always meet that.
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

template <std::size_t N>
[[nodiscard]] Sample<N> sample_of(const std::array<std::uint64_t, N>& counts) {
  Sample<N> sample;
  sample.games_per_unit = static_cast<double>(N - 1) / 2;
  for (std::size_t i = 0; i < N; ++i) {
    sample.score.values[i] = static_cast<double>(i) / static_cast<double>(N - 1);
    sample.score.chances[i] = std::max(static_cast<double>(counts[i]), least_count);
    sample.units += sample.score.chances[i];
  }
  for (double& chance : sample.score.chances) chance /= sample.units;
  return sample;
}

[[nodiscard]] inline Sample<5> sample_of(const Pentanomial& results) { return sample_of(results.pairs); }
[[nodiscard]] inline Sample<3> sample_of(const Trinomial& results) {
  return sample_of(std::array{results.losses, results.draws, results.wins});
}

}  // namespace hone::stats
