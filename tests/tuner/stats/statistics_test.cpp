// SPDX-License-Identifier: MIT
#include "tuner/stats/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "data/error.hpp"
#include "tests/tuner/stats/any_counts.hpp"
#include "tests/tuner/stats/statistics_vectors.hpp"
#include "tuner/stats/sample.hpp"

namespace hone::stats {
namespace {

// The reference prints its values with a fixed number of decimals; a difference of one unit of the last is allowed.
constexpr double four = 1e-4, five = 1e-5, six = 1e-6;

double llr(const auto& results, EloBounds bounds, EloModel model) {
  return sprt(results, {.elo0 = bounds.elo0, .elo1 = bounds.elo1, .model = model}).llr;
}

// The reference takes the deviation for known and the results for normal. For n units between players of similar
// strength that is right but for some parts in n, more of them the more is drawn; a strength t in deviations adds parts
// of t and t^2.
void expect_as_the_reference(const Interval& found, double value, double error, double units, double t) {
  EXPECT_NEAR(found.value, value, four);
  if (units < 20) return;  // where the reference's errors are too small: see the tests of the coverage
  EXPECT_NEAR(found.error() / error, 1, 10 / units + std::abs(t) / 2 + t * t) << found.error();
}

// Results turned round in all ways scatter about 0, the reference's about their mean: z is smaller by a share of
// z^2 / 2 n, which changes the chance by at most 0.24 / n. Few units are no continuum.
double los_tolerance(double units) { return six + (units < 20 ? 0.9 : 0.4) / units; }

bool is_all_alike(const PairVector& vector) { return std::ranges::count(vector.pairs, 0U) == 4; }

TEST(Statistics, EstimatesOfPairsAgreeWithTheReference) {
  for (const PairVector& expected : pair_vectors) {
    if (is_all_alike(expected)) continue;
    const Pentanomial results{expected.pairs};
    const Estimate found = estimate(results);
    SCOPED_TRACE(testing::PrintToString(expected.pairs));
    const double units = static_cast<double>(results.count());
    EXPECT_NEAR(found.score, expected.score, 2e-3 / units + six);  // the reference adds up to 0.004 pairs
    expect_as_the_reference(found.elo, expected.elo, expected.elo_error, units, 0);
    expect_as_the_reference(found.nelo, expected.nelo, expected.nelo_error, units,
                            expected.nelo / nelo_per_t * std::sqrt(2.0));
    EXPECT_NEAR(found.los, expected.los, los_tolerance(units));
  }
}

TEST(Statistics, LikelihoodRatiosOfPairsAgreeWithTheReference) {
  for (const PairVector& expected : pair_vectors) {
    SCOPED_TRACE(testing::PrintToString(expected.pairs));
    for (std::size_t i = 0; i < std::size(pair_bounds); ++i) {
      const Pentanomial results{expected.pairs};
      EXPECT_NEAR(llr(results, pair_bounds[i], EloModel::logistic), expected.logistic[i], five);
      EXPECT_NEAR(llr(results, pair_bounds[i], EloModel::normalized), expected.normalized[i], five);
    }
  }
}

TEST(Statistics, SingleGamesAgreeWithTheReference) {
  for (const GameVector& expected : game_vectors) {
    SCOPED_TRACE(testing::Message() << expected.games.losses << ' ' << expected.games.draws << ' '
                                    << expected.games.wins);
    const double units = static_cast<double>(expected.games.count());
    if (expected.games.wins < expected.games.count()) {
      const Estimate found = estimate(expected.games);
      const bool is_one_sided = std::abs(expected.elo) > 400;  // where the reference runs into the end of its range
      if (!is_one_sided) expect_as_the_reference(found.elo, expected.elo, expected.elo_error, units, 0);
      EXPECT_NEAR(found.los, expected.los, los_tolerance(units));
    }
    EXPECT_NEAR(llr(expected.games, expected.bounds, EloModel::logistic), expected.logistic, five);
    EXPECT_NEAR(llr(expected.games, expected.bounds, EloModel::normalized), expected.normalized, five);
  }
}

TEST(Statistics, TheOtherSideSeesTheOppositeEstimate) {
  const Pentanomial results{{34, 54, 63, 64, 75}};
  const Estimate mine = estimate(results), theirs = estimate(results.reversed());
  EXPECT_NEAR(mine.score, 1 - theirs.score, 1e-12);
  EXPECT_NEAR(mine.elo.value, -theirs.elo.value, 1e-9);
  EXPECT_NEAR(mine.elo.low, -theirs.elo.high, 1e-6);
  EXPECT_NEAR(mine.nelo.value, -theirs.nelo.value, 1e-9);
  EXPECT_NEAR(mine.nelo.low, -theirs.nelo.high, 1e-6);
  EXPECT_NEAR(mine.los, 1 - theirs.los, 1e-12);
  EXPECT_EQ(results.reversed().reversed(), results);
}

TEST(Statistics, ResultsAddUp) {
  Pentanomial pairs{{1, 2, 3, 4, 5}};
  pairs += Pentanomial{{10, 20, 30, 40, 50}};
  EXPECT_EQ(pairs, (Pentanomial{{11, 22, 33, 44, 55}}));
  EXPECT_EQ(pairs.count(), 165U);
  Trinomial games{1, 2, 3};
  games += Trinomial{10, 20, 30};
  EXPECT_EQ(games, (Trinomial{11, 22, 33}));
  EXPECT_EQ(games.count(), 66U);
}

TEST(Statistics, EloAndScoreAreInverse) {
  for (double elo = -1000; elo <= 1000; elo += 50) EXPECT_NEAR(elo_of_score(score_of_elo(elo)), elo, 1e-9);
  EXPECT_EQ(score_of_elo(0), 0.5);
  EXPECT_EQ(elo_of_score(1), HUGE_VAL);
  EXPECT_EQ(elo_of_score(0), -HUGE_VAL);
}

void expect_in_order(const Estimate& found) {
  EXPECT_TRUE(found.score >= 0 && found.score <= 1);
  EXPECT_TRUE(found.los >= 0 && found.los <= 1);
  for (const Interval& interval : {found.elo, found.nelo}) {
    EXPECT_TRUE(interval.is_known());
    EXPECT_LE(interval.low, interval.value);
    EXPECT_LE(interval.value, interval.high);
  }
}

void expect_finite(const Pentanomial& results) {
  if (results.count() > 0) expect_in_order(estimate(results));
  for (EloModel model : {EloModel::logistic, EloModel::normalized}) {
    for (EloBounds bounds : {EloBounds{0, 5}, EloBounds{-400, 400}, EloBounds{399, 400}, EloBounds{-400, -399}})
      EXPECT_TRUE(std::isfinite(llr(results, bounds, model)));
  }
}

TEST(Statistics, AreFiniteForAnyCounts) {
  for_any_counts([](const Pentanomial& results) { expect_finite(results); });
}

void expect_finite(const Trinomial& results) {
  if (results.count() > 0) expect_in_order(estimate(results));
  for (EloBounds bounds : {EloBounds{0, 5}, EloBounds{-400, 400}, EloBounds{399, 400}, EloBounds{-400, -399}}) {
    EXPECT_TRUE(std::isfinite(llr(results, bounds, EloModel::logistic)));
    EXPECT_TRUE(std::isfinite(llr(results, bounds, EloModel::normalized)));
  }
}

TEST(Statistics, OfSingleGamesAreFiniteForAnyCounts) {
  constexpr std::uint64_t sizes[] = {0, 1, 1'000'000'000'000};
  for (std::uint64_t losses : sizes) {
    for (std::uint64_t draws : sizes) {
      for (std::uint64_t wins : sizes) {
        SCOPED_TRACE(testing::Message() << losses << ' ' << draws << ' ' << wins);
        expect_finite(Trinomial{losses, draws, wins});
      }
    }
  }
}

TEST(Sprt, KnowsNothingBeforeTheFirstGame) {
  const SprtState state = sprt(Pentanomial{}, {});
  EXPECT_NEAR(state.llr, 0, 1e-4);
  EXPECT_EQ(state.verdict, SprtVerdict::undecided);
  const Estimate found = estimate(Pentanomial{});
  EXPECT_TRUE(std::isnan(found.score) && std::isnan(found.los));
  EXPECT_FALSE(found.elo.is_known() || found.nelo.is_known());
}

TEST(Sprt, BoundsAreWalds) {
  // log(19) for alpha = beta = 0.05.
  const SprtState state = sprt(Pentanomial{{39, 8843, 26675, 9240, 44}}, {.elo0 = 0, .elo1 = 5});
  EXPECT_NEAR(state.upper, 2.94444, five);
  EXPECT_NEAR(state.lower, -2.94444, five);
  EXPECT_EQ(state.verdict, SprtVerdict::accepted);
  EXPECT_STREQ(to_string(state.verdict), "accepted");
}

TEST(Sprt, RejectsWhatIsClearlyNotBetter) {
  EXPECT_EQ(sprt(Pentanomial{{7895, 8757, 5685, 568, 9999}}, {}).verdict, SprtVerdict::rejected);
  EXPECT_EQ(sprt(Pentanomial{{34, 54, 63, 64, 75}}, {}).verdict, SprtVerdict::undecided);
}

// 24 games with -255 nElo as single games, which is far below both hypotheses however far apart these are.
TEST(Sprt, RejectsTheWeakForFarBoundsToo) {
  for (double elo1 : {100.0, 200.0, 230.0, 250.0, 300.0, 390.0, 400.0}) {
    SCOPED_TRACE(elo1);
    const SprtOptions options{.elo0 = 0, .elo1 = elo1};
    EXPECT_EQ(sprt(Trinomial{14, 5, 5}, options).verdict, SprtVerdict::rejected);
    EXPECT_EQ(sprt(Pentanomial{{4, 3, 4, 0, 1}}, options).verdict, SprtVerdict::rejected);
    EXPECT_EQ(sprt(Pentanomial{{1, 0, 4, 3, 4}}, {.elo0 = -elo1, .elo1 = 0}).verdict, SprtVerdict::accepted);
  }
}

// The further a hypothesis lies beyond the observed strength, the less likely it is.
TEST(Sprt, LikelihoodFallsAsTheHypothesisMovesAway) {
  for_any_counts([](const Pentanomial& results) {
    if (results.count() == 0) return;  // no strength was observed
    for (EloModel model : {EloModel::logistic, EloModel::normalized}) {
      const Estimate found = estimate(results);
      const double seen = model == EloModel::logistic ? found.elo.value : found.nelo.value;
      double last = HUGE_VAL;
      for (double elo1 = std::max(-390.0, seen); elo1 <= 400; elo1 += 10) {
        const double ratio = llr(results, {-400, elo1}, model);
        EXPECT_LE(ratio, last + 1e-9 * std::abs(ratio) + 1e-9);
        last = ratio;
      }
    }
  });
}

TEST(Sprt, TheOtherSideSeesTheOppositeRatio) {
  for_any_counts([](const Pentanomial& results) {
    for (EloModel model : {EloModel::logistic, EloModel::normalized}) {
      for (EloBounds bounds : {EloBounds{0, 5}, EloBounds{0, 300}, EloBounds{-400, 250}, EloBounds{390, 400}}) {
        const double mine = llr(results, bounds, model);
        const double theirs = llr(results.reversed(), {-bounds.elo1, -bounds.elo0}, model);
        EXPECT_NEAR(mine, -theirs, 1e-9 * std::abs(mine) + 1e-9);
      }
    }
  });
}

TEST(Sprt, RefusesBrokenBounds) {
  const Pentanomial results{{1, 1, 1, 1, 1}};
  EXPECT_THROW((void)sprt(results, {.elo0 = 5, .elo1 = 5}), Error);
  EXPECT_THROW((void)sprt(results, {.elo0 = 0, .elo1 = 401}), Error);
  EXPECT_THROW((void)sprt(results, {.alpha = 0}), Error);
  EXPECT_THROW((void)sprt(results, {.beta = 0.5}), Error);
  EXPECT_THROW((void)sprt(results, {.elo0 = std::nan("")}), Error);
}

}  // namespace
}  // namespace hone::stats
