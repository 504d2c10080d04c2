// SPDX-License-Identifier: MIT
//
// How many games an SPRT is expected to take, computed before it is played by Wald's approximation: the log likelihood
// ratio is taken as a Brownian motion. Games come in pairs with colours reversed.
#pragma once

#include "tuner/stats/statistics.hpp"

namespace hone::stats {

struct PlanOptions {
  SprtOptions sprt;
  double elo = 0;               // the true difference, in the unit of the test's bounds
  double draw_ratio = 0.5;      // of games. With normalised bounds neither this nor the correlation matters
  double pair_correlation = 0;  // of the two games of a pair; negative when openings favour a side

  void validate() const;  // throws Error naming the bound that is broken
};

// Half of the games, or three quarters of the most that a logistic difference allows where that is less.
[[nodiscard]] double usual_draw_ratio(double elo);

struct MatchPlan {
  double acceptance = 0;      // chance that the test accepts elo1
  double expected_games = 0;  // the mean
  double median_games = 0;
  double games95 = 0;  // 95 % of such matches end by then
  double sigma = 0;    // of a game's score that the plan assumes, pairs taken into account; 0: does not matter
};

// Throws Error for broken options.
[[nodiscard]] MatchPlan plan_match(const PlanOptions& options);

}  // namespace hone::stats
