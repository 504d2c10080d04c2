// SPDX-License-Identifier: MIT
#include "tuner/stats/stopped_estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/tuner/run/played_out.hpp"
#include "tests/tuner/stats/any_counts.hpp"

namespace hone::stats {
namespace {

constexpr int matches_run = 2000;

// The estimates of many matches between players of one difference in strength.
struct Record {
  double above = 0;    // share of the estimates above the truth
  double covered = 0;  // share of the intervals that hold the truth
  double plain_mean = 0;
  double mean = 0;
};

template <class Results, std::size_t N>
Record record(const run::Chances<N>& chances, double elo, const SprtOptions& options, std::uint64_t most = UINT64_MAX) {
  Random random(20240301);
  const run::Chances<N> truth = run::with_elo(chances, elo, options.model);
  const bool logistic = options.model == EloModel::logistic;
  Record result;
  for (int i = 0; i < matches_run; ++i) {
    const auto played = run::played_out<Results>(truth, options, random, most);
    const StoppedEstimate both = corrected_estimate(played, options);
    const Interval& found = logistic ? both.elo : both.nelo;
    result.above += found.value > elo;
    result.covered += found.low <= elo && elo <= found.high;
    result.mean += found.value;
    result.plain_mean += logistic ? estimate(played).elo.value : estimate(played).nelo.value;
  }
  return {result.above / matches_run, result.covered / matches_run, result.plain_mean / matches_run,
          result.mean / matches_run};
}

// Three standard errors of a share of 0.5 in 2000 are 0.034, and of a share of 0.95 they are 0.015. Such short matches
// (about fifty to three hundred pairs) are not quite a Brownian motion, so that 0.02 more is allowed, for the intervals
// only on the cautious side.
void expect_sound(const Record& found) {
  EXPECT_NEAR(found.above, 0.5, 0.054);
  EXPECT_GE(found.covered, 0.95 - 0.015);
  EXPECT_LE(found.covered, 0.95 + 0.035);
}

TEST(FullStoppedEstimate, IsMedianUnbiasedAndCoversOnPairsWithNormalisedBounds) {
  const SprtOptions options{.elo0 = 0, .elo1 = 40};
  for (double truth : {-20.0, 0.0, 20.0, 40.0, 70.0}) {
    SCOPED_TRACE(truth);
    expect_sound(record<Pentanomial>(run::drawish_pairs, truth, options));
  }
}

TEST(FullStoppedEstimate, IsMedianUnbiasedAndCoversOnPairsWithLogisticBounds) {
  const SprtOptions options{.elo0 = -10, .elo1 = 10, .model = EloModel::logistic};
  for (double truth : {-10.0, 0.0, 25.0}) {
    SCOPED_TRACE(truth);
    expect_sound(record<Pentanomial>(run::drawish_pairs, truth, options));
  }
}

TEST(FullStoppedEstimate, IsMedianUnbiasedAndCoversOnSingleGames) {
  const SprtOptions options{.elo0 = 0, .elo1 = 50};
  for (double truth : {0.0, 50.0}) {
    SCOPED_TRACE(truth);
    expect_sound(record<Trinomial>(run::drawish_games, truth, options));
  }
}

TEST(FullStoppedEstimate, IsSoundForAMatchThatRanOutOfGames) {
  expect_sound(record<Pentanomial>(run::drawish_pairs, 30, {.elo0 = 0, .elo1 = 40}, 150));
}

TEST(FullStoppedEstimate, TakesMostOfTheBiasAway) {
  const Record found = record<Pentanomial>(run::drawish_pairs, 40, {.elo0 = 0, .elo1 = 40});
  EXPECT_GT(found.plain_mean - 40, 3);
  EXPECT_LT(std::abs(found.mean - 40), (found.plain_mean - 40) / 2);
}

void expect_same(const Interval& found, const Interval& expected, double tolerance) {
  EXPECT_NEAR(found.value, expected.value, tolerance);
  EXPECT_NEAR(found.low, expected.low, tolerance);
  EXPECT_NEAR(found.high, expected.high, tolerance);
}

TEST(StoppedEstimate, IsTheOrdinaryOneWhenTheTestHadNoSayInIt) {
  const Pentanomial results{{30, 220, 500, 230, 40}};
  const SprtOptions options{.elo0 = -400, .elo1 = 400, .alpha = 1e-300, .beta = 1e-300};  // never stops
  const Estimate plain = estimate(results);
  const StoppedEstimate found = corrected_estimate(results, options);
  expect_same(found.elo, plain.elo, 1e-6);
  expect_same(found.nelo, plain.nelo, 1e-6);
  EXPECT_NEAR(found.los, plain.los, 1e-9);
}

TEST(StoppedEstimate, IsLowerAfterAcceptanceAndHigherAfterRejection) {
  const SprtOptions options{.elo0 = 0, .elo1 = 40};
  Random random(7);
  for (double truth : {0.0, 40.0}) {
    const auto played =
        run::played_out<Pentanomial>(run::with_elo(run::drawish_pairs, truth, options.model), options, random);
    const bool accepted = sprt(played, options).verdict == SprtVerdict::accepted;
    const double change = corrected_estimate(played, options).nelo.value - estimate(played).nelo.value;
    EXPECT_TRUE(accepted ? change < 0 : change > 0) << change;
  }
}

// The gate of a quickstart: 17 pairs, whose interval once claimed [+1307.5, +1541.0].
TEST(StoppedEstimate, OfFewPairsClaimsNoMoreThanThePlainOne) {
  const Pentanomial won{{0, 0, 0, 2, 15}};
  const SprtOptions options{.elo0 = 0, .elo1 = 50};
  const Estimate plain = estimate(won);
  const StoppedEstimate found = corrected_estimate(won, options);
  EXPECT_LE(found.nelo.low, plain.nelo.low + 1);
  EXPECT_LT(found.nelo.low, 600);
  EXPECT_GT(found.nelo.high, 2000);
}

TEST(StoppedEstimate, OfACleanSweepHasABoundToOneSide) {
  const StoppedEstimate found = corrected_estimate(Pentanomial{{0, 0, 0, 0, 147}}, {.elo0 = 0, .elo1 = 5});
  // 0.05^(1/147) = 0.97983 points a game.
  EXPECT_NEAR(found.elo.low, 674.6, 0.1);
  EXPECT_EQ(found.elo.high, HUGE_VAL);
  EXPECT_EQ(with_error(found.elo), "at least +674.6");
}

// A match as clear as this stops at nearly the same time whatever happens, and its plain estimate is hardly biased.
TEST(StoppedEstimate, IsThePlainOneOfAMatchFarBeyondBothHypotheses) {
  const Pentanomial won{{0, 2, 4, 7, 67}};
  const SprtOptions options{.elo0 = 0, .elo1 = 10};
  ASSERT_EQ(sprt(won, options).verdict, SprtVerdict::accepted);
  for (const bool reversed : {false, true}) {
    const Pentanomial results = reversed ? won.reversed() : won;
    const Estimate plain = estimate(results);
    const StoppedEstimate found = corrected_estimate(results, options);
    expect_same(found.nelo, plain.nelo, plain.nelo.error() / 5);
  }
}

TEST(StoppedEstimate, SeesTheOppositeFromTheOtherSide) {
  const Pentanomial results{{34, 54, 63, 64, 95}};
  const SprtOptions mine{.elo0 = -5, .elo1 = 20}, theirs{.elo0 = -20, .elo1 = 5};
  const StoppedEstimate here = corrected_estimate(results, mine);
  const StoppedEstimate there = corrected_estimate(results.reversed(), theirs);
  EXPECT_NEAR(here.elo.value, -there.elo.value, 1e-6);
  EXPECT_NEAR(here.elo.low, -there.elo.high, 1e-6);
  EXPECT_NEAR(here.los, 1 - there.los, 1e-9);
}

void expect_in_order(const StoppedEstimate& found) {
  for (const Interval& interval : {found.elo, found.nelo}) {
    EXPECT_TRUE(interval.is_known());
    EXPECT_LE(interval.low, interval.value);
    EXPECT_LE(interval.value, interval.high);
  }
  EXPECT_TRUE(found.los >= 0 && found.los <= 1);
}

TEST(StoppedEstimate, IsInOrderForAnyCounts) {
  for_any_counts([](const Pentanomial& results) {
    if (results.count() == 0) return;
    for (EloModel model : {EloModel::logistic, EloModel::normalized}) {
      expect_in_order(corrected_estimate(results, {.elo0 = 0, .elo1 = 5, .model = model}));
      expect_in_order(corrected_estimate(results, {.elo0 = -400, .elo1 = 400, .model = model}));
    }
  });
}

// Far stronger than both hypotheses: the likelihood ratio comes to its barrier when the walk would be well beyond it,
// so that a reading at the barrier says 150 Elo of results of 195.
TEST(StoppedEstimate, HoldsTheStrengthOfMuchStrongerPlayers) {
  constexpr run::Chances<5> chances{0.01, 0.05, 0.2, 0.34, 0.4};
  const SprtOptions test{.elo0 = 0, .elo1 = 10};
  const double elo = elo_of_score(0.7675);
  Random random(5);
  int held = 0;
  constexpr int runs = 400;
  for (int run = 0; run < runs; ++run) {
    Pentanomial results;
    while (results.count() < 20 || sprt(results, test).verdict == SprtVerdict::undecided) {
      run::count(results, run::drawn(chances, random));
    }
    const StoppedEstimate found = corrected_estimate(results, test);
    held += found.elo.low <= elo && elo <= found.elo.high ? 1 : 0;
    EXPECT_NEAR(found.elo.value, estimate(results).elo.value, 10);
  }
  EXPECT_GE(held, 364);  // three standard errors below 95 %, and 1 % for the few pairs
}

}  // namespace
}  // namespace hone::stats
