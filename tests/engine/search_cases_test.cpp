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
  int moves;  // to mate
  const char* move;
};

class SearcherOnChess : public ::testing::TestWithParam<Mate> {};

TEST_P(SearcherOnChess, FindsTheMate) {
  const GameDriver& driver = find_driver("chess");
  const auto board = driver.parse(GetParam().position);
  const auto engine = driver.engine(driver.material_weights(), {.hash_bytes = 4 << 20});
  SearchControl control = depth_limit(20);
  control.limits.nodes = 1'000'000;
  const SearchResult result = engine->search(*board, control);
  ASSERT_TRUE(is_win(result.score)) << result.score;
  EXPECT_EQ((plies_to_end(result.score) + 1) / 2, GetParam().moves);
  EXPECT_EQ(board->move_for_people(*result.move), GetParam().move);
}

// Reinfeld's Win at Chess in its usual EPD form: numbers, best moves and distances (dm) of that file.
INSTANTIATE_TEST_SUITE_P(
    WinAtChess, SearcherOnChess,
    ::testing::Values(Mate{"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -", 2, "Qg6"},         // 1
                      Mate{"r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - -", 2, "Qxh7+"},        // 4
                      Mate{"5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - -", 2, "Qc4+"},                 // 5
                      Mate{"7k/pp4np/2p3p1/3pN1q1/3P4/Q7/1r3rPP/2R2RK1 w - -", 2, "Qf8+"},               // 27
                      Mate{"r3kr2/1pp4p/1p1p4/7q/4P1n1/2PP2Q1/PP4P1/R1BB2K1 b q -", 2, "Qh1+"},          // 54
                      Mate{"k4r2/1R4pb/1pQp1n1p/3P4/5p1P/3P2P1/r1q1R2K/8 w - -", 3, "Rxb6+"},            // 50
                      Mate{"8/6pp/3q1p2/3n1k2/1P6/3NQ2P/5PP1/6K1 w - -", 3, "g4+"},                      // 64
                      Mate{"r3k2r/pbp2pp1/3b1n2/1p6/3P3p/1B2N1Pq/PP1PQP1P/R1B2RK1 b kq -", 3, "Qxh2+"},  // 79
                      Mate{"4r1k1/5bpp/2p5/3pr3/8/1B3pPq/PPR2P2/2R2QK1 b - -", 3, "Re1"}));              // 132

TEST(SearcherOnChessRules, TakesAPerpetualWhenLost) {
  const GameDriver& driver = find_driver("chess");
  // White is a queen and two rooks down with checks on e8 and h5 for ever.
  const auto board = driver.parse("6k1/5pp1/7p/7Q/8/1q6/r7/1r4BK w - - 0 1");
  const auto engine = driver.engine(driver.material_weights(), {.hash_bytes = 4 << 20});
  EXPECT_EQ(engine->search(*board, depth_limit(10)).score, draw_score);
}

TEST(SearcherOnChessRules, DoesNotBelieveADrawByCounterWithoutTheCounter) {
  const GameDriver& driver = find_driver("chess");
  const auto engine = driver.engine(driver.material_weights(), {.hash_bytes = 4 << 20});
  const SearchResult late = engine->search(*driver.parse("7k/8/8/8/8/8/R7/1R5K w - - 98 80"), depth_limit(5));
  EXPECT_EQ(late.score, draw_score);
  const SearchResult early = engine->search(*driver.parse("7k/8/8/8/8/8/R7/1R5K w - - 0 1"), depth_limit(10));
  EXPECT_EQ(early.score, terminal_score(1, 3));
}

TEST(SearcherOnChessRules, MovesOnWhenTheGameIsDrawnByARule) {
  const GameDriver& driver = find_driver("chess");
  const auto board = driver.initial();
  for (const char* move : {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"}) {
    board->play(*board->parse_move(move));
  }
  ASSERT_TRUE(board->outcome().has_value());
  const auto engine = driver.engine(driver.material_weights(), {.hash_bytes = 4 << 20});
  EXPECT_TRUE(engine->search(*board, depth_limit(3)).move.has_value());
}

TEST(SearcherOnChessRules, PrefersMateToTheFiftyMoveRule) {
  const GameDriver& driver = find_driver("chess");
  const auto board = driver.parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80");
  const auto engine = driver.engine(driver.material_weights(), {});
  EXPECT_EQ(engine->search(*board, depth_limit(3)).score, terminal_score(1, 1));
}

TEST(SearcherOnChessRules, KnowsThatADeadPositionIsADraw) {
  const GameDriver& driver = find_driver("chess");
  // Kxf2 leaves a king and a knight: a draw, whatever a knight is worth.
  const auto board = driver.parse("8/8/8/8/8/7k/5p2/4N1K1 w - - 0 1");
  const auto engine = driver.engine(driver.material_weights(), {});
  EXPECT_EQ(engine->search(*board, depth_limit(6)).score, draw_score);
}

}  // namespace
}  // namespace hone
