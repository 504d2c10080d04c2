// SPDX-License-Identifier: MIT
//
// Match results and what they say about strength: Elo, normalised Elo, likelihood of superiority, and the sequential
// probability ratio test. All functions are pure. What the results leave open is infinite or not a number
// (interval.hpp); everything else is finite for any counts.
#pragma once

#include <array>
#include <cstdint>

#include "tuner/stats/interval.hpp"

namespace hone::stats {

// Results of pairs of games with colours reversed, from the first player's view: how many pairs scored 0, 1/2, 1, 3/2
// and 2 points.
struct Pentanomial {
  std::array<std::uint64_t, 5> pairs{};

  [[nodiscard]] std::uint64_t count() const;
  Pentanomial& operator+=(const Pentanomial& other);
  [[nodiscard]] Pentanomial reversed() const;  // seen from the other side
  friend bool operator==(const Pentanomial&, const Pentanomial&) = default;
};

// Results of single games.
struct Trinomial {
  std::uint64_t losses = 0, draws = 0, wins = 0;

  [[nodiscard]] std::uint64_t count() const { return losses + draws + wins; }
  Trinomial& operator+=(const Trinomial& other);
  [[nodiscard]] Trinomial reversed() const { return {wins, draws, losses}; }
  friend bool operator==(const Trinomial&, const Trinomial&) = default;
};

// The values are those of fishtest; the intervals are made for few games and one-sided results, too
// (likelihood_interval.hpp), and agree with fishtest's for many games of players of similar strength. Before the first
// game nothing is known: score and los are not numbers.
struct Estimate {
  double score = 0.5;  // points per game, [0, 1]
  Interval elo;
  Interval nelo;     // normalised Elo: the lead in standard deviations of a game's score
  double los = 0.5;  // likelihood of superiority: superiority.hpp
};
[[nodiscard]] Estimate estimate(const Pentanomial& results);
[[nodiscard]] Estimate estimate(const Trinomial& results);

enum class EloModel { logistic, normalized };

inline constexpr double max_elo_bound = 400;  // of an SPRT; what lies beyond needs no test

struct SprtOptions {
  double elo0 = 0;
  double elo1 = 5;
  double alpha = 0.05;  // chance of accepting elo1 when elo0 is true
  double beta = 0.05;   // chance of accepting elo0 when elo1 is true
  EloModel model = EloModel::normalized;

  void validate() const;  // throws Error naming the bound that is broken
};

enum class SprtVerdict { undecided, accepted, rejected };  // of elo1
[[nodiscard]] const char* to_string(SprtVerdict verdict);

struct SprtState {
  double llr = 0;
  double lower = 0;
  double upper = 0;
  SprtVerdict verdict = SprtVerdict::undecided;
};
[[nodiscard]] SprtState sprt(const Pentanomial& results, const SprtOptions& options);
[[nodiscard]] SprtState sprt(const Trinomial& results, const SprtOptions& options);

[[nodiscard]] double elo_of_score(double score);  // logistic; infinite for a score of 0 or 1
[[nodiscard]] double score_of_elo(double elo);

}  // namespace hone::stats
