// SPDX-License-Identifier: MIT
#include "tuner/learn/sampling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "data/error.hpp"
#include "data/game_file.hpp"
#include "engine/opening.hpp"
#include "tests/tuner/learn/sampled_games.hpp"
#include "tests/tuner/run/loop_support.hpp"

namespace hone::learn {
namespace {

class Sampling : public SampledGames {
 protected:
  Sampling() : SampledGames(100) {}
};

void expect_same_rows(const RowSet& a, const RowSet& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].label, b[i].label);
    EXPECT_EQ(a[i].phase, b[i].phase);
    EXPECT_TRUE(std::ranges::equal(a[i].entries, b[i].entries));
  }
}

TEST_F(Sampling, GivesTheRowAndTheResultOfEachPosition) {
  RowSet rows;
  sample(run::everything(), rows);
  std::size_t row = 0;
  GameFileReader reader(file());
  for (auto game = reader.next(); game; game = reader.next()) {
    const auto board = start_of(run::tic_tac_toe(), *game);
    for (const PlayedMove& played : game->moves) {
      if (played.score != no_score && !is_decided(played.score)) {
        ASSERT_LT(row, rows.size());
        RowSet expected;
        expected.add(board->row(), {});
        EXPECT_TRUE(std::ranges::equal(expected[0].entries, rows[row].entries));
        EXPECT_EQ(rows[row].label.target, formats::target_of(game->outcome));
        EXPECT_EQ(rows[row].label.game, id_of(*game));
        ++row;
      }
      board->play(played.move);
    }
  }
  EXPECT_EQ(row, rows.size());
}

TEST_F(Sampling, AccountsForEveryPosition) {
  SamplingOptions options;
  options.per_game = 2;
  options.skip_plies = 1;
  RowSet rows;
  const SamplingSummary sum = sample(options, rows);
  EXPECT_EQ(sum.positions,
            sum.early + sum.in_check + sum.decided + sum.noisy + sum.passed_over + sum.duplicates + sum.rows);
  EXPECT_EQ(sum.rows, rows.size());
  EXPECT_GT(sum.early, 0U);
  EXPECT_GT(sum.decided, 0U);
  EXPECT_GT(sum.passed_over, 0U);
  EXPECT_GT(sum.duplicates, 0U);
}

TEST_F(Sampling, GivesTheSameRowsForAnyNumberOfThreads) {
  SamplingOptions options;
  options.per_game = 3;
  RowSet one;
  sample(options, one);
  for (const int threads : {2, 4}) {
    options.threads = threads;
    RowSet many;
    sample(options, many);
    expect_same_rows(many, one);
  }
}

TEST_F(Sampling, TakesAtMostSoManyOfAGame) {
  SamplingOptions options = run::everything();
  options.per_game = 2;
  RowSet rows;
  sample(options, rows);
  std::map<std::uint32_t, int> counts;
  for (std::size_t i = 0; i < rows.size(); ++i) ++counts[rows[i].label.game];
  int most = 0;
  for (const auto& [game, count] : counts) most = std::max(most, count);
  EXPECT_EQ(most, 2);
}

// A game of more moves than rows are asked for is played through twice.
TEST_F(Sampling, ThatHasRoomForAllPositionsTakesAll) {
  SamplingOptions options = run::everything();
  options.skip_plies = 1;
  RowSet all;
  sample(options, all);
  std::map<std::uint32_t, std::size_t> rows_of;
  for (std::size_t i = 0; i < all.size(); ++i)
    options.per_game = std::max(options.per_game, ++rows_of[all[i].label.game]);
  std::size_t longest = 0;
  GameFileReader reader(file());
  for (auto game = reader.next(); game; game = reader.next()) {
    longest = std::max(longest, game->moves.size() - game->opening_plies);
  }
  ASSERT_GT(longest, options.per_game);
  RowSet rows;
  EXPECT_EQ(sample(options, rows).passed_over, 0U);
  expect_same_rows(rows, all);
}

TEST_F(Sampling, TakesNoPositionTwice) {
  SamplingOptions options = run::everything();
  RowSet all;
  sample(options, all);
  options.unique = true;
  RowSet unique;
  const SamplingSummary sum = sample(options, unique);
  EXPECT_LT(unique.size(), all.size());
  EXPECT_EQ(unique.size() + sum.duplicates, all.size());
}

TEST_F(Sampling, KnowsAGameAgainInAnyDataSet) {
  RowSet rows;
  Sampler sampler(run::tic_tac_toe(), run::tic_tac_toe().material_weights(), run::everything());
  sampler.add_games(file(), rows);
  const std::size_t first = rows.size();
  sampler.add_games(file(), rows);
  ASSERT_EQ(rows.size(), 2 * first);
  for (std::size_t i = 0; i < first; ++i) EXPECT_EQ(rows[first + i].label.game, rows[i].label.game);
  EXPECT_EQ(rows.games(), sampler.summary().games / 2);
}

TEST(TargetOf, IsTheSignOfTheUtility) {
  EXPECT_EQ(formats::target_of({3, EndReason::win}), 1.0F);
  EXPECT_EQ(formats::target_of({-1, EndReason::win}), 0.0F);
  EXPECT_EQ(formats::target_of({0, EndReason::no_moves}), 0.5F);
}

}  // namespace
}  // namespace hone::learn
