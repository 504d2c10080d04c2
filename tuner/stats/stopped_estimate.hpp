// SPDX-License-Identifier: MIT
//
// The strength estimated after an SPRT. The test stops where the results look best or worst, so the plain estimate is
// too extreme. This one takes the stopping into account: it is the median-unbiased estimate with the 95 % interval of
// the stage-wise ordering of outcomes (Siegmund, Biometrika 65, 1978, 341-349), with the log likelihood ratio taken as
// a Brownian motion. That motion knows its deviation and takes steps without end: what few games and one-sided results
// tell less is taken from the plain estimate, whose distances from the value to both ends are kept in proportion.
#pragma once

#include "tuner/stats/brownian.hpp"
#include "tuner/stats/interval.hpp"
#include "tuner/stats/statistics.hpp"

namespace hone::stats {

// An SPRT as a Brownian motion: its barriers, its time and its drift in terms of games. A test looks at the results
// after each unit, which is a pair or a game. The strength of a unit is the distance of its mean score from a half, in
// standard deviations of the unit's score.
struct SprtWalk {
  Barriers barriers;
  double middle = 0;  // the strength half way between the hypotheses, where the drift is 0
  double step = 1;    // from one hypothesis to the other, as strength; a unit of games takes the time step^2

  // `sigma` is the standard deviation of the unit's score per game.
  SprtWalk(const SprtOptions& options, double sigma, double games_per_unit);

  [[nodiscard]] double drift(double strength) const { return (strength - middle) / step; }
  [[nodiscard]] double strength(double drift) const { return middle + drift * step; }
  [[nodiscard]] double time(double units) const { return units * step * step; }
  [[nodiscard]] double units(double time) const { return time / (step * step); }
};

struct StoppedEstimate {
  Interval elo;
  Interval nelo;
  double los = 0.5;  // 1 - the p-value of the hypothesis "no better"
};

// The strength of a unit under the model of the options.
[[nodiscard]] double unit_strength(double elo, EloModel model, double sigma, double games_per_unit);

// The estimate for a match that was looked at after each pair (or each game) until the test had its verdict, or until
// it was ended without one. Where the plain estimate is open to one side, this is the plain estimate.
[[nodiscard]] StoppedEstimate corrected_estimate(const Pentanomial& results, const SprtOptions& options);
[[nodiscard]] StoppedEstimate corrected_estimate(const Trinomial& results, const SprtOptions& options);

}  // namespace hone::stats
