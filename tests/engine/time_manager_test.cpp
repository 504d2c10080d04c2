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
  EXPECT_FALSE(time.enough({}));
}

TEST(TimeManager, ExpiresAtOnceWithNothingLeft) {
  Limits limits;
  limits.clock = Clock{milliseconds(0), milliseconds(0), 0};
  const TimeManager time(limits, milliseconds(10));
  while (time.elapsed() < milliseconds(3)) {
  }
  EXPECT_TRUE(time.expired());
  EXPECT_TRUE(time.enough({}));
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
  EXPECT_TRUE(time.enough({.stability = 9}));
}

TEST(TimeManager, TakesAnIncrementOfAnySize) {
  for (const int days : {1, 11}) {
    Limits limits;
    limits.clock = Clock{milliseconds(90'000), std::chrono::hours(24 * days), 0};
    const TimeManager time(limits, milliseconds(5'000));
    EXPECT_FALSE(time.expired());
    EXPECT_FALSE(time.enough({}, std::chrono::seconds(10))) << days;
  }
}

TEST(TimeManager, LeavesTimeForLaterMoves) {
  Limits limits;
  limits.clock = Clock{milliseconds(60'000), milliseconds(0), 0};
  EXPECT_FALSE(TimeManager(limits).expired());
  EXPECT_FALSE(TimeManager(limits).enough({.stability = 10}));
}

// Of a second, of which five overheads of a millisecond are kept.
TEST(TimeManager, PlansForSoManyMoves) {
  Limits limits;
  limits.clock = Clock{milliseconds(1'000), milliseconds(0), 0};
  const Clarity usual{.stability = 4, .share_of_nodes = 0.8};  // deserves 0.42
  const auto is_enough_after = [&](int moves, int time) {
    return TimeManager(limits, milliseconds(1), moves).enough(usual, milliseconds(time));
  };
  EXPECT_TRUE(is_enough_after(100, 5)) << "995 / 100 x 0.42 = 4.2 ms";
  EXPECT_FALSE(is_enough_after(5, 83)) << "995 / 5 x 0.42 = 84 ms";
  EXPECT_TRUE(is_enough_after(5, 84));
}

// The number of moves that a clock is planned for is for clocks that do not say.
TEST(TimeManager, PlansForTheMovesToGo) {
  const Clarity usual{.stability = 4, .share_of_nodes = 0.8};
  const auto is_enough_after = [&](int to_go, int time) {
    Limits limits;
    limits.clock = Clock{milliseconds(1'000), milliseconds(0), to_go};
    return TimeManager(limits, milliseconds(1), 5).enough(usual, milliseconds(time));
  };
  EXPECT_FALSE(is_enough_after(20, 20)) << "995 / 20 x 0.42 = 21 ms";
  EXPECT_TRUE(is_enough_after(20, 21));
  EXPECT_FALSE(is_enough_after(40, 16)) << "995 / 25 x 0.42 = 17 ms: no more than 25 moves are planned for";
  EXPECT_TRUE(is_enough_after(40, 17));
}

TEST(TimeManager, GivesAnOpenChoiceMoreTime) {
  const auto share = [](int stability, double nodes, double drop) {
    return TimeManager::deserved_share({stability, nodes, drop});
  };
  EXPECT_GT(share(0, 0.5, 0), share(1, 0.5, 0));
  EXPECT_GT(share(3, 0.5, 0), share(4, 0.5, 0));
  EXPECT_EQ(share(4, 0.5, 0), share(100, 0.5, 0));
  EXPECT_GT(share(2, 0.3, 0), share(2, 0.9, 0));
  EXPECT_GT(share(2, 0.5, 0.5), share(2, 0.5, 0));
  EXPECT_LT(share(2, 0.5, -0.1), share(2, 0.5, 0));
  EXPECT_NEAR(share(100, 1, -9), 0.28, 0.01) << "the least";
  EXPECT_NEAR(share(0, 0, 9), 3.15, 0.01) << "the most";
}

}  // namespace
}  // namespace hone
