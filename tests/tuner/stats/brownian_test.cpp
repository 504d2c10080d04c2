// SPDX-License-Identifier: MIT
#include "tuner/stats/brownian.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hone::stats {
namespace {

constexpr Barriers wald{-2.9444389791664403, 2.9444389791664403};  // log 19

// Sequential Analysis (A. Wald, 1947): at the hypotheses, drifts of -1/2 and 1/2, the barriers log(beta / (1 - alpha))
// and log((1 - beta) / alpha) give error rates of alpha and beta, and (1 - 2 alpha) log 19 / (1/2) is the mean time.
TEST(Brownian, MotionErrsAsOftenAsWaldSays) {
  EXPECT_NEAR(chance_of_upper(wald, -0.5), 0.05, 1e-12);
  EXPECT_NEAR(chance_of_upper(wald, 0.5), 0.95, 1e-12);
  EXPECT_NEAR(expected_time(wald, 0.5), 0.9 * 2.9444389791664403 / 0.5, 1e-12);
}

TEST(Brownian, MotionWithoutDriftStopsAfterTheProductOfTheBarriers) {
  EXPECT_DOUBLE_EQ(expected_time({-2, 3}, 0), 6);
  EXPECT_DOUBLE_EQ(chance_of_upper({-2, 3}, 0), 0.4);
  EXPECT_NEAR(expected_time({-2, 3}, 1e-4), 6, 1e-3);
  EXPECT_NEAR(expected_time({-2, 3}, -1e-4), 6, 1e-3);
}

TEST(Brownian, MotionIsStoppedInTheEnd) {
  for (double drift : {-3.0, -0.5, 0.0, 0.1, 0.5, 20.0}) {
    EXPECT_NEAR(stopped_high({-2, 3}, drift, 1e9), chance_of_upper({-2, 3}, drift), 1e-10) << drift;
    EXPECT_NEAR(stopped_low({-2, 3}, drift, 1e9), 1 - chance_of_upper({-2, 3}, drift), 1e-10) << drift;
  }
}

// For a single barrier the chance is known in closed form (Siegmund 1985, 3.2); the other one is too far away to
// matter.
TEST(Brownian, OneNearBarrierIsHitAsTheReflectionPrincipleSays) {
  const double drift = 0.3, time = 2, at = 1.5;
  const auto cdf = [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; };
  const double expected = cdf((drift * time - at) / std::sqrt(time)) +
                          std::exp(2 * drift * at) * cdf((-drift * time - at) / std::sqrt(time));
  EXPECT_NEAR(stopped_high({-100, at}, drift, time), expected, 1e-12);
}

// The mean of a time that is never negative is the sum of the chances to exceed it.
TEST(Brownian, StoppingTimesHaveTheMeanOfWald) {
  for (double drift : {-1.0, 0.0, 0.4}) {
    const Barriers barriers{-2, 3};
    const double step = 0.01;
    double mean = 0;
    for (double time = step / 2; time < 200; time += step) {
      mean += step * (1 - stopped_low(barriers, drift, time) - stopped_high(barriers, drift, time));
    }
    EXPECT_NEAR(mean, expected_time(barriers, drift), 1e-3) << drift;
  }
}

TEST(Brownian, QuantilesInvertTheStoppingTimes) {
  for (double drift : {-2.0, 0.0, 0.5}) {
    for (double chance : {0.05, 0.5, 0.95}) {
      const double time = stopping_quantile(wald, drift, chance);
      EXPECT_NEAR(stopped_low(wald, drift, time) + stopped_high(wald, drift, time), chance, 1e-10);
    }
  }
}

TEST(Brownian, OutcomesAreOrderedFromEarlyLowToEarlyHigh) {
  const double drift = 0.2;
  const double in_order[] = {
      chance_of_less(wald, drift, 1, wald.lower), chance_of_less(wald, drift, 9, wald.lower),
      chance_of_less(wald, drift, 9, -1),         chance_of_less(wald, drift, 9, 1),
      chance_of_less(wald, drift, 9, wald.upper), chance_of_less(wald, drift, 1, wald.upper),
  };
  EXPECT_TRUE(std::is_sorted(std::begin(in_order), std::end(in_order)));
  EXPECT_NEAR(chance_of_less(wald, drift, 9, wald.lower), stopped_low(wald, drift, 9), 1e-12);
  EXPECT_NEAR(chance_of_less(wald, drift, 9, wald.upper), 1 - stopped_high(wald, drift, 9), 1e-12);
}

TEST(Brownian, ChanceOfLessFallsWithTheDrift) {
  for (double time : {1e-6, 1e-2, 1.0, 30.0, 1e4}) {
    for (double place : {wald.lower, -1.0, 0.0, 2.0, wald.upper}) {
      double before = 1;
      for (double drift = -50; drift <= 50; drift += 0.25) {
        const double now = chance_of_less(wald, drift, time, place);
        EXPECT_LE(now, before + 1e-12) << "time " << time << " place " << place << " drift " << drift;
        before = now;
      }
    }
  }
}

}  // namespace
}  // namespace hone::stats
