// SPDX-License-Identifier: MIT
#include "engine/side_limits.hpp"

#include <gtest/gtest.h>

namespace hone {
namespace {

using namespace std::chrono_literals;

SideLimits clock_of(std::chrono::milliseconds time, std::chrono::milliseconds increment, int moves,
                    std::chrono::milliseconds margin) {
  Limits limits;
  limits.clock = Clock{time, increment, moves};
  return {limits, margin};
}

TEST(SideLimits, AddTheIncrementAfterTheMove) {
  SideLimits side = clock_of(1s, 100ms, 0, 0ms);
  EXPECT_TRUE(side.spend(400ms));
  EXPECT_EQ(side.now().clock->time, 700ms);
  EXPECT_FALSE(side.spend(701ms));
}

TEST(SideLimits, CountBegunMilliseconds) {
  SideLimits side = clock_of(10ms, 0ms, 0, 0ms);
  EXPECT_TRUE(side.spend(1ns));
  EXPECT_EQ(side.now().clock->time, 9ms);
  EXPECT_TRUE(side.spend(9ms));
  EXPECT_FALSE(side.spend(1ns));
}

TEST(SideLimits, ForgiveAMargin) {
  SideLimits side = clock_of(10ms, 5ms, 0, 20ms);
  EXPECT_TRUE(side.spend(30ms));
  EXPECT_EQ(side.now().clock->time, 5ms);
  EXPECT_FALSE(side.spend(26ms));
}

TEST(SideLimits, GiveTheTimeOfASessionAgain) {
  SideLimits side = clock_of(1s, 0ms, 2, 0ms);
  EXPECT_TRUE(side.spend(300ms));
  EXPECT_EQ(side.now().clock->moves_to_go, 1);
  EXPECT_TRUE(side.spend(300ms));
  EXPECT_EQ(side.now().clock->time, 1'400ms);
  EXPECT_EQ(side.now().clock->moves_to_go, 2);
}

TEST(SideLimits, BoundTheTimeOfAMove) {
  Limits limits;
  limits.move_time = 100ms;
  SideLimits side(limits, 20ms);
  EXPECT_TRUE(side.spend(120ms));
  EXPECT_FALSE(side.spend(121ms));
}

TEST(SideLimits, AllowAnyTimeWithoutALimitOfTime) {
  Limits limits;
  limits.depth = 3;
  SideLimits side(limits, 0ms);
  EXPECT_TRUE(side.spend(24h));
}

}  // namespace
}  // namespace hone
