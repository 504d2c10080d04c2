// SPDX-License-Identifier: MIT
//
// Positions of single games whose right answer is known.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "engine/bench.hpp"
#include "engine/game_driver.hpp"

namespace hone {
namespace {

SearchControl depth_limit(Depth depth) {
  SearchControl control;
  control.limits.depth = depth;
  return control;
}

// Minimax over the whole game, without any of the engine.
Score game_value(const Board& board, Ply ply) {
  if (const auto outcome = board.outcome()) return terminal_score(sign(board.side_to_move()) * outcome->utility, ply);
  Score best = -infinite_score;
  for (const MoveCode move : board.legal_moves()) {
    const auto child = board.clone();
    child->play(move);
    best = std::max(best, -game_value(*child, ply + 1));
  }
  return best;
}

void collect(const Board& board, std::map<std::string, std::unique_ptr<Board>>& found) {
  if (board.outcome() || found.contains(board.text())) return;
  found.emplace(board.text(), board.clone());
  for (const MoveCode move : board.legal_moves()) {
    const auto child = board.clone();
    child->play(move);
    collect(*child, found);
  }
}

TEST(SearcherOnTicTacToe, ReturnsTheMinimaxValueOfEveryPosition) {
  const GameDriver& driver = find_driver("tic_tac_toe");
  std::map<std::string, std::unique_ptr<Board>> boards;
  collect(*driver.initial(), boards);
  // 5,478 reachable positions less the 958 that are over (Wikipedia, Game complexity, and Tic-tac-toe).
  EXPECT_EQ(boards.size(), 5'478U - 958U);
  const auto engine = driver.engine(bench_weights(driver), {.hash_bytes = 1 << 20});
  for (const auto& [text, board] : boards) {
    if (board->plies() < 2) continue;  // minutes of minimax; the initial position is the next test
    const SearchResult result = engine->search(*board, depth_limit(9));
    ASSERT_EQ(result.score, game_value(*board, 0)) << text;
    ASSERT_TRUE(result.proved) << text;
  }
}

TEST(SearcherOnTicTacToe, ProvesThatTheGameIsADraw) {
  const GameDriver& driver = find_driver("tic_tac_toe");
  const auto engine = driver.engine(bench_weights(driver), {});
  const SearchResult result = engine->search(*driver.initial(), depth_limit(9));
  EXPECT_EQ(result.score, draw_score);
  EXPECT_TRUE(result.proved);
  const SearchResult shallow = engine->search(*driver.initial(), depth_limit(3));
  EXPECT_GE(shallow.depth, 1);
}

struct Mate {
  const char* position;
  int plies;
  const char* move;  // the only one that mates in time; empty where several do
};

class SearcherOnChess : public ::testing::TestWithParam<Mate> {};

TEST_P(SearcherOnChess, FindsTheShortestMate) {
  const GameDriver& driver = find_driver("chess");
  const auto board = driver.parse(GetParam().position);
  const auto engine = driver.engine(driver.material_weights(), {.hash_bytes = 4 << 20});
  const SearchResult result = engine->search(*board, depth_limit(GetParam().plies + 4));
  ASSERT_TRUE(is_win(result.score)) << result.score;
  EXPECT_EQ(plies_to_end(result.score), GetParam().plies);
  if (*GetParam().move != '\0') EXPECT_EQ(board->move_for_people(*result.move), GetParam().move);
}

INSTANTIATE_TEST_SUITE_P(Mates, SearcherOnChess,
                         ::testing::Values(
                             // Back-rank mate and two rooks' ladder: by hand.
                             Mate{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1, "Ra8#"},
                             Mate{"7k/8/8/8/8/8/R7/1R5K w - - 0 1", 3, ""},
                             // The smothered mate (Lucena, 1497).
                             Mate{"5rk1/5ppp/8/6N1/2Q5/8/8/6K1 w - - 0 1", 7, ""},
                             // Boden's mate: Schulder - Boden, London 1853, Black to move.
                             Mate{"2kr1b1r/pp1npppp/2p1bn2/7q/5B2/2NB1Q1P/PPP1N1P1/2KR3R w - - 0 1", 3, "Qxc6+"},
                             // WAC.001 (Reinfeld, Win at Chess): 1. Qg6 threatens mate on h7.
                             Mate{"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", 3, "Qg6"}));

TEST(SearcherOnChessRules, TakesAPerpetualWhenLost) {
  const GameDriver& driver = find_driver("chess");
  // White is a queen and two rooks down with checks on e8 and h5 for ever.
  const auto board = driver.parse("6k1/5pp1/7p/7Q/8/1q6/r7/1r4BK w - - 0 1");
  const auto engine = driver.engine(driver.material_weights(), {.hash_bytes = 4 << 20});
  EXPECT_EQ(engine->search(*board, depth_limit(10)).score, draw_score);
}

TEST(SearcherOnChessRules, PrefersMateToTheFiftyMoveRule) {
  const GameDriver& driver = find_driver("chess");
  const auto board = driver.parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80");
  const auto engine = driver.engine(driver.material_weights(), {});
  EXPECT_EQ(engine->search(*board, depth_limit(3)).score, terminal_score(1, 1));
}

TEST(SearcherOnChessRules, KnowsThatADeadPositionIsADraw) {
  const GameDriver& driver = find_driver("chess");
  // Taking the last pawn leaves a lone knight, and no other move holds it up.
  const auto board = driver.parse("8/8/8/8/8/5k2/5p2/4N1K1 w - - 0 1");
  const auto engine = driver.engine(driver.material_weights(), {});
  EXPECT_LE(engine->search(*board, depth_limit(6)).score, draw_score);
}

}  // namespace
}  // namespace hone
