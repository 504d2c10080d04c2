// SPDX-License-Identifier: MIT
//
// A Breakthrough position and its moves. A set of squares is a word with bit s for square s, counted from a1:
//
//   8 | 56 57 58 59 60 61 62 63
//   . |  .  .  .  .  .  .  .  .        forward for White = +8, for Black = -8
//   2 |  8  9 10 11 12 13 14 15
//   1 |  0  1  2  3  4  5  6  7
//     +------------------------
//        a  b  c  d  e  f  g  h
//
// The rules are the same for both sides if each sees the board from its own home row. So everything that has a
// direction is stated for a side that moves up, and seen_by() turns the board.
#pragma once

#include <bit>
#include <cstdint>

#include "games/game.hpp"

namespace hone::breakthrough {

using Squares = std::uint64_t;

inline constexpr Squares rank_1 = 0xFF;
inline constexpr Squares rank_8 = rank_1 << 56;
inline constexpr Squares file_a = 0x0101'0101'0101'0101;
inline constexpr Squares file_h = file_a << 7;

[[nodiscard]] constexpr Squares bit(int square) { return Squares{1} << square; }
[[nodiscard]] constexpr bool contains(Squares set, int square) { return (set >> square & 1) != 0; }
[[nodiscard]] constexpr int popcount(Squares set) { return std::popcount(set); }
[[nodiscard]] constexpr int rank_of(int square) { return square >> 3; }

// Removes the lowest square from a set, which must not be empty, and returns it.
constexpr int pop_first(Squares& set) {
  const int square = std::countr_zero(set);
  set &= set - 1;
  return square;
}

[[nodiscard]] constexpr Squares left(Squares set) { return set >> 1 & ~file_h; }
[[nodiscard]] constexpr Squares right(Squares set) { return set << 1 & ~file_a; }
[[nodiscard]] constexpr Squares up(Squares set) { return set << 8; }
[[nodiscard]] constexpr Squares down(Squares set) { return set >> 8; }

// Mirrors the ranks: rank 1 becomes rank 8, so that the squares in front of White are in front of Black.
[[nodiscard]] constexpr Squares turned(Squares set) { return __builtin_bswap64(set); }
[[nodiscard]] constexpr int turned(int square) { return square ^ 56; }

// White is the first player. No square is in both sets.
struct Position {
  Squares white = 0;
  Squares black = 0;
  Side to_move = Side::first;

  friend bool operator==(const Position&, const Position&) = default;
};

struct Move {
  std::uint8_t from = 0;
  std::uint8_t to = 0;

  friend bool operator==(const Move&, const Move&) = default;
};

// The pieces as seen by a side that moves up.
struct View {
  Squares own = 0;
  Squares enemy = 0;

  [[nodiscard]] constexpr Squares empty() const { return ~(own | enemy); }
  [[nodiscard]] constexpr View from_other_side() const { return {turned(enemy), turned(own)}; }
};

[[nodiscard]] inline View seen_by(Side side, const Position& pos) {
  const View white{pos.white, pos.black};
  return side == Side::first ? white : white.from_other_side();
}
[[nodiscard]] inline View seen_by_mover(const Position& pos) { return seen_by(pos.to_move, pos); }
// Converts a square of the mover's view to one of the board, and back.
[[nodiscard]] inline int seen_by_mover(const Position& pos, int square) {
  return pos.to_move == Side::first ? square : turned(square);
}

// The game is over when the enemy has reached the home row or has taken the last piece. Until then the mover has a
// move, because none of its own pieces stands in front of its foremost piece.
[[nodiscard]] constexpr bool is_lost(const View& view) { return (view.enemy & rank_1) != 0 || view.own == 0; }

[[nodiscard]] inline bool is_capture(const Position& pos, Move move) {
  return contains(pos.white | pos.black, move.to);
}

inline void play(Position& pos, Move move) {
  Squares& own = pos.to_move == Side::first ? pos.white : pos.black;
  Squares& enemy = pos.to_move == Side::first ? pos.black : pos.white;
  own ^= bit(move.from) | bit(move.to);
  enemy &= ~bit(move.to);
  pos.to_move = other(pos.to_move);
}

}  // namespace hone::breakthrough
