// SPDX-License-Identifier: MIT
#include "tuner/stats/ratio.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "data/random.hpp"
#include "tests/normal.hpp"
#include "tuner/stats/sample.hpp"

namespace hone::stats {
namespace {

Interval around(double value, double error) { return {value, value - error, value + error}; }

// Fieller's definition: at the ends the numerator is as far from the multiple of the denominator as its error.
TEST(Ratio, EndsWhereTheDifferenceIsAsLargeAsItsError) {
  const auto found = ratio(around(80, 30), around(100, 40));
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->value, 0.8);
  for (const double end : {found->low, found->high}) {
    EXPECT_NEAR(std::abs(80 - end * 100), std::hypot(30, end * 40), 1e-9);
  }
}

// The same with the sides that lead to each end, also where the denominator may be more than twice its value.
TEST(Ratio, HasTheSidesOfItsIntervals) {
  const auto found = ratio({100, 60, 170}, {100, 20, 230});
  ASSERT_TRUE(found);
  EXPECT_NEAR(100 - found->low * 100, std::hypot(40, found->low * 130), 1e-9);
  EXPECT_NEAR(found->high * 100 - 100, std::hypot(70, found->high * 80), 1e-9);
  const auto loss = ratio({-100, -170, -60}, {100, 20, 230});
  ASSERT_TRUE(loss);
  EXPECT_NEAR(loss->low, -found->high, 1e-12);
  EXPECT_NEAR(loss->high, -found->low, 1e-12);
}

TEST(Ratio, OfAnExactDenominatorIsTheIntervalDivided) {
  const auto found = ratio(around(30, 10), around(100, 0));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->low, 0.2, 1e-12);
  EXPECT_NEAR(found->high, 0.4, 1e-12);
}

TEST(Ratio, IsUnknownWhereTheDenominatorIsNotSurelyPositive) {
  EXPECT_FALSE(ratio(around(50, 10), around(30, 31)));
  EXPECT_FALSE(ratio(around(50, 10), around(-80, 10)));
  EXPECT_FALSE(ratio(around(50, 10), {}));
  EXPECT_FALSE(ratio(around(std::numeric_limits<double>::infinity(), 1), around(80, 10)));
  EXPECT_FALSE(ratio(around(1, 1), around(std::nan(""), 10)));
}

TEST(Ratio, CoversTheTruthAsOftenAsItSays) {
  constexpr int trials = 20'000;
  Random random(12);
  int known = 0, covered = 0;
  for (int trial = 0; trial < trials; ++trial) {
    const auto found = ratio(around(60 + 20 * normal(random), 20 * z95), around(100 + 25 * normal(random), 25 * z95));
    known += found ? 1 : 0;
    covered += found && found->low <= 0.6 && 0.6 <= found->high ? 1 : 0;
  }
  EXPECT_GT(known, 0.95 * trials);
  EXPECT_NEAR(static_cast<double>(covered) / known, 0.95,
              0.006);  // three standard errors, and what the unknown leave out
}

}  // namespace
}  // namespace hone::stats
