// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/row_selection.hpp"

#include <gtest/gtest.h>

#include <set>

namespace hone::learn {
namespace {

RowSet rows_of_games(std::uint32_t games, int rows_per_game) {
  RowSet rows;
  for (int i = 0; i < rows_per_game; ++i) {
    for (std::uint32_t game = 0; game < games; ++game) rows.add(Row{}, {.game = game});
  }
  return rows;
}

std::set<std::uint32_t> games_of(const RowSet& rows, const RowSelection& selection) {
  std::set<std::uint32_t> games;
  for (const auto i : selection) games.insert(rows[i].label.game);
  return games;
}

TEST(Holdout, NeverSplitsAGame) {
  const RowSet rows = rows_of_games(1000, 7);
  const Split split = split_by_game(rows, 0.3, 5);
  EXPECT_EQ(split.train.size() + split.heldout.size(), rows.size());
  for (const auto game : games_of(rows, split.train)) EXPECT_FALSE(games_of(rows, split.heldout).contains(game));
  EXPECT_EQ(count_games(rows, split.heldout), games_of(rows, split.heldout).size());
}

TEST(Holdout, LeavesOutWhatWeighsNothing) {
  RowSet rows = rows_of_games(100, 2);
  for (std::uint32_t game = 0; game < 200; ++game) rows.add(Row{}, {.weight = 0, .game = game});
  const Split split = split_by_game(rows, 0.5, 1);
  EXPECT_EQ(split.train.size() + split.heldout.size(), 200U);
  EXPECT_EQ(count_games(rows, split.train) + count_games(rows, split.heldout), 100U);
}

TEST(Holdout, TakesAboutTheShareAskedFor) {
  const RowSet rows = rows_of_games(10'000, 1);
  EXPECT_TRUE(split_by_game(rows, 0, 1).heldout.empty());
  // Four standard deviations of a share of 10,000 games are 0.02 at most.
  for (const double share : {0.1, 0.5, 0.9})
    EXPECT_NEAR(static_cast<double>(split_by_game(rows, share, 1).heldout.size()) / 10'000, share, 0.02);
}

TEST(Holdout, ALargerShareContainsASmallerOne) {
  for (std::uint32_t game = 0; game < 1000; ++game) EXPECT_LE(is_held_out(game, 0.1, 3), is_held_out(game, 0.2, 3));
}

TEST(Holdout, TheSeedChoosesTheGames) {
  int differ = 0;
  for (std::uint32_t game = 0; game < 1000; ++game) differ += is_held_out(game, 0.5, 1) != is_held_out(game, 0.5, 2);
  EXPECT_NEAR(differ, 500, 64);  // four standard deviations
}

}  // namespace
}  // namespace hone::learn
