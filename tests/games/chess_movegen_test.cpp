// SPDX-License-Identifier: MIT
#include "games/chess/movegen.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "tests/games/chess_support.hpp"

namespace hone::chess {
namespace {

std::vector<Move> sorted(std::vector<Move> moves) {
  std::sort(moves.begin(), moves.end(), [](Move a, Move b) { return a.bits() < b.bits(); });
  return moves;
}

std::vector<Move> noisy_moves_of(const Position& pos) {
  Moves moves;
  noisy_moves(pos, moves);
  return {moves.begin(), moves.end()};
}

// The slow board plays the game along, so that it also checks what playing a move does.
TEST(ChessMovegen, AgreesWithTryingEveryMove) {
  std::mt19937_64 random(2);
  for (std::size_t game = 0; game < 66; ++game) {
    Position pos = parse_fen(starts()[game % starts().size()]);
    SlowBoard slow(pos);
    for (int ply = 0; ply < 120; ++ply) {
      const auto moves = sorted(moves_of(pos));
      ASSERT_EQ(moves, sorted(slow.legal_moves())) << to_fen(pos);
      ASSERT_EQ(pos.setup().board, slow.men()) << to_fen(pos);
      if (moves.empty()) break;
      const Move move = moves[random() % moves.size()];
      pos.play(move);
      slow.play(move);
    }
  }
}

// Of all pairs of squares, and of all kinds of moves between some of them.
TEST(ChessMovegen, OneMoveIsLegalWhereItIsInTheList) {
  std::mt19937_64 random(4);
  std::size_t in_check = 0;
  for_random_positions(4, 99, 100, [&](const Position& pos) {
    std::array<bool, 1 << 16> listed{};
    const auto moves = moves_of(pos);
    for (const Move move : moves) listed[move.bits()] = true;
    ASSERT_EQ(has_legal_move(pos), !moves.empty()) << to_fen(pos);
    for (std::size_t bits = 0; bits < listed.size(); bits += bits < 4096 ? 1 : 1 + random() % 1'000) {
      ASSERT_EQ(is_legal(pos, Move::from_bits(static_cast<std::uint16_t>(bits))), listed[bits])
          << to_fen(pos) << ' ' << bits;
    }
    for (const Move move : moves) ASSERT_TRUE(is_legal(pos, move)) << to_fen(pos) << ' ' << move.bits();
    in_check += pos.in_check() ? 1 : 0;
  });
  EXPECT_GT(in_check, 100U);
}

TEST(ChessMovegen, NoisyMovesAreTheLegalOnesThatAreNoisy) {
  for_random_positions(3, 330, 150, [](const Position& pos) {
    auto expected = moves_of(pos);
    std::erase_if(expected, [&](Move move) { return !is_noisy(pos, move); });
    ASSERT_EQ(sorted(noisy_moves_of(pos)), sorted(expected)) << to_fen(pos);
  });
}

TEST(ChessMovegen, NoisyAreCapturesAndQueens) {
  const Position pos = parse_fen("1n2k3/P7/8/3pP3/8/8/8/4K2R w K d6 0 1");
  std::vector<std::string> found;
  for (const Move move : noisy_moves_of(pos)) found.push_back(to_san(pos, move));
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, (std::vector<std::string>{"a8=Q", "axb8=B", "axb8=N", "axb8=Q+", "axb8=R+", "exd6"}));
}

struct Case {
  const char* why;
  const char* fen;
  const char* move;  // UCI, castling as king takes rook
  bool legal;
};
void PrintTo(const Case& one, std::ostream* out) { *out << one.why; }

class ChessMoveRules : public testing::TestWithParam<Case> {};

TEST_P(ChessMoveRules, Hold) {
  const Position pos = parse_fen(GetParam().fen);
  EXPECT_EQ(parse_uci(pos, GetParam().move).has_value(), GetParam().legal) << GetParam().why;
}

INSTANTIATE_TEST_SUITE_P(
    Table, ChessMoveRules,
    testing::Values(
        Case{"castling", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", true},
        Case{"no right", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1h1", false},
        Case{"in check", "4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", false},
        Case{"through an attack", "4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", false},
        Case{"into an attack", "4k3/6r1/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", false},
        Case{"rook attacked", "4k3/7r/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", true},
        Case{"only the rook passes an attack", "4k3/1r6/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", true},
        Case{"blocked beside the rook", "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1a1", false},
        Case{"the rook shields the king's goal", "4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", "d1b1", false},
        Case{"the same without a slider behind", "4k3/8/8/8/8/8/8/nR1K4 w B - 0 1", "d1b1", true},
        Case{"king and rook change places", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", true},
        Case{"the king stays", "4k3/8/8/8/8/8/8/1R4K1 w B - 0 1", "g1b1", true},
        Case{"the king's way is long", "k7/8/8/8/2r5/8/8/1R4K1 w B - 0 1", "g1b1", false},
        Case{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", true},
        Case{"en passant with both pawns gone from the rank", "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6", false},
        Case{"en passant by a pawn pinned on its file", "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", false},
        Case{"en passant along the pin", "6k1/2b5/8/4pP2/8/6K1/8/8 w - e6 0 1", "f5e6", false},
        Case{"en passant takes the checking pawn", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4d3", true},
        Case{"a pinned rook keeps to its line", "4r1k1/8/8/8/4R3/8/8/4K3 w - - 0 1", "e4e8", true},
        Case{"a pinned rook leaves its line", "4r1k1/8/8/8/4R3/8/8/4K3 w - - 0 1", "e4d4", false},
        Case{"the king flees along the ray of check", "4r1k1/8/8/8/4K3/8/8/8 w - - 0 1", "e4e3", false}));

}  // namespace
}  // namespace hone::chess
