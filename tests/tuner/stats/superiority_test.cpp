// SPDX-License-Identifier: MIT
#include "tuner/stats/superiority.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/tuner/run/played_out.hpp"

namespace hone::stats {
namespace {

// By hand: the 2^n ways to turn n decided units round.
TEST(Superiority, OfFewUnitsIsCountedOut) {
  EXPECT_NEAR(superiority(Pentanomial{{0, 0, 0, 0, 1}}), 0.75, 1e-12);   // 1 of 2 is less, half of 1
  EXPECT_NEAR(superiority(Pentanomial{{0, 0, 0, 1, 0}}), 0.75, 1e-12);   // "+1 =1"
  EXPECT_NEAR(superiority(Pentanomial{{0, 0, 5, 0, 2}}), 0.875, 1e-12);  // 3 of 4, half of 1
  EXPECT_NEAR(superiority(Pentanomial{{0, 1, 0, 0, 1}}), 0.625, 1e-12);  // leads -3, -1, 1, 3 of which 1 was found
  EXPECT_NEAR(superiority(Trinomial{1, 7, 3}), (1 + 4 + 6 + 2) / 16.0, 1e-12);  // binomial 1 4 6 4 1
  EXPECT_EQ(superiority(Pentanomial{{0, 0, 9, 0, 0}}), 0.5);
  EXPECT_TRUE(std::isnan(superiority(Pentanomial{})));
}

TEST(Superiority, IsTheOppositeFromTheOtherSide) {
  for (const Pentanomial& results : {Pentanomial{{3, 0, 4, 2, 9}}, Pentanomial{{300, 20, 4, 200, 350}}}) {
    EXPECT_NEAR(superiority(results) + superiority(results.reversed()), 1, 1e-12);
  }
}

// Sums of rounded chances do not lead beyond 1.
TEST(Superiority, IsAChance) {
  EXPECT_LE(superiority(Pentanomial{{0, 0, 2, 3, 71}}), 1);
  EXPECT_LE(superiority(Pentanomial{{0, 0, 6, 1, 71}}), 1);
}

// Where counting ends and the normal distribution begins, the two agree.
TEST(Superiority, HasNoStepWhereCountingEnds) {
  const auto lead_of = [](std::uint64_t pairs) { return Trinomial{pairs / 2 - 45, 0, pairs / 2 + 45}; };
  EXPECT_NEAR(superiority(lead_of(4000)), superiority(lead_of(4002)), 1e-4);
}

double promoted(const run::Chances<5>& chances, int pairs, int runs) {
  Random random(20260102);
  int count = 0;
  for (int run = 0; run < runs; ++run) {
    Pentanomial results;
    for (int i = 0; i < pairs; ++i) run::count(results, run::drawn(chances, random));
    count += superiority(results) >= 0.95;
  }
  return static_cast<double>(count) / runs;
}

// A gate promotes at a LOS of 95 %. Of equals that once let 26 to 30 % pass at 2 games and 13 % at 6 and at 10.
// A share of 0.05 in 4000 is known to 0.0034; the half of the ties adds up to as much again.
TEST(Superiority, PromotesOneOfTwentyEqualsAtMostHoweverFewTheGames) {
  constexpr run::Chances<5> equals[] = {run::drawish_pairs,
                                        {0.1, 0.2, 0.4, 0.2, 0.1},
                                        {0.22, 0.06, 0.44, 0.06, 0.22},
                                        {0.25, 0, 0.5, 0, 0.25},
                                        {0.002, 0.05, 0.896, 0.05, 0.002}};
  for (const auto& chances : equals) {
    for (const int games : {2, 4, 6, 8, 10, 12, 16, 20, 30, 40}) {
      const double share = promoted(chances, games / 2, 4000);
      EXPECT_LE(share, games <= 6 ? 0.001 : 0.06) << games << " games of " << testing::PrintToString(chances);
    }
  }
}

// The test is not so cautious that it promotes nobody: 40 games at +100 Elo.
TEST(Superiority, StillPromotesTheStronger) {
  EXPECT_GT(promoted(run::with_elo(run::drawish_pairs, 100, EloModel::logistic), 20, 2000), 0.7);
  EXPECT_GT(promoted(run::with_elo(run::drawish_pairs, 50, EloModel::logistic), 20, 2000), 0.3);
}

}  // namespace
}  // namespace hone::stats
