// SPDX-License-Identifier: MIT
//
// Counted results as a distribution of scores: what the statistics of matches are computed from.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

#include "tuner/statistics/likelihood.hpp"
#include "tuner/statistics/statistics.hpp"

namespace hone {

inline constexpr double z95 = 1.959963984540054;  // two-sided 95 % of the normal distribution
inline constexpr double least_count = 1e-3;       // an outcome that was not seen counts this much
// Normalised Elo of a game whose mean score is one standard deviation above a half.
inline constexpr double nelo_per_t = 800 / std::numbers::ln10;

[[nodiscard]] inline double normal_cdf(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

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

}  // namespace hone
