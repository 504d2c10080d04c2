// SPDX-License-Identifier: MIT
#include "tuner/stats/match_plan.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "data/error.hpp"
#include "tuner/stats/stopped_estimate.hpp"

namespace hone::stats {

namespace {

constexpr double games_per_pair = 2;

void require_plan(bool holds, const char* bound) {
  if (!holds) throw Error(std::string("plan: ") + bound);
}

// The standard deviation that the scores of two independent games would need for the same spread of their sum as two
// correlated games with this mean and draw ratio have.
double game_sigma(const PlanOptions& options) {
  const double score = score_of_elo(options.elo);
  return std::sqrt((score * (1 - score) - options.draw_ratio / 4) * (1 + options.pair_correlation));
}

// Of the games, with this score.
double most_draws(double score) { return 2 * std::min(score, 1 - score); }

}  // namespace

double usual_draw_ratio(double elo) { return std::min(0.5, 0.75 * most_draws(score_of_elo(elo))); }

void PlanOptions::validate() const {
  sprt.validate();
  require_plan(std::abs(elo) <= max_elo_bound, "the true Elo must be within +-400");
  require_plan(draw_ratio >= 0 && draw_ratio < 1, "the draw ratio must be at least 0 and below 1");
  require_plan(pair_correlation > -1 && pair_correlation <= 1, "the correlation of a pair must be above -1, at most 1");
  if (sprt.model == EloModel::normalized) return;
  require_plan(draw_ratio < most_draws(score_of_elo(elo)), "so many draws do not go with such a score");
}

MatchPlan plan_match(const PlanOptions& options) {
  options.validate();
  const bool logistic = options.sprt.model == EloModel::logistic;
  const double game = logistic ? game_sigma(options) : 0;
  const double pair = game / std::sqrt(games_per_pair);
  const SprtWalk walk(options.sprt, pair, games_per_pair);
  const double drift = walk.drift(unit_strength(options.elo, options.sprt.model, pair, games_per_pair));
  const auto games = [&](double time) { return games_per_pair * walk.units(time); };
  return {.acceptance = chance_of_upper(walk.barriers, drift),
          .expected_games = games(expected_time(walk.barriers, drift)),
          .median_games = games(stopping_quantile(walk.barriers, drift, 0.5)),
          .games95 = games(stopping_quantile(walk.barriers, drift, 0.95)),
          .sigma = game};
}

}  // namespace hone::stats
