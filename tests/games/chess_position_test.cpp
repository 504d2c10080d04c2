// SPDX-License-Identifier: MIT
#include "games/chess/position.hpp"

#include <gtest/gtest.h>

#include <map>

#include "tests/games/chess_support.hpp"

namespace hone::chess {
namespace {

Position after(std::string_view fen, std::initializer_list<std::string_view> moves) {
  Position pos = parse_fen(fen);
  for (const auto move : moves) pos.play(parse_uci(pos, move).value());
  return pos;
}

constexpr std::string_view initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

TEST(ChessPosition, KeepsUpItsHashAndItsCheckers) {
  for_random_positions(4, 330, 150, [](const Position& pos) {
    ASSERT_EQ(pos.hash(), hash_from_scratch(pos)) << to_fen(pos);
    ASSERT_EQ(pos, Position(pos.setup())) << to_fen(pos);
  });
}

TEST(ChessPosition, HashesDifferWherePositionsDo) {
  std::map<std::uint64_t, std::string> seen;
  for_random_positions(5, 110, 150, [&](const Position& pos) {
    const std::string fen = to_fen(pos);
    const std::string identity = fen.substr(0, fen.rfind(' ', fen.rfind(' ') - 1));  // without the counters
    ASSERT_EQ(seen.emplace(pos.hash(), identity).first->second, identity);
  });
}

TEST(ChessPosition, HashDoesNotDependOnTheWay) {
  const Position one = after(initial, {"g1f3", "g8f6", "b1c3"});
  const Position two = after(initial, {"b1c3", "g8f6", "g1f3"});
  EXPECT_EQ(one.hash(), two.hash());
  EXPECT_EQ(one, two);
}

// FIDE Laws 9.2.3: positions are the same only if the same captures en passant and castlings are possible.
TEST(ChessPosition, OffersEnPassantOnlyWhereItIsLegal) {
  EXPECT_EQ(after(initial, {"e2e4"}).en_passant(), no_square);
  EXPECT_EQ(to_text(after(initial, {"e2e4", "a7a6", "e4e5", "d7d5"}).en_passant()), "d6");
  // The capture would bare the king to the rook on h5.
  EXPECT_EQ(after("8/3p4/8/K3P2r/8/8/8/4k3 b - - 0 1", {"d7d5"}).en_passant(), no_square);
  EXPECT_EQ(after(initial, {"e2e4", "a7a6", "e4e5", "d7d5", "h2h3"}).en_passant(), no_square);
}

TEST(ChessPosition, LosesCastlingRightsWithKingAndRooks) {
  constexpr std::string_view fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  const auto rights = [&](std::initializer_list<std::string_view> moves) {
    const std::string text = to_fen(after(fen, moves));
    return text.substr(text.find(' ') + 3, text.find(' ', text.find(' ') + 3) - text.find(' ') - 3);
  };
  EXPECT_EQ(rights({"e1e2"}), "kq");
  EXPECT_EQ(rights({"e1g1"}), "kq");
  EXPECT_EQ(rights({"h1g1"}), "Qkq");
  EXPECT_EQ(rights({"h1h8"}), "Qq");
  EXPECT_EQ(rights({"a1a8"}), "Kk");
  EXPECT_EQ(rights({"e1e2", "e8e7"}), "-");
}

TEST(ChessPosition, CastlesToTheSameSquaresFromEverywhere) {
  EXPECT_EQ(to_fen(after("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1h1"})), "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1");
  EXPECT_EQ(to_fen(after("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1a1"})), "4k3/8/8/8/8/8/8/2KR3R b - - 1 1");
  EXPECT_EQ(to_fen(after("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", {"f1g1"})), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
  EXPECT_EQ(to_fen(after("4k3/8/8/8/8/8/8/RK6 w A - 0 1", {"b1a1"})), "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
  EXPECT_EQ(to_fen(after("1rk5/8/8/8/8/8/8/7K b b - 0 1", {"c8b8"})), "2kr4/8/8/8/8/8/8/7K w - - 1 2");
}

TEST(ChessPosition, CountsHalfmovesSinceCapturesAndPawnMoves) {
  EXPECT_EQ(after(initial, {"g1f3", "g8f6"}).halfmove_clock(), 2);
  EXPECT_EQ(after(initial, {"g1f3", "g8f6", "e2e4"}).halfmove_clock(), 0);
  EXPECT_EQ(after(initial, {"g1f3", "d7d5", "f3e5", "b8c6", "e5c6"}).halfmove_clock(), 0);
  EXPECT_EQ(after(initial, {"g1f3", "g8f6"}).fullmove_number(), 2);
}

TEST(ChessPosition, CountersStayWithinWhatFenCanSay) {
  EXPECT_EQ(to_fen(after("4k3/8/8/8/8/8/8/R3K3 b - - 150 9999", {"e8e7"})), "8/4k3/8/8/8/8/8/R3K3 w - - 150 9999");
}

TEST(ChessPosition, PassesTheTurnAndNothingElse) {
  Position pos = after(initial, {"e2e4", "a7a6", "e4e5", "d7d5"});
  pos.pass();
  EXPECT_EQ(pos.hash(), hash_from_scratch(pos));
  EXPECT_EQ(to_fen(pos), "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3");
}

TEST(ChessPosition, FlippedTwiceIsItself) {
  for_random_positions(6, 110, 100, [](const Position& pos) {
    const Position other_way = flipped(pos);
    ASSERT_EQ(flipped(other_way), pos) << to_fen(pos);
    ASSERT_EQ(parse_fen(to_fen(other_way)), other_way) << to_fen(pos);
    ASSERT_EQ(moves_of(other_way).size(), moves_of(pos).size()) << to_fen(pos);
  });
}

TEST(ChessPosition, FlippedExchangesEverything) {
  EXPECT_EQ(to_fen(flipped(parse_fen("r3k3/8/8/3pP3/8/8/8/4K2R w Kq d6 0 7"))), "4k2r/8/8/8/3Pp3/8/8/R3K3 b Qk d3 0 7");
}

TEST(ChessPosition, IsSmall) { EXPECT_LE(sizeof(Position), 160U); }

TEST(ChessTraits, PassingIsSoundWithPiecesAndOutOfCheck) {
  EXPECT_TRUE(Chess::can_pass(Chess::initial()));
  EXPECT_FALSE(Chess::can_pass(parse_fen("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1")));
  EXPECT_FALSE(Chess::can_pass(parse_fen("4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1")));
}

TEST(ChessTraits, MoveKindsAreAManAndItsGoal) {
  for_random_positions(7, 22, 100, [](const Position& pos) {
    for (const Move move : moves_of(pos)) {
      const int kind = Chess::move_kind(pos, move);
      ASSERT_EQ(kind, index(pos.piece_on(move.from())) * 64 + move.to());
      ASSERT_LT(kind, Chess::move_kinds);
    }
  });
}

TEST(ChessTraits, BenchPositionsAreVariedAndNotOver) {
  std::map<std::uint64_t, int> seen;
  for (const auto fen : Chess::bench_positions()) {
    SCOPED_TRACE(fen);
    const Position pos = parse_fen(fen);
    EXPECT_EQ(to_fen(pos), fen);
    EXPECT_FALSE(outcome(pos, !moves_of(pos).empty())) << fen;
    EXPECT_EQ(++seen[pos.hash()], 1) << fen;
  }
  EXPECT_GE(seen.size(), 40U);
}

TEST(ChessLikelyHash, IsTheHashAfterOrdinaryMoves) {
  for_random_positions(17, 20, 100, [](const Position& pos) {
    for (const Move move : moves_of(pos)) {
      Position next = pos;
      next.play(move);
      if (move.is_castling() || move.is_en_passant() || move.is_promotion() || next.en_passant() != no_square ||
          pos.castling_rooks() != next.castling_rooks()) {
        continue;
      }
      ASSERT_EQ(likely_hash_after(pos, move), next.hash()) << to_fen(pos) << ' ' << to_uci(pos, move);
    }
  });
}

}  // namespace
}  // namespace hone::chess
