// SPDX-License-Identifier: MIT
#include "engine/repetition.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "games/chess/chess.hpp"
#include "games/othello/othello.hpp"

namespace hone {
namespace {

constexpr std::array<std::uint64_t, 6> game{1, 2, 3, 4, 1, 5};
constexpr int far = 100;

TEST(PathHistory, NewPositionIsNoDraw) { EXPECT_FALSE(PathHistory(game).is_draw(9, far)); }

TEST(PathHistory, SecondOccurrenceInTheGameIsNoDraw) { EXPECT_FALSE(PathHistory(game).is_draw(2, far)); }

TEST(PathHistory, ThirdOccurrenceInTheGameIsADraw) { EXPECT_TRUE(PathHistory(game).is_draw(1, far)); }

TEST(PathHistory, SecondOccurrenceOnTheLineIsADraw) {
  PathHistory path(game);
  path.push(7);  // the root
  path.push(8);
  EXPECT_TRUE(path.is_draw(7, far));
  EXPECT_TRUE(path.is_draw(8, far));
}

TEST(PathHistory, OnceInTheGameAndOnceOnTheLineIsADraw) {
  PathHistory path(game);
  path.push(2);
  path.push(8);
  EXPECT_TRUE(path.is_draw(2, far));
}

TEST(PathHistory, ForgetsWhatWasTakenBack) {
  PathHistory path(game);
  path.push(7);
  path.push(8);
  path.pop();
  EXPECT_FALSE(path.is_draw(8, far));
}

TEST(PathHistory, LooksBackToTheLastIrreversibleMoveOnly) {
  PathHistory path(game);
  path.push(7);
  path.push(8);
  EXPECT_FALSE(path.is_draw(7, 1));
  EXPECT_TRUE(path.is_draw(7, 2));
  EXPECT_FALSE(path.is_draw(1, 7));
  EXPECT_TRUE(path.is_draw(1, 8));
  EXPECT_FALSE(path.is_draw(8, 0));
}

TEST(PathHistory, FindsTheWayBackToPositionsOfTheLineAlone) {
  PathHistory path(game);
  for (const std::uint64_t hash : {16, 17, 18}) path.push(hash);
  const auto is_move = [](std::uint64_t difference) { return difference == (16 ^ 24); };
  EXPECT_TRUE(path.has_way_back(24, far, is_move)) << "three plies ago the other side was to move";
  EXPECT_TRUE(path.has_way_back(24, 3, is_move));
  EXPECT_FALSE(path.has_way_back(24, 2, is_move)) << "beyond an irreversible move";
  EXPECT_FALSE(path.has_way_back(25, far, is_move));
  path.push(19);
  EXPECT_FALSE(path.has_way_back(24, far, is_move)) << "four plies ago the same side was to move";
  path.push(20);
  EXPECT_TRUE(path.has_way_back(24, far, is_move));
  EXPECT_FALSE(path.has_way_back(1 ^ 16 ^ 24, far, is_move)) << "positions of the game before the root do not count";
}

TEST(PathHistory, ForgetsThePastWhenItBeginsAgain) {
  PathHistory path(game);
  path.push(7);
  path.restart(std::array<std::uint64_t, 2>{7, 1});
  EXPECT_FALSE(path.is_draw(1, far));  // its third occurrence is forgotten
  path.push(8);
  EXPECT_FALSE(path.is_draw(7, far));
  EXPECT_TRUE(path.is_draw(8, far));
}

TEST(HashesInReach, AreThoseSinceTheLastIrreversibleMove) {
  const auto after = [](int quiet_plies) {
    return Chess::parse_position("4k3/8/8/8/8/8/R7/4K3 w - - " + std::to_string(quiet_plies) + " 60");
  };
  EXPECT_TRUE(hashes_in_reach<Chess>(after(0), game).empty());
  EXPECT_EQ(hashes_in_reach<Chess>(after(2), game).data(), game.data() + 4);
  EXPECT_EQ(hashes_in_reach<Chess>(after(6), game).size(), game.size());
  EXPECT_EQ(hashes_in_reach<Chess>(after(50), game).size(), game.size());
  EXPECT_TRUE(hashes_in_reach<Othello>(Othello::initial(), game).empty());  // no position of it occurs twice
}

TEST(PathHistory, MayReachBeyondTheKnownPast) { EXPECT_FALSE(PathHistory({}).is_draw(1, far)); }

}  // namespace
}  // namespace hone
