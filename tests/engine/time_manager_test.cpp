// SPDX-License-Identifier: MIT
#include "engine/time_manager.hpp"

#include <gtest/gtest.h>

namespace hone {
namespace {

using std::chrono::milliseconds;

TEST(TimeManager, NeverExpiresWithoutATimeLimit) {
  Limits limits;
  limits.depth = 3;
  const TimeManager time(limits);
  EXPECT_FALSE(time.expired());
  EXPECT_FALSE(time.enough(0));
}

TEST(TimeManager, ExpiresAtOnceWithNothingLeft) {
  Limits limits;
  limits.clock = Clock{milliseconds(0), milliseconds(0), 0};
  const TimeManager time(limits, milliseconds(10));
  while (time.elapsed() < milliseconds(3)) {
  }
  EXPECT_TRUE(time.expired());
  EXPECT_TRUE(time.enough(0));
}

// A search is to end half-way, so that the clock survives a delay of the system.
TEST(TimeManager, KeepsHalfOfAShortClock) {
  Limits limits;
  limits.clock = Clock{milliseconds(40), milliseconds(10), 0};
  const TimeManager time(limits, milliseconds(10));
  while (time.elapsed() < milliseconds(20)) {
  }
  EXPECT_TRUE(time.expired());
}

// A clock that is nearly run down grows again by most of each increment.
TEST(TimeManager, SavesOfTheIncrementOnAShortClock) {
  Limits limits;
  limits.clock = Clock{milliseconds(100), milliseconds(20), 0};
  const TimeManager time(limits, milliseconds(10));
  while (time.elapsed() < milliseconds(5)) {
  }
  EXPECT_TRUE(time.enough(9));
}

TEST(TimeManager, LeavesTimeForLaterMoves) {
  Limits limits;
  limits.clock = Clock{milliseconds(60'000), milliseconds(0), 0};
  EXPECT_FALSE(TimeManager(limits).expired());
  EXPECT_FALSE(TimeManager(limits).enough(10));
}

}  // namespace
}  // namespace hone
