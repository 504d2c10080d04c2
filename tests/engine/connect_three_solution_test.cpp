// SPDX-License-Identifier: MIT
//
// Connect three is small enough to be solved from every position; a graded game is where that is worth a test.
#include <gtest/gtest.h>

#include <map>

#include "engine/bench.hpp"
#include "engine/game_driver.hpp"
#include "tests/games/drop_board.hpp"

namespace hone {
namespace {

using testing::DropBoard;

constexpr Depth whole_game = 12;

SearchControl to_the_end() {
  SearchControl control;
  control.limits.depth = whole_game;
  return control;
}

// Minimax over the slow board: the value of each position for its side to move, counted from there. Positions that
// are over are left out.
class Solution {
 public:
  Solution() { (void)value(); }
  [[nodiscard]] const std::map<std::string, Score>& values() const { return values_; }

 private:
  Score value() {
    const std::string text = board_.text();
    if (const auto known = values_.find(text); known != values_.end()) return known->second;
    Score best = -infinite_score;
    for (int col = 0; col < board_.cols(); ++col) {
      if (board_.has_room(col)) best = std::max(best, value_of(col));
    }
    if (best == -infinite_score) return draw_score;  // full
    return values_[text] = best;
  }
  Score value_of(int col) {
    board_.play(col);
    const int won = graded_utility(board_, col);
    const Score score = won != 0 ? terminal_score(won, 1) : -from_table(value(), 1);
    board_.take_back(col);
    return score;
  }

  DropBoard board_{3, 4, 3};
  std::map<std::string, Score> values_;
};

TEST(SearcherOnConnectThree, ReturnsTheValueOfEveryPosition) {
  const GameDriver& driver = find_driver("connect_three");
  const auto engine = driver.engine(bench_weights(driver), {.hash_bytes = 1 << 20});
  const Solution solution;
  EXPECT_GT(solution.values().size(), 4'000U);
  for (const auto& [text, value] : solution.values()) {
    const SearchResult result = engine->search(*driver.parse(text), to_the_end());
    ASSERT_EQ(result.score, value) << text;
    ASSERT_TRUE(result.proved) << text;
  }
}

TEST(SearcherOnConnectThree, DoesNotTakeASmallWinForTheLast) {
  const GameDriver& driver = find_driver("connect_three");
  const auto engine = driver.engine(bench_weights(driver), {.hash_bytes = 1 << 20});
  const Solution solution;
  int smaller_first = 0;
  for (const auto& [text, value] : solution.values()) {
    const auto board = driver.parse(text);
    SearchControl shallow;
    shallow.limits.depth = 1;
    engine->new_game();
    const SearchResult result = engine->search(*board, shallow);
    if (is_win(result.score) && result.score < value) {
      ASSERT_FALSE(result.proved) << text;
      ++smaller_first;
    }
  }
  EXPECT_GT(smaller_first, 50);
}

// The lecture notes' position: the third column loses a diagonal, so O takes the fourth and wins a row in the end.
TEST(SearcherOnConnectThree, FindsTheRowOfTheNotesPosition) {
  const GameDriver& driver = find_driver("connect_three");
  const auto board = driver.parse("XO../OX.O/XXOX O");
  const Weights weights = driver.material_weights();
  const SearchResult searched = driver.engine(weights, {})->search(*board, to_the_end());
  const SearchResult plain = driver.plain_search(*board, whole_game, Algorithm::minimax, weights);
  for (const SearchResult& result : {searched, plain}) {
    EXPECT_EQ(result.score, terminal_score(1, 3));
    EXPECT_EQ(board->move_text(*result.move), "4");
    EXPECT_TRUE(result.proved);
  }
}

}  // namespace
}  // namespace hone
