// SPDX-License-Identifier: MIT
#include "tuner/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "data/error.hpp"

namespace hone {
namespace {

struct Bounds {
  double elo0, elo1;
};
constexpr Bounds pair_bounds[] = {{0, 2}, {0, 5}, {-1.75, 0.25}, {0.5, 2.5}};

struct PairVector {
  std::array<std::uint64_t, 5> pairs;
  double score, elo, elo_error, nelo, nelo_error, los;
  double logistic[4], normalized[4];  // log likelihood ratios for pair_bounds
};

// Counts of published matches; values computed with the statistics code of fishtest (server/fishtest/stats).
constexpr PairVector pair_vectors[] = {
    {{39, 8843, 26675, 9240, 44},
     0.502269,
     1.5768,
     1.0303,
     3.48,
     2.2739,
     0.998648,
     {4.17397, -16.69866, 16.83344, 0.55552},
     {3.68456, 3.63994, 6.28465, 2.94168}},
    {{10789, 19328, 33806, 19402, 10543},
     0.498887,
     -0.7736,
     1.2776,
     -0.9516,
     1.5716,
     0.117659,
     {-8.34821, -38.51441, -0.11102, -10.70143},
     {-6.07043, -26.83845, -0.62717, -7.62557}},
    {{1187, 7410, 13475, 7378, 1164},
     0.499363,
     -0.4426,
     1.7299,
     -0.7041,
     2.752,
     0.308014,
     {-3.70355, -18.87747, 0.78917, -4.98687},
     {-1.72875, -8.12581, 0.04652, -2.23596}},
    {{39, 2226, 31451, 2412, 40},
     0.501299,
     0.903,
     0.6625,
     3.4508,
     2.5319,
     0.996222,
     {-1.6893, -68.7187, 28.81099, -10.41459},
     {2.93691, 2.8479, 5.0336, 2.3379}},
    {{365, 16618, 36229, 16974, 390},
     0.501438,
     0.9993,
     0.9231,
     1.9623,
     1.8125,
     0.983078,
     {-0.00592, -33.81702, 15.77117, -4.51411},
     {2.25037, -3.1434, 6.34292, 1.08107}},
    {{127, 4883, 10712, 5150, 104},
     0.502634,
     1.8303,
     1.699,
     3.5817,
     3.3247,
     0.982636,
     {2.20925, -4.45913, 6.862, 0.87883},
     {1.79388, 1.8791, 3.01015, 1.44641}},
    {{223, 9863, 21279, 10037, 246},
     0.501321,
     0.9176,
     1.2064,
     1.7948,
     2.3594,
     0.932005,
     {-0.43471, -20.87546, 8.80309, -3.07413},
     {1.09683, -2.433, 3.51192, 0.4068}},
    {{871, 26175, 55983, 26678, 821},
     0.500912,
     0.6334,
     0.7522,
     1.2196,
     1.4483,
     0.950578,
     {-4.97867, -63.36075, 18.78158, -11.76867},
     {0.80445, -11.72103, 7.21378, -1.02668}},
    {{0, 0, 0, 0, 5550},
     1.0,
     1199.8262,
     0.0,
     211336.7654,
     6.4634,
     1.0,
     {31.85643, 79.29625, 32.01735, 31.81045},
     {44.99742, 111.79756, 45.31941, 44.905}},
    {{34, 54, 63, 64, 75},
     0.57931,
     55.5798,
     27.6534,
     57.9356,
     28.2754,
     0.99997,
     {0.54973, 1.33737, 0.56691, 0.54481},
     {0.53486, 1.30144, 0.5515, 0.5301}},
    {{332, 433, 498, 333, 334},
     0.487565,
     -8.6427,
     10.3342,
     -9.1729,
     10.9605,
     0.05047,
     {-0.69228, -1.99866, -0.56697, -0.72804},
     {-0.64961, -1.86382, -0.53773, -0.68158}},
    {{7895, 8757, 5685, 568, 9999},
     0.469753,
     -21.0435,
     2.9453,
     -19.0128,
     2.6545,
     0.0,
     {-19.24414, -51.32517, -17.73862, -19.67353},
     {-21.61581, -58.12928, -19.70885, -22.16092}},
    {{379, 10170, 21828, 10640, 343},
     0.502295,
     1.5946,
     1.2087,
     3.0505,
     2.3124,
     0.995139,
     {3.12568, -11.90599, 12.32023, 0.49692},
     {2.9455, 1.97733, 5.45973, 2.22721}},
    {{0, 2, 9, 4, 0},
     0.533329,
     23.1937,
     55.0874,
     52.9428,
     124.3177,
     0.798052,
     {0.05513, 0.129, 0.05917, 0.05396},
     {0.02523, 0.06124, 0.02608, 0.02498}},
    {{0, 0, 200, 0, 0},
     0.5,
     -0.0,
     0.1702,
     -0.0,
     34.0477,
     0.5,
     {-1.14698, -2.89043, 0.86402, -1.15467},
     {-0.01059, -0.07824, 0.00766, -0.01712}},
    {{1, 0, 0, 0, 0},
     0.00249,
     -1041.0844,
     395.5919,
     -2833.0187,
     480.5522,
     0.0,
     {-0.00578, -0.01452, -0.00576, -0.00579},
     {-0.00818, -0.02057, -0.00812, -0.00819}},
    {{5, 5, 36, 22, 22},
     0.641667,
     101.2089,
     42.6334,
     128.2185,
     50.7559,
     1.0,
     {0.36427, 0.90075, 0.36883, 0.36295},
     {0.32539, 0.80295, 0.33029, 0.32398}},
    {{0, 0, 7, 1, 0},
     0.531207,
     21.7131,
     40.3462,
     92.257,
     170.2084,
     0.855961,
     {0.04579, 0.11393, 0.04604, 0.04572},
     {0.01602, 0.03918, 0.01643, 0.0159}},
};

struct GameVector {
  Trinomial games;
  double elo0, elo1;
  double logistic, normalized;  // log likelihood ratios
  double elo, elo_error, los;
};

// Same source.
constexpr GameVector game_vectors[] = {
    {{22569, 44137, 22976}, 0.5, 2.5, 0.22461, 1.05883, 1.5768, 1.6205, 0.971749},
    {{65804, 56553, 65388}, -3, 1, 2.04904, 0.49171, -0.7698, 1.3137, 0.125376},
    {{36027, 68692, 36433}, 0, 2, -0.00298, 0.92329, 0.9993, 1.2986, 0.934258},
    {{10650, 20431, 10871}, -1.75, 0.25, 3.49602, 2.2975, 1.8303, 2.3813, 0.934032},
    {{0, 0, 4250}, 0, 10, 120.56468, 120.54827, 1199.8262, 0.0, 1.0},
    {{21184, 40708, 21404}, 0.5, 2.5, -1.57189, -0.29898, 0.9176, 1.6871, 0.856802},
    {{57030, 106593, 57433}, 0, 2, -2.59302, -0.43864, 0.6334, 1.0422, 0.883207},
    {{68526, 128429, 68965}, 0, 2, -3.63368, -0.89138, 0.5736, 0.9495, 0.881781},
    {{21484, 41111, 21629}, 0.5, 2.5, -2.4585, -0.92652, 0.5981, 1.6788, 0.757517},
    {{123, 89, 76}, 0, 5, -1.02125, -0.84337, -57.2111, 33.7143, 0.00034},
    {{89, 123, 76}, 0, 5, -0.37842, -0.27696, -15.6935, 30.458, 0.155326},
    {{111, 96, 136}, 0, 5, 0.45041, 0.38847, 25.3683, 31.3384, 0.944824},
    {{0, 356, 34}, 0, 5, 5.57179, 1.62635, 30.3654, 9.8046, 1.0},
    {{1351, 2942, 1477}, 0, 10, 2.52425, 2.79092, 7.5882, 6.2767, 0.991118},
    {{555, 298, 555}, 0, 10, -0.73966, -0.583, -0.0, 16.1247, 0.5},
    {{149, 1, 3}, 0, 10, -4.29326, -4.27869, -652.2293, 335.9266, 0.0},
};

// The reference prints its values with a fixed number of decimals; one unit of the last is allowed.
constexpr double four = 1e-4, five = 1e-5, six = 1e-6;

double llr(const auto& results, Bounds bounds, EloModel model) {
  return sprt(results, {.elo0 = bounds.elo0, .elo1 = bounds.elo1, .model = model}).llr;
}

TEST(Statistics, EstimatesOfPairsAgreeWithTheReference) {
  for (const PairVector& expected : pair_vectors) {
    const Estimate found = estimate(Pentanomial{expected.pairs});
    SCOPED_TRACE(testing::PrintToString(expected.pairs));
    EXPECT_NEAR(found.score, expected.score, six);
    EXPECT_NEAR(found.elo, expected.elo, four);
    EXPECT_NEAR(found.elo_error, expected.elo_error, four);
    EXPECT_NEAR(found.nelo, expected.nelo, four);
    EXPECT_NEAR(found.nelo_error, expected.nelo_error, four);
    EXPECT_NEAR(found.los, expected.los, six);
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
    const Estimate found = estimate(expected.games);
    const Bounds bounds{expected.elo0, expected.elo1};
    EXPECT_NEAR(found.elo, expected.elo, four);
    EXPECT_NEAR(found.elo_error, expected.elo_error, four);
    EXPECT_NEAR(found.los, expected.los, six);
    EXPECT_NEAR(llr(expected.games, bounds, EloModel::logistic), expected.logistic, five);
    EXPECT_NEAR(llr(expected.games, bounds, EloModel::normalized), expected.normalized, five);
  }
}

TEST(Statistics, TheOtherSideSeesTheOppositeEstimate) {
  const Pentanomial results{{34, 54, 63, 64, 75}};
  const Estimate mine = estimate(results), theirs = estimate(results.reversed());
  EXPECT_NEAR(mine.score, 1 - theirs.score, 1e-12);
  EXPECT_NEAR(mine.elo, -theirs.elo, 1e-9);
  EXPECT_NEAR(mine.nelo, -theirs.nelo, 1e-9);
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
  EXPECT_TRUE(std::isfinite(elo_of_score(0)) && std::isfinite(elo_of_score(1)));
}

void expect_finite(const Pentanomial& results) {
  const Estimate found = estimate(results);
  for (double value : {found.score, found.elo, found.elo_error, found.nelo, found.nelo_error, found.los})
    EXPECT_TRUE(std::isfinite(value));
  for (EloModel model : {EloModel::logistic, EloModel::normalized}) {
    for (Bounds bounds : {Bounds{0, 5}, Bounds{-400, 400}, Bounds{399, 400}, Bounds{-400, -399}})
      EXPECT_TRUE(std::isfinite(llr(results, bounds, model)));
  }
}

TEST(Statistics, AreFiniteForAnyCounts) {
  constexpr std::uint64_t sizes[] = {0, 1, 1'000'000'000'000};
  for (int code = 0; code < 243; ++code) {
    Pentanomial results;
    int rest = code;
    for (auto& count : results.pairs) {
      count = sizes[rest % 3];
      rest /= 3;
    }
    SCOPED_TRACE(testing::PrintToString(results.pairs));
    expect_finite(results);
  }
}

TEST(Sprt, KnowsNothingBeforeTheFirstGame) {
  const SprtState state = sprt(Pentanomial{}, {});
  EXPECT_NEAR(state.llr, 0, 1e-4);
  EXPECT_EQ(state.verdict, SprtVerdict::undecided);
  EXPECT_NEAR(estimate(Pentanomial{}).los, 0.5, 1e-12);
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

TEST(Sprt, RefusesBrokenBounds) {
  const Pentanomial results{{1, 1, 1, 1, 1}};
  EXPECT_THROW((void)sprt(results, {.elo0 = 5, .elo1 = 5}), Error);
  EXPECT_THROW((void)sprt(results, {.elo0 = 0, .elo1 = 401}), Error);
  EXPECT_THROW((void)sprt(results, {.alpha = 0}), Error);
  EXPECT_THROW((void)sprt(results, {.beta = 0.5}), Error);
  EXPECT_THROW((void)sprt(results, {.elo0 = std::nan("")}), Error);
}

// Chances of a pair's five results whose normalised Elo is the one wanted, about: draws in plenty, slightly skewed.
std::discrete_distribution<int> pairs_of(double nelo) {
  std::array<double, 5> base{0.03, 0.22, 0.50, 0.22, 0.03};
  const double variance = 2 * (0.03 * 0.25 + 0.22 * 0.0625);  // of the pair's mean score
  // Moving the chances in proportion to their distance from a draw moves the mean by shift * variance.
  const double shift = nelo * std::log(10.0) / 800 * std::sqrt(2 * variance) / variance;
  for (std::size_t i = 0; i < 5; ++i) base[i] *= 1 + shift * (static_cast<double>(i) / 4 - 0.5);
  return {base.begin(), base.end()};
}

SprtVerdict play_out(double nelo, const SprtOptions& options, std::mt19937& random) {
  auto pairs = pairs_of(nelo);
  Pentanomial results;
  for (int i = 1;; ++i) {
    ++results.pairs[static_cast<std::size_t>(pairs(random))];
    if (i % 8 != 0) continue;
    if (const auto verdict = sprt(results, options).verdict; verdict != SprtVerdict::undecided) return verdict;
  }
}

double share_of(SprtVerdict wanted, double nelo, const SprtOptions& options, int runs) {
  std::mt19937 random(20240229);
  int hits = 0;
  for (int i = 0; i < runs; ++i) hits += play_out(nelo, options, random) == wanted;
  return static_cast<double>(hits) / runs;
}

// Wald: the error rates are at most alpha and beta, give or take the overshoot; three standard errors of a share
// of 0.05 in 2000 runs are 0.015.
TEST(Sprt, ErrorRatesAreWithinTheNominalOnes) {
  const SprtOptions options{.elo0 = 0, .elo1 = 20};
  EXPECT_LE(share_of(SprtVerdict::accepted, 0, options, 2000), 0.05 + 0.015);
  EXPECT_LE(share_of(SprtVerdict::rejected, 20, options, 2000), 0.05 + 0.015);
}

}  // namespace
}  // namespace hone
