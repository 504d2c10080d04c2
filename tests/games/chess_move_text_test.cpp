// SPDX-License-Identifier: MIT
#include "games/chess/move_text.hpp"

#include <gtest/gtest.h>

#include "tests/games/chess_support.hpp"

namespace hone::chess {
namespace {

std::string castling_of(const Position& pos) {
  for (const Move move : moves_of(pos)) {
    if (move.is_castling()) return to_uci(pos, move);
  }
  return "none";
}

TEST(ChessMoveText, ReadsWhatItWrites) {
  for_random_positions(9, 110, 100, [](const Position& pos) {
    for (const Move move : moves_of(pos)) {
      ASSERT_EQ(parse_uci(pos, to_uci(pos, move)), move) << to_fen(pos) << ' ' << to_uci(pos, move);
      ASSERT_EQ(Chess::decode(Chess::encode(move)), move);
    }
  });
}

TEST(ChessMoveText, CastlesByTheKingsMoveInClassicalPositions) {
  EXPECT_EQ(castling_of(parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")), "e1g1");
  EXPECT_EQ(castling_of(parse_fen("r3k3/8/8/8/8/8/8/4K3 b q - 0 1")), "e8c8");
}

TEST(ChessMoveText, CastlesByTakingTheRookInChess960) {
  EXPECT_EQ(castling_of(parse_fen("4k3/8/8/8/8/8/8/5KR1 w K - 0 1")), "f1g1");
  EXPECT_EQ(castling_of(parse_fen("4k3/8/8/8/8/8/8/4K2R w H - 0 1")), "e1h1");
}

TEST(ChessMoveText, SpellsAsChess960WhenAskedTo) {
  Position pos = parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  Chess::use_variant_spelling(pos);
  EXPECT_EQ(castling_of(pos), "e1h1");
  EXPECT_EQ(to_fen(pos), "4k3/8/8/8/8/8/8/4K2R w H - 0 1");
}

TEST(ChessMoveText, UnderstandsBothFormsOfCastling) {
  for (const auto fen : {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w H - 0 1"}) {
    const Position pos = parse_fen(fen);
    EXPECT_EQ(parse_uci(pos, "e1g1"), Move(4, 7, MoveKind::castling));
    EXPECT_EQ(parse_uci(pos, "e1h1"), Move(4, 7, MoveKind::castling));
  }
}

TEST(ChessMoveText, TakesAKingsStepForAStep) {
  const Position pos = parse_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
  EXPECT_EQ(parse_uci(pos, "f1g1"), Move(5, 6));
  EXPECT_EQ(parse_uci(pos, "f1h1"), Move(5, 7, MoveKind::castling));
}

TEST(ChessMoveText, RefusesWhatIsNotLegal) {
  const Position pos = parse_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_TRUE(parse_uci(pos, "a7a8q"));
  for (const auto text : {"", "a7", "a7a8", "a7a8k", "a7a8Q", "a7a8qq", "e1e3", "e1g1", "e8e7", "0000", "z1z2"}) {
    EXPECT_FALSE(parse_uci(pos, text)) << text;
  }
}

TEST(ChessMoveText, DecodesAnyNumber) {
  for (MoveCode code = 0; code < 65'536; ++code) ASSERT_EQ(Chess::encode(Chess::decode(code)), code);
}

}  // namespace
}  // namespace hone::chess
