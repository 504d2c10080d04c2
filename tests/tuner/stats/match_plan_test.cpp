// SPDX-License-Identifier: MIT
#include "tuner/stats/match_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "data/error.hpp"
#include "tests/tuner/run/played_out.hpp"

namespace hone::stats {
namespace {

struct Played {
  double acceptance = 0, mean = 0, median = 0, late = 0;  // late: 95 % of the matches end by then
};

Played play(const run::Chances<5>& truth, const SprtOptions& options, int runs) {
  Random random(20240302);
  std::vector<double> games;
  Played result;
  for (int i = 0; i < runs; ++i) {
    const auto results = run::played_out<Pentanomial>(truth, options, random);
    games.push_back(2 * static_cast<double>(results.count()));
    result.mean += games.back() / runs;
    result.acceptance += sprt(results, options).verdict == SprtVerdict::accepted ? 1.0 / runs : 0;
  }
  std::sort(games.begin(), games.end());
  result.median = games[games.size() / 2];
  result.late = games[games.size() * 95 / 100];
  return result;
}

// In 2000 runs a share is known to 0.034 (three standard errors), a mean or a quantile to about 5 %.
void expect_as_planned(const MatchPlan& plan, const Played& played) {
  EXPECT_NEAR(plan.acceptance, played.acceptance, 0.034);
  EXPECT_NEAR(plan.expected_games / played.mean, 1, 0.06);
  EXPECT_NEAR(plan.median_games / played.median, 1, 0.08);
  EXPECT_NEAR(plan.games95 / played.late, 1, 0.1);
}

TEST(FullMatchPlan, AgreesWithMatchesThatArePlayedOutWithNormalisedBounds) {
  const SprtOptions options{.elo0 = 0, .elo1 = 40};
  for (double truth : {-20.0, 0.0, 20.0, 40.0, 60.0}) {
    SCOPED_TRACE(truth);
    const auto chances = run::with_elo(run::drawish_pairs, truth, options.model);
    expect_as_planned(plan_match({.sprt = options, .elo = truth}), play(chances, options, 2000));
  }
}

// A pair of two independent games.
run::Chances<5> pair_of(const run::Chances<3>& game) {
  run::Chances<5> pair{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) pair[i + j] += game[i] * game[j];
  }
  return pair;
}

TEST(FullMatchPlan, AgreesWithMatchesThatArePlayedOutWithLogisticBounds) {
  const SprtOptions options{.elo0 = 0, .elo1 = 25, .model = EloModel::logistic};
  for (double truth : {0.0, 12.5, 25.0}) {
    SCOPED_TRACE(truth);
    const double score = score_of_elo(truth), draws = 0.4;
    const run::Chances<5> chances = pair_of({1 - score - draws / 2, draws, score - draws / 2});
    expect_as_planned(plan_match({.sprt = options, .elo = truth, .draw_ratio = draws}), play(chances, options, 2000));
  }
}

TEST(MatchPlan, NeedsFourTimesTheGamesForHalfTheDifference) {
  const auto games = [](double elo1) {
    return plan_match({.sprt = {.elo0 = 0, .elo1 = elo1}, .elo = 0}).expected_games;
  };
  EXPECT_NEAR(games(1) / games(2), 4, 0.02);
}

TEST(MatchPlan, WithNormalisedBoundsDoesNotDependOnDraws) {
  const MatchPlan few = plan_match({.sprt = {}, .elo = 3, .draw_ratio = 0.1});
  const MatchPlan many = plan_match({.sprt = {}, .elo = 3, .draw_ratio = 0.9, .pair_correlation = -0.5});
  EXPECT_EQ(few.expected_games, many.expected_games);
}

TEST(MatchPlan, WithLogisticBoundsIsInProportionToTheVariance) {
  const SprtOptions options{.elo0 = 0, .elo1 = 2, .model = EloModel::logistic};
  const auto games = [&](double draws, double correlation) {
    return plan_match({options, 0, draws, correlation}).expected_games;
  };
  EXPECT_NEAR(games(0, 0) / games(0.5, 0), 2, 0.05);
  EXPECT_NEAR(games(0.5, 0) / games(0.5, -0.5), 2, 0.05);
  EXPECT_NEAR(plan_match({options, 0, 0.5, 0}).sigma, std::sqrt(0.125), 1e-12);  // a quarter of wins, 1/2 of draws
}

TEST(MatchPlan, RefusesWhatCannotBe) {
  const SprtOptions logistic{.elo0 = 0, .elo1 = 5, .model = EloModel::logistic};
  EXPECT_THROW((void)plan_match({.sprt = {.elo0 = 5, .elo1 = 0}}), Error);
  EXPECT_THROW((void)plan_match({.sprt = logistic, .elo = 401}), Error);
  EXPECT_THROW((void)plan_match({.sprt = logistic, .elo = std::nan("")}), Error);
  EXPECT_THROW((void)plan_match({.sprt = logistic, .elo = 0, .draw_ratio = 1}), Error);
  EXPECT_THROW((void)plan_match({.sprt = logistic, .elo = 300, .draw_ratio = 0.5}), Error);
  EXPECT_THROW((void)plan_match({.sprt = logistic, .elo = 0, .draw_ratio = 0.5, .pair_correlation = -1}), Error);
}

}  // namespace
}  // namespace hone::stats
