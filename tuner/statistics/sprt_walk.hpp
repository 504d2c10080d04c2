// SPDX-License-Identifier: MIT
//
// An SPRT as a Brownian motion: what its barriers, its clock and its drift are in terms of games.
#pragma once

#include "tuner/statistics/brownian.hpp"
#include "tuner/statistics/statistics.hpp"

namespace hone {

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

}  // namespace hone
