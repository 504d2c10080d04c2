// SPDX-License-Identifier: MIT
#include "engine/score.hpp"

#include <gtest/gtest.h>

namespace hone {
namespace {

TEST(Score, KeepsUtilityAndDistanceOfAnEnd) {
  for (const int utility : {1, 3, max_utility}) {
    for (const Ply ply : {0, 1, 7, max_ply}) {
      EXPECT_EQ(utility_of(terminal_score(utility, ply)), utility);
      EXPECT_EQ(plies_to_end(terminal_score(utility, ply)), ply);
      EXPECT_EQ(utility_of(terminal_score(-utility, ply)), -utility);
      EXPECT_EQ(plies_to_end(terminal_score(-utility, ply)), ply);
    }
  }
}

TEST(Score, PrefersLargerUtilityThenShorterWinsAndLongerLosses) {
  EXPECT_GT(terminal_score(3, max_ply), terminal_score(2, 1));
  EXPECT_GT(terminal_score(1, 3), terminal_score(1, 5));
  EXPECT_LT(terminal_score(-1, 3), terminal_score(-1, 5));
}

TEST(Score, NeverMixesEvaluationsDrawsAndWins) {
  EXPECT_FALSE(is_decided(max_eval));
  EXPECT_FALSE(is_decided(-max_eval));
  EXPECT_FALSE(is_decided(draw_score));
  EXPECT_TRUE(is_win(terminal_score(1, max_ply)));
  EXPECT_TRUE(is_loss(terminal_score(-1, max_ply)));
  EXPECT_LT(terminal_score(max_utility, 0), infinite_score);
  EXPECT_EQ(clamp_eval(1'000'000), max_eval);
  EXPECT_EQ(clamp_eval(-1'000'000), -max_eval);
}

TEST(Score, CountsFromItsOwnPositionInTheTable) {
  const Score win = terminal_score(1, 9);
  EXPECT_EQ(to_table(win, 4), terminal_score(1, 5));
  EXPECT_EQ(from_table(to_table(win, 4), 2), terminal_score(1, 7));
  const Score loss = terminal_score(-1, 9);
  EXPECT_EQ(to_table(loss, 4), terminal_score(-1, 5));
  EXPECT_EQ(from_table(to_table(loss, 4), 4), loss);
  EXPECT_EQ(to_table(123, 4), 123);
}

}  // namespace
}  // namespace hone
