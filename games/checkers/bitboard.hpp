// SPDX-License-Identifier: MIT
//
// Sets of the 32 squares of the draughts board, and the steps between them. Square n of the books (1 .. 32) is bit
// n - 1; Black is at the top and moves down. Rows of the books are rows 0 to 7 here.
//
//      .  1  .  2  .  3  .  4      row 0    Black's home
//      5  .  6  .  7  .  8  .      row 1
//      .  9  . 10  . 11  . 12      row 2
//     13  . 14  . 15  . 16  .      row 3
//      . 17  . 18  . 19  . 20      row 4
//     21  . 22  . 23  . 24  .      row 5
//      . 25  . 26  . 27  . 28      row 6
//     29  . 30  . 31  . 32  .      row 7    White's home
//
// Squares of even rows stand half a column further right, so that a step adds 4 or 5 there and 3 or 4 in odd rows.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace hone::checkers {

using Squares = std::uint32_t;

inline constexpr int square_count = 32;
inline constexpr Squares even_rows = 0x0F0F'0F0F;
inline constexpr Squares odd_rows = ~even_rows;
inline constexpr Squares first_column = 0x1111'1111;  // the first of four columns
inline constexpr Squares last_column = 0x8888'8888;
inline constexpr Squares top_row = 0x0000'000F;
inline constexpr Squares bottom_row = 0xF000'0000;

// Returns the bit of a square, counted from 0.
[[nodiscard]] constexpr Squares bit(int square) { return Squares{1} << square; }
[[nodiscard]] constexpr int row_of(int square) { return square / 4; }
[[nodiscard]] constexpr int column_of(int square) { return square % 4 * 2 + (row_of(square) % 2 == 0 ? 1 : 0); }
[[nodiscard]] constexpr int popcount(Squares set) { return std::popcount(set); }
[[nodiscard]] constexpr int first_of(Squares set) { return std::countr_zero(set); }
[[nodiscard]] constexpr int pop_first(Squares& set) {
  const int square = first_of(set);
  set &= set - 1;
  return square;
}

enum class Direction : std::uint8_t { down_left, down_right, up_left, up_right };
inline constexpr std::array<Direction, 4> directions{Direction::down_left, Direction::down_right, Direction::up_left,
                                                     Direction::up_right};

[[nodiscard]] constexpr Direction opposite(Direction direction) {
  return static_cast<Direction>(3 - static_cast<int>(direction));
}

// Moves all squares of a set by one step; squares that leave the board are dropped.
[[nodiscard]] constexpr Squares step(Direction direction, Squares set) {
  switch (direction) {
    case Direction::down_left:
      return (set & even_rows) << 4 | (set & odd_rows & ~first_column) << 3;
    case Direction::down_right:
      return (set & even_rows & ~last_column) << 5 | (set & odd_rows) << 4;
    case Direction::up_left:
      return (set & even_rows) >> 4 | (set & odd_rows & ~first_column) >> 5;
    default:
      return (set & even_rows & ~last_column) >> 3 | (set & odd_rows) >> 4;
  }
}

// Turns the board by half a turn: square n becomes 33 - n.
[[nodiscard]] constexpr Squares turned(Squares set) {
  set = (set & 0x5555'5555) << 1 | (set >> 1 & 0x5555'5555);
  set = (set & 0x3333'3333) << 2 | (set >> 2 & 0x3333'3333);
  set = (set & 0x0F0F'0F0F) << 4 | (set >> 4 & 0x0F0F'0F0F);
  return __builtin_bswap32(set);
}

}  // namespace hone::checkers
