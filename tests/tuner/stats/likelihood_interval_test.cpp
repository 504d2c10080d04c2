// SPDX-License-Identifier: MIT
#include "tuner/stats/likelihood_interval.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/tuner/run/played_out.hpp"

namespace hone::stats {
namespace {

struct Cover {
  double elo = 0, nelo = 0;  // shares of the intervals that hold the truth
};

template <std::size_t N>
Distribution<N> scores(const run::Chances<N>& chances) {
  Distribution<N> score;
  for (std::size_t i = 0; i < N; ++i) score.values[i] = static_cast<double>(i) / (N - 1);
  score.chances = chances;
  return score;
}

bool holds(const Interval& interval, double truth) {
  return interval.low <= truth + 1e-9 && truth - 1e-9 <= interval.high;
}

template <class Results, std::size_t N>
Cover cover(const run::Chances<N>& chances, int units, int runs) {
  const Distribution<N> truth = scores<N>(chances);
  const double per_unit = (N - 1) / 2.0;
  const double elo = elo_of_score(truth.mean());
  const double nelo = (truth.mean() - 0.5) / std::sqrt(truth.variance() * per_unit) * nelo_per_t;
  Random random(20260101);
  Cover found;
  for (int run = 0; run < runs; ++run) {
    Results results;
    for (int unit = 0; unit < units; ++unit) run::count(results, run::drawn(chances, random));
    const Estimate estimated = estimate(results);
    found.elo += holds(estimated.elo, elo) ? 1.0 / runs : 0;
    found.nelo += holds(estimated.nelo, nelo) ? 1.0 / runs : 0;
  }
  return found;
}

run::Chances<5> drawish_at(double elo) { return run::with_elo(run::drawish_pairs, elo, EloModel::logistic); }

// What stronger weights did to the start: 91.5 % of the pairs were won by both games.
constexpr run::Chances<5> one_sided{0, 0, 0.04, 0.045, 0.915};
constexpr run::Chances<5> decided_pairs{0.22, 0.06, 0.44, 0.06, 0.22};

// Three standard errors of a share of 0.95 in 1500 are 0.017.
TEST(FullLikelihoodInterval, HoldsTheTruthInNineteenOfTwentyMatches) {
  for (const auto& chances : {drawish_at(0), drawish_at(100), one_sided, decided_pairs}) {
    for (const int pairs : {40, 200}) {
      SCOPED_TRACE(testing::PrintToString(chances) + " " + std::to_string(pairs));
      const Cover found = cover<Pentanomial>(chances, pairs, 1500);
      EXPECT_GE(found.elo, 0.92);
      EXPECT_LE(found.elo, 0.98);
      EXPECT_GE(found.nelo, 0.92);
      EXPECT_LE(found.nelo, 0.985);
    }
  }
}

// Of few pairs an interval may be cautious, because there are few different results, but must not claim too much.
TEST(FullLikelihoodInterval, OfFewPairsClaimsNotTooMuch) {
  for (const auto& chances : {drawish_at(0), drawish_at(100), drawish_at(300), one_sided, decided_pairs}) {
    for (const int pairs : {1, 2, 3, 5, 8, 12, 17}) {
      SCOPED_TRACE(testing::PrintToString(chances) + " " + std::to_string(pairs));
      const Cover found = cover<Pentanomial>(chances, pairs, 1500);
      EXPECT_GE(found.elo, 0.93);
      EXPECT_GE(found.nelo, 0.93);
    }
  }
}

TEST(FullLikelihoodInterval, OfSingleGamesHoldsTheTruth) {
  for (const double elo : {0.0, 100.0, 300.0}) {
    const auto chances = run::with_elo(run::drawish_games, elo, EloModel::logistic);
    for (const int games : {5, 10, 20, 100}) {
      SCOPED_TRACE(testing::Message() << elo << " " << games);
      const Cover found = cover<Trinomial>(chances, games, 1500);
      EXPECT_GE(found.elo, 0.93);
      EXPECT_GE(found.nelo, 0.93);
    }
  }
}

// Of a sweep: n units that are all won have a chance of 5 % where one is won with a chance of 0.05^(1/n). Ten games
// won leave 0.741 points a game, +182.8; five pairs 0.549, +34.4.
TEST(LikelihoodInterval, OfACleanSweepIsTheExactBound) {
  const Estimate games = estimate(Trinomial{.losses = 0, .draws = 0, .wins = 10});
  EXPECT_EQ(games.elo.value, HUGE_VAL);
  EXPECT_NEAR(games.elo.low, 182.7, 0.1);
  EXPECT_EQ(games.elo.high, HUGE_VAL);
  const Estimate pairs = estimate(Pentanomial{{0, 0, 0, 0, 5}});
  EXPECT_NEAR(pairs.elo.low, 34.4, 0.1);
  EXPECT_EQ(with_error(pairs.elo), "at least +34.4");
  EXPECT_EQ(with_error(estimate(Pentanomial{{5, 0, 0, 0, 0}}).elo), "at most -34.4");
  EXPECT_TRUE(std::isfinite(pairs.nelo.low));
  EXPECT_EQ(pairs.nelo.high, HUGE_VAL);
}

// The bound of Clopper and Pearson (Biometrika 26, 1934): with 200 pairs drawn another result has at most a chance of
// 1 - 0.05^(1/200) = 1.487 %, which may be all on one side.
TEST(LikelihoodInterval, OfDrawnPairsIsNotZero) {
  const Estimate found = estimate(Pentanomial{{0, 0, 200, 0, 0}});
  EXPECT_EQ(found.elo.value, 0);
  EXPECT_NEAR(found.elo.high, elo_of_score(0.5 + 0.01487 / 2), 0.01);
  EXPECT_NEAR(found.elo.low, -found.elo.high, 1e-9);
  EXPECT_EQ(found.nelo.value, 0);
  EXPECT_GT(found.nelo.high, 20);
}

// Student's interval for the scores of 40 pairs: t(0.975, 39) = 2.0227.
TEST(LikelihoodInterval, OfNearlyNormalScoresIsStudents) {
  const auto sample = sample_of(Pentanomial{{2, 9, 18, 9, 2}});
  const double error = 2.0227 * std::sqrt(sample.score.variance() / 39);
  const Interval found = mean_interval(sample);
  EXPECT_NEAR(found.error() / error, 1, 0.02);
}

// The README's match: +1058.2 +- 34.0 covered the truth in 17 % of such matches, whose real deviation is 175.
TEST(LikelihoodInterval, KnowsThatTheDeviationIsEstimated) {
  const Estimate found = estimate(Pentanomial{{0, 0, 8, 9, 183}});
  EXPECT_NEAR(found.nelo.value, 1058.2, 0.1);
  EXPECT_GT(found.nelo.error(), 1.6 * 175);
  EXPECT_LT(found.nelo.error(), 2.4 * 175);
}

TEST(Interval, IsShownByItsSides) {
  EXPECT_EQ(with_error({12.34, 8, 16.7}, "+-"), "+12.3 +- 4.4");
  EXPECT_EQ(with_error({12.34, 8, 20}), "+12.3 [+8.0, +20.0]");
  EXPECT_EQ(with_error({48.6, -0.2, 96}), "+48.6 [-0.2, +96.0]");  // and not 48.6 +- 48.1, which leaves 0 out
  EXPECT_EQ(with_error({-48.6, -96, 0.2}), "-48.6 [-96.0, +0.2]");
  EXPECT_EQ(with_error({12.34, -5, HUGE_VAL}), "+12.3 [-5.0, no bound]");
  EXPECT_EQ(with_error(unknown()), "unknown");
}

}  // namespace
}  // namespace hone::stats
