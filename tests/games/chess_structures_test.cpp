// SPDX-License-Identifier: MIT
#include "games/chess/structures.hpp"

#include <gtest/gtest.h>

#include <set>

#include "games/chess/chess.hpp"
#include "tests/games/chess_support.hpp"

namespace hone::chess {
namespace {

// A part has the same hash exactly as long as its men stay where they are.
TEST(ChessStructures, ChangeWithTheirMen) {
  for_random_positions(11, 20, 100, [](const Position& pos) {
    const auto before = structures(pos);
    for (const Move move : moves_of(pos)) {
      Position next = pos;
      next.play(move);
      const auto after = structures(next);
      EXPECT_EQ(before[0] != after[0], pos.pieces(PieceType::pawn) != next.pieces(PieceType::pawn)) << to_fen(next);
      for (const Side side : {Side::first, Side::second}) {
        const auto part = static_cast<std::size_t>(1 + index(side));
        bool moved = false;
        for (const PieceType type : all_piece_types) {
          moved |= type != PieceType::pawn && pos.pieces(side, type) != next.pieces(side, type);
        }
        EXPECT_EQ(before[part] != after[part], moved) << to_fen(next);
      }
    }
  });
}

// The upper bits choose the slot of a table.
TEST(ChessStructures, SpreadOverTheUpperBits) {
  std::set<std::uint64_t> seen, slots;
  for_random_positions(12, 40, 100, [&](const Position& pos) {
    for (const std::uint64_t hash : structures(pos)) {
      seen.insert(hash);
      slots.insert(hash >> 40);
    }
  });
  ASSERT_GT(seen.size(), 500U);
  EXPECT_GT(slots.size() + 5, seen.size());
}

TEST(ChessStructures, AttackedSquaresAreThoseWithAttackers) {
  for_random_positions(13, 40, 100, [](const Position& pos) {
    for (const Side side : {Side::first, Side::second}) {
      const Bitboard attacked = attacked_by(pos, side);
      for (Square square = 0; square < 64; ++square) {
        ASSERT_EQ((attacked >> square & 1) != 0, attackers(pos, square, side, pos.occupied()) != 0) << to_fen(pos);
      }
    }
  });
}

TEST(ChessTraits, VictimsAreTypesAndPromotions) {
  const Position pos = parse_fen("r3k3/1P6/8/3pP3/8/8/6r1/4K2R w K d6 0 1");
  const auto kind = [&](const char* text) { return Chess::victim_kind(pos, *Chess::parse_move(pos, text)); };
  EXPECT_EQ(kind("b7a8q"), piece_types);
  EXPECT_EQ(kind("b7b8q"), piece_types);
  EXPECT_EQ(kind("e5d6"), index(PieceType::pawn));
}

TEST(ChessTraits, ThreatsTellWhereAMoveComesFromAndGoes) {
  const Position pos = parse_fen("4k3/8/8/8/1r6/8/1N6/4K2Q w - - 0 1");
  const auto kind = [&](const char* text) {
    return Chess::threat_kind(Chess::threats(pos), *Chess::parse_move(pos, text));
  };
  EXPECT_EQ(kind("b2d3"), 2) << "out of the rook's reach";
  EXPECT_EQ(kind("b2c4"), 3) << "from one of its squares to another";
  EXPECT_EQ(kind("h1h4"), 1) << "into it";
  EXPECT_EQ(kind("h1h5"), 0);
}

}  // namespace
}  // namespace hone::chess
