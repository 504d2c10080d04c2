// SPDX-License-Identifier: MIT
#include "games/chess/attacks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "games/chess/magic_factors.hpp"
#include "games/chess/splitmix.hpp"

namespace hone::chess {
namespace {

struct Direction {
  int files, ranks;
};
const std::vector<Direction> diagonals{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
const std::vector<Direction> straights{{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

bool inside(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

// Walks every ray until it is blocked; `mask` keeps only squares with another behind them.
Bitboard walk(Square from, const std::vector<Direction>& directions, Bitboard occupied, bool mask = false) {
  Bitboard seen = 0;
  for (const auto& [files, ranks] : directions) {
    int file = file_of(from) + files, rank = rank_of(from) + ranks;
    for (; inside(file, rank); file += files, rank += ranks) {
      const Square square = make_square(file, rank);
      if (!mask || inside(file + files, rank + ranks)) seen |= bit(square);
      if (contains(occupied, square)) break;
    }
  }
  return seen;
}

TEST(ChessAttacks, SlidersStopAtTheFirstMan) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2'000; ++i) {
    const Bitboard occupied = i % 2 == 0 ? random() & random() : random() & random() & random();
    for (Square from = 0; from < 64; ++from) {
      ASSERT_EQ(bishop_attacks(from, occupied), walk(from, diagonals, occupied)) << from << ' ' << occupied;
      ASSERT_EQ(rook_attacks(from, occupied), walk(from, straights, occupied)) << from << ' ' << occupied;
    }
  }
}

TEST(ChessAttacks, QueensAreBishopsAndRooks) {
  EXPECT_EQ(queen_attacks(27, bit(36)), bishop_attacks(27, bit(36)) | rook_attacks(27, bit(36)));
  EXPECT_EQ(popcount(queen_attacks(27, 0)), 27);
}

TEST(ChessAttacks, LeapersStayOnTheBoard) {
  for (Square from = 0; from < 64; ++from) {
    Bitboard knight = 0, king = 0;
    for (Square to = 0; to < 64; ++to) {
      const int files = std::abs(file_of(from) - file_of(to)), ranks = std::abs(rank_of(from) - rank_of(to));
      if (files * ranks == 2) knight |= bit(to);
      if (std::max(files, ranks) == 1) king |= bit(to);
    }
    EXPECT_EQ(knight_attacks(from), knight) << from;
    EXPECT_EQ(king_attacks(from), king) << from;
  }
}

TEST(ChessAttacks, PawnsCaptureForwardOnBothSides) {
  const Square a2 = 8, e4 = 28, h7 = 55;
  EXPECT_EQ(pawn_attacks(Side::first, e4), bit(35) | bit(37));
  EXPECT_EQ(pawn_attacks(Side::second, e4), bit(19) | bit(21));
  EXPECT_EQ(pawn_attacks(Side::first, a2), bit(17));
  EXPECT_EQ(pawn_attacks(Side::second, h7), bit(46));
  EXPECT_EQ(pawn_attacks(Side::first, bit(a2) | bit(e4)), bit(17) | bit(35) | bit(37));
}

TEST(ChessAttacks, LinesAndWhatIsBetweenAgreeWithSliders) {
  for (Square a = 0; a < 64; ++a) {
    for (Square b = 0; b < 64; ++b) {
      Bitboard whole = 0, inner = 0;
      for (const auto attacks : {bishop_attacks, rook_attacks}) {
        if (!contains(attacks(a, 0), b)) continue;
        whole = (attacks(a, 0) & attacks(b, 0)) | bit(a) | bit(b);
        inner = attacks(a, bit(b)) & attacks(b, bit(a));
      }
      ASSERT_EQ(line(a, b), whole) << a << ' ' << b;
      // On a line of sight the squares seen from both ends are those between, and for rooks nothing else.
      ASSERT_EQ(between(a, b), inner & whole) << a << ' ' << b;
    }
  }
}

bool separates(std::uint64_t factor, const std::vector<std::pair<Bitboard, Bitboard>>& occupations, int bits) {
  std::vector<Bitboard> slots(std::size_t{1} << bits);
  return std::all_of(occupations.begin(), occupations.end(), [&](const auto& one) {
    Bitboard& slot = slots[one.first * factor >> (64 - bits)];
    if (slot == 0) slot = one.second;  // no set of attacks is empty
    return slot == one.second;
  });
}

std::uint64_t find_factor(Square from, const std::vector<Direction>& directions, SplitMix& random) {
  const Bitboard mask = walk(from, directions, 0, true);
  std::vector<std::pair<Bitboard, Bitboard>> occupations;
  Bitboard occupied = 0;
  do {
    occupations.emplace_back(occupied, walk(from, directions, occupied));
    occupied = (occupied - mask) & mask;
  } while (occupied != 0);
  for (;;) {
    const std::uint64_t factor = random() & random() & random();
    if (separates(factor, occupations, popcount(mask))) return factor;
  }
}

TEST(FullChessAttacks, MagicFactorsAreTheFirstThatTheSearchFinds) {
  SplitMix random(20);
  for (Square from = 0; from < 64; ++from) {
    ASSERT_EQ(find_factor(from, diagonals, random), bishop_factors[static_cast<std::size_t>(from)]) << from;
  }
  for (Square from = 0; from < 64; ++from) {
    ASSERT_EQ(find_factor(from, straights, random), rook_factors[static_cast<std::size_t>(from)]) << from;
  }
}

}  // namespace
}  // namespace hone::chess
