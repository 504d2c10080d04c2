// SPDX-License-Identifier: MIT
#include "tuner/formats/binpack_moves.hpp"

#include <gmock/gmock.h>

#include <set>

#include "data/error.hpp"
#include "games/chess/chess.hpp"

namespace hone::formats {
namespace {

TEST(BitsToChoose, TellAsManyApart) {
  for (const auto& [count, bits] :
       {std::pair(0, 0), {1, 0}, {2, 1}, {3, 2}, {4, 2}, {5, 3}, {16, 4}, {17, 5}, {28, 5}}) {
    EXPECT_EQ(bits_to_choose(count), bits) << count;
  }
}

// Positions in which pieces are pinned, may castle, capture en passant and promote.
constexpr const char* rich_positions[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
};

TEST(MoveChoices, HoldEveryLegalMoveOnce) {
  for (const char* const fen : rich_positions) {
    const chess::Position pos = chess::parse_fen(fen);
    chess::Moves legal;
    chess::legal_moves(pos, legal);
    std::set<std::pair<chess::Square, int>> choices;
    for (const chess::Move move : legal) {
      const MoveChoices of_piece(pos, move.from());
      const int choice = of_piece.choice(move);
      EXPECT_LT(choice, of_piece.count()) << fen << chess::to_uci(pos, move);
      EXPECT_EQ(of_piece.move(choice), move) << fen << chess::to_uci(pos, move);
      EXPECT_TRUE(choices.emplace(move.from(), choice).second) << fen << chess::to_uci(pos, move);
      EXPECT_EQ(move_of_bits(bits_of_move(move)), move) << fen << chess::to_uci(pos, move);
    }
  }
}

TEST(MoveChoices, CountKingsSquaresAndThenCastling) {
  const chess::Position pos = chess::parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const MoveChoices king(pos, 4);
  EXPECT_EQ(king.count(), 7);
  EXPECT_EQ(king.move(5), chess::Move(4, 0, chess::MoveKind::castling));
  EXPECT_EQ(king.move(6), chess::Move(4, 7, chess::MoveKind::castling));
  EXPECT_THROW((void)king.move(7), Error);
}

TEST(PackedPosition, IsUnpackedAsItWas) {
  for (const char* const fen : rich_positions) {
    const chess::Position pos = chess::parse_fen(fen);
    EXPECT_EQ(unpacked_position(packed_position(pos), pos.halfmove_clock(), pos.fullmove_number()), pos) << fen;
  }
}

TEST(PackedPosition, IsNotWrittenWithCastlingOfChess960) {
  EXPECT_THROW((void)packed_position(chess::parse_fen("1rk2r2/8/8/8/8/8/8/1RK2R2 w FBfb - 0 1")), Error);
  EXPECT_NO_THROW((void)packed_position(chess::parse_fen("1rk2r2/8/8/8/8/8/8/1RK2R2 w - - 0 1")));
}

}  // namespace
}  // namespace hone::formats
