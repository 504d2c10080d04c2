// SPDX-License-Identifier: MIT
//
// The shipped suites of best moves, against the searcher at full depth.
#include <gtest/gtest.h>

#include <algorithm>

#include "tuner/cli/search_suite.hpp"

namespace hone::cli {
namespace {

struct ShippedSuite {
  const char* game;
  std::size_t size;
  std::size_t step;  // one position of so many is solved
  Depth depth;       // to the end of the game
  bool graded;       // best moves keep the utility, not only its sign
};

class FullBestMoves : public ::testing::TestWithParam<ShippedSuite> {
 protected:
  // Of the position for the side that has moved there.
  int value_after(Engine& engine, const Board& board) const {
    Score score = 0;
    if (const auto outcome = board.outcome()) {
      score = terminal_score(sign(board.side_to_move()) * outcome->utility, 0);
    } else {
      SearchControl control;
      control.limits.depth = GetParam().depth;
      const SearchResult result = engine.search(board, control);
      EXPECT_TRUE(result.proved) << board.text();
      score = result.score;
    }
    const int utility = is_decided(score) ? -utility_of(score) : 0;
    return GetParam().graded ? utility : (utility > 0) - (utility < 0);
  }

  std::vector<MoveCode> best_moves(Engine& engine, const Board& board) const {
    std::vector<std::pair<int, MoveCode>> values;
    for (const MoveCode move : board.legal_moves()) {
      const auto next = board.clone();
      next->play(move);
      values.emplace_back(value_after(engine, *next), move);
    }
    const int best = std::ranges::max(values).first;
    std::vector<MoveCode> moves;
    for (const auto& [value, move] : values) {
      if (value == best) moves.push_back(move);
    }
    return moves;
  }
};

TEST_P(FullBestMoves, AreThoseOfTheSuite) {
  const GameDriver& game = find_driver(GetParam().game);
  const auto file = std::string(HONE_DATA_DIR) + "/" + GetParam().game + "/best_moves.epd";
  const std::vector<Problem> problems = read_epd_suite(file, game);
  ASSERT_EQ(problems.size(), GetParam().size);
  const auto engine = game.engine(game.material_weights(), {.hash_bytes = std::size_t{64} << 20});
  for (std::size_t i = 0; i < problems.size(); i += GetParam().step) {
    EXPECT_EQ(best_moves(*engine, *problems[i].board), problems[i].best) << problems[i].id;
  }
}

INSTANTIATE_TEST_SUITE_P(FullShipped, FullBestMoves,
                         ::testing::Values(ShippedSuite{"connect_four", 207, 40, 42, false},
                                           ShippedSuite{"othello", 433, 40, 60, true}),
                         [](const auto& test) { return std::string(test.param.game); });

}  // namespace
}  // namespace hone::cli
