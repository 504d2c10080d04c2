// SPDX-License-Identifier: MIT
//
// Matches of known strength, played out by chance and looked at after each pair or game by the real SPRT.
#pragma once

#include <array>

#include "data/random.hpp"
#include "tuner/stats/sample.hpp"
#include "tuner/stats/statistics.hpp"

namespace hone::run {

template <std::size_t N>
using Chances = std::array<double, N>;

// Draws in plenty, and a first mover who wins more often than not.
inline constexpr Chances<5> drawish_pairs{0.03, 0.22, 0.50, 0.22, 0.03};
inline constexpr Chances<3> drawish_games{0.25, 0.5, 0.25};

// The chances closest to the given ones that have the strength exactly.
template <std::size_t N>
[[nodiscard]] Chances<N> with_elo(const Chances<N>& chances, double elo, stats::EloModel model) {
  stats::Distribution<N> score;
  for (std::size_t i = 0; i < N; ++i) score.values[i] = static_cast<double>(i) / (N - 1);
  score.chances = chances;
  if (model == stats::EloModel::logistic) return stats::most_likely_with_mean(score, stats::score_of_elo(elo));
  return stats::most_likely_with_t(score, 0.5, elo / stats::nelo_per_t * std::sqrt((N - 1) / 2.0));
}

template <std::size_t N>
[[nodiscard]] std::size_t drawn(const Chances<N>& chances, Random& random) {
  double rest = random.uniform();
  for (std::size_t i = 0; i + 1 < N; ++i) {
    if ((rest -= chances[i]) < 0) return i;
  }
  return N - 1;
}

inline void count(stats::Pentanomial& results, std::size_t outcome) { ++results.pairs[outcome]; }
inline void count(stats::Trinomial& results, std::size_t outcome) {
  ++(outcome == 0 ? results.losses : outcome == 1 ? results.draws : results.wins);
}

// Until the test says something or `most` pairs or games are played.
template <class Results, std::size_t N>
[[nodiscard]] Results played_out(const Chances<N>& chances, const stats::SprtOptions& options, Random& random,
                                 std::uint64_t most = UINT64_MAX) {
  Results results;
  for (std::uint64_t played = 0; played < most; ++played) {
    count(results, drawn(chances, random));
    if (stats::sprt(results, options).verdict != stats::SprtVerdict::undecided) break;
  }
  return results;
}

}  // namespace hone::run
