// SPDX-License-Identifier: MIT
//
// An SPRT as a Brownian motion: what its barriers, its clock and its drift are in terms of games.
#pragma once

#include <string>
#include "tuner/stats/brownian.hpp"
#include "tuner/stats/statistics.hpp"

namespace hone::stats {

// A test looks after each unit: a pair, or a game. The strength of a unit is its mean score's distance from a half, in
// standard deviations of the unit's score.
struct SprtWalk {
  Barriers barriers;
  double middle = 0;  // strength half way between the hypotheses: no drift
  double step = 1;    // between the strengths of the hypotheses; a unit adds step^2 to the clock

  // `sigma` is the standard deviation of the unit's score per game.
  SprtWalk(const SprtOptions& options, double sigma, double games_per_unit);

  [[nodiscard]] double drift(double strength) const { return (strength - middle) / step; }
  [[nodiscard]] double strength(double drift) const { return middle + drift * step; }
  [[nodiscard]] double time(double units) const { return units * step * step; }
  [[nodiscard]] double units(double time) const { return time / (step * step); }
};

// The strength of a unit under the model of the options.
[[nodiscard]] double unit_strength(double elo, EloModel model, double sigma, double games_per_unit);

// The strength after an SPRT. The test stops where the results look best or worst, so the plain estimate goes too
// far; this one takes the stopping into account: the median-unbiased estimate and the 95 % interval of the stage-wise
// ordering of outcomes (Siegmund, Biometrika 65, 1978, 341-349), the log likelihood ratio seen as a Brownian motion.

struct Interval {
  double value = 0;  // the truth is as likely to be above as below
  double low = 0;    // 95 %
  double high = 0;
};

struct StoppedEstimate {
  Interval elo;
  Interval nelo;
  double los = 0.5;  // one less the p-value of "no better"
};

// Of a match that was looked at after each pair (each game) until the test said something, or until it was broken
// off undecided. Finite for any counts.
[[nodiscard]] StoppedEstimate corrected_estimate(const Pentanomial& results, const SprtOptions& options);
[[nodiscard]] StoppedEstimate corrected_estimate(const Trinomial& results, const SprtOptions& options);

// "+12.3 ± 4.5" where the interval is even, otherwise "+12.3 [+5.0, +24.1]".
[[nodiscard]] std::string with_error(const Interval& interval);

}  // namespace hone::stats
