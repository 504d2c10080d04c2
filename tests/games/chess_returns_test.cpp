// SPDX-License-Identifier: MIT
#include "games/chess/returns.hpp"

#include <gtest/gtest.h>

#include "games/chess/chess.hpp"
#include "games/chess/zobrist.hpp"
#include "tests/games/chess_support.hpp"

namespace hone::chess {
namespace {

// One move leads back exactly where the rules of movement have one that takes nothing and is no pawn's.
TEST(ChessReturns, AreQuietMovesOfPieces) {
  int seen = 0;
  for_random_positions(16, 20, 100, [&](const Position& pos) {
    for (const Move move : moves_of(pos)) {
      Position next = pos;
      next.play(move);
      const bool keeps_rights = pos.castling_rooks() == next.castling_rooks() && pos.en_passant() == no_square;
      const bool is_plain = !pos.is_capture(move) && !move.is_castling() &&
                            type_of(pos.piece_on(move.from())) != PieceType::pawn && keeps_rights;
      ASSERT_EQ(returns(pos, pos.hash() ^ next.hash()), is_plain) << to_fen(pos) << ' ' << to_uci(pos, move);
      seen += is_plain ? 1 : 0;
      if (!is_plain) continue;
      // The way back is one of the other side's opponent, which is not to move there.
      ASSERT_FALSE(returns(next, pos.hash() ^ next.hash())) << to_fen(next);
    }
    ASSERT_FALSE(returns(pos, pos.hash()));
    ASSERT_FALSE(returns(pos, 0));
  });
  EXPECT_GT(seen, 1'000);
}

TEST(ChessReturns, NeedAFreeWay) {
  const Position free = parse_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
                 blocked = parse_fen("4k3/8/8/8/P7/8/8/R3K3 w - - 0 1");
  const std::uint64_t difference =
      piece_key(free.piece_on(0), 0) ^ piece_key(free.piece_on(0), 56) ^ zobrist.second_to_move;
  EXPECT_TRUE(returns(free, difference));
  EXPECT_FALSE(returns(blocked, difference));
}

}  // namespace
}  // namespace hone::chess
