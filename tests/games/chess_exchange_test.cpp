// SPDX-License-Identifier: MIT
#include "games/chess/exchange.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "tests/games/chess_support.hpp"

namespace hone::chess {
namespace {

struct Case {
  const char* fen;
  const char* move;
  int value;
};
void PrintTo(const Case& one, std::ostream* out) { *out << one.fen << ' ' << one.move; }

class ChessExchange : public testing::TestWithParam<Case> {};

TEST_P(ChessExchange, IsWorth) {
  const auto& [fen, text, value] = GetParam();
  const Position pos = parse_fen(fen);
  const Move move = parse_uci(pos, text).value();
  EXPECT_TRUE(exchange_at_least(pos, move, value));
  EXPECT_FALSE(exchange_at_least(pos, move, value + 1));
}

INSTANTIATE_TEST_SUITE_P(
    Table, ChessExchange,
    testing::Values(
        // The two examples of chessprogramming.org/SEE_-_The_Swap_Algorithm, with the values used here.
        Case{"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100},
        Case{"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -200},
        // A quiet move to a guarded square loses what moves, to a free one nothing.
        Case{"4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3e5", -300}, Case{"4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3d4", 0},
        // Rook takes guarded pawn.
        Case{"4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", -400},
        // The rook behind the rook makes the pawn not worth taking back: 100 - 500 + 100 is less than 100 - 500 + 500.
        Case{"4k3/8/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", 100},
        Case{"4r1k1/8/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", 100},
        // En passant wins a pawn, or exchanges it.
        Case{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100}, Case{"4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0},
        // A promotion adds 800, unless the queen is taken at once: then the pawn is lost.
        Case{"8/P7/8/8/8/8/k7/4K3 w - - 0 1", "a7a8q", 800}, Case{"1r6/P7/8/8/8/8/k7/4K3 w - - 0 1", "a7a8q", -100},
        Case{"1r6/P7/8/8/8/8/k7/4K3 w - - 0 1", "a7b8q", 1300}, Case{"1r6/P7/8/8/8/8/k7/4K3 w - - 0 1", "a7a8n", -100},
        // Underway a queen is made, and taken.
        Case{"4k3/8/8/8/8/8/3p4/2NR2K1 b - - 0 1", "d2c1q", 300 + 800 - 900},
        // The pawn that takes the rook becomes a queen.
        Case{"r1N4k/1P6/8/8/8/8/8/4K3 b - - 0 1", "a8c8", 300 - 500 - 800},
        // The king takes back only what is not guarded.
        Case{"8/8/4k3/3p4/8/8/8/3R1K2 w - - 0 1", "d1d5", -400},
        Case{"8/8/4k3/3p4/8/8/3R4/3R1K2 w - - 0 1", "d2d5", 100},
        // Castling wins and loses nothing.
        Case{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", 0}));

// The exchange again, by recursion on a board that is really changed: what the side wins on the square by taking
// with its least valuable man, or by letting be.
class SlowExchange {
 public:
  SlowExchange(SlowBoard board, Square square) : board_(board), square_(square) {}

  [[nodiscard]] int best(Side side) const {
    const auto from = least_valuable(side);
    if (!from) return 0;
    SlowExchange after = *this;
    const int won = after.take(*from, side);
    if (type_of(man(*from)) == PieceType::king && after.board_.attacked(square_, other(side))) return 0;
    return std::max(0, won - after.best(other(side)));
  }

 private:
  [[nodiscard]] Piece man(Square square) const { return board_.men()[static_cast<std::size_t>(square)]; }

  [[nodiscard]] std::optional<Square> least_valuable(Side side) const {
    std::optional<Square> least;
    for (Square from = 0; from < 64; ++from) {
      if (man(from) == no_piece || side_of(man(from)) != side || !board_.reaches(from, square_)) continue;
      if (!least || type_of(man(from)) < type_of(man(*least))) least = from;
    }
    return least;
  }

  int take(Square from, Side side) {
    const int won = exchange_value(type_of(man(square_)));
    const bool promotes = type_of(man(from)) == PieceType::pawn && rank_of(square_) == (side == Side::first ? 7 : 0);
    board_.play(Move(from, square_, promotes ? MoveKind::queen_promotion : MoveKind::normal));
    return won + (promotes ? 800 : 0);
  }

  SlowBoard board_;
  Square square_;
};

int slow_value(const Position& pos, Move move) {
  SlowBoard board(pos);
  board.play(move);
  return immediate_gain(pos, move) - SlowExchange(board, move.to()).best(other(pos.side_to_move()));
}

TEST(ChessExchangeValue, AgreesWithPlayingTheExchange) {
  for_random_positions(11, 110, 100, [](const Position& pos) {
    for (const Move move : moves_of(pos)) {
      if (move.is_castling()) continue;
      const int value = slow_value(pos, move);
      for (const int threshold : {value - 100, value - 1, value, value + 1, value + 100, -1, 0, 1}) {
        ASSERT_EQ(exchange_at_least(pos, move, threshold), value >= threshold)
            << to_fen(pos) << ' ' << to_uci(pos, move) << " is worth " << value;
      }
    }
  });
}

TEST(ChessExchangeValue, GainCountsTheCapturedManAndThePromotion) {
  const Position pos = parse_fen("1n2k3/P7/8/3pP3/8/8/8/4K2R w K d6 0 1");
  const auto gain = [&](std::string_view text) { return immediate_gain(pos, parse_uci(pos, text).value()); };
  EXPECT_EQ(gain("a7a8q"), 800);
  EXPECT_EQ(gain("a7b8q"), 1100);
  EXPECT_EQ(gain("a7b8n"), 500);
  EXPECT_EQ(gain("e5d6"), 100);
  EXPECT_EQ(gain("e5e6"), 0);
  EXPECT_EQ(gain("e1h1"), 0);
}

TEST(ChessExchangeValue, RanksTheMostValuableVictimFirstThenTheLeastValuableCaptor) {
  const Position pos = parse_fen("4k3/8/8/1r1q4/2P1P3/1Q6/8/4KR2 w - - 0 1");
  const auto rank = [&](std::string_view text) { return capture_rank(pos, parse_uci(pos, text).value()); };
  EXPECT_GT(rank("c4d5"), rank("c4b5"));
  EXPECT_GT(rank("c4b5"), rank("b3b5"));
}

}  // namespace
}  // namespace hone::chess
