// SPDX-License-Identifier: MIT
//
// Sets of squares of an 8 x 8 board as 64-bit words. Square s is bit s, counted as one reads a diagram:
//
//       a  b  c  d  e  f  g  h
//   1 | 0  1  2  3  4  5  6  7        column_of(s) = s % 8      right = +1
//   2 | 8  9 10 11 12 13 14 15        row_of(s)    = s / 8      down  = +8
//   . | .  .  .  .  .  .  .  .
//   8 |56 57 58 59 60 61 62 63
#pragma once

#include <bit>
#include <cstdint>

namespace hone::othello {

using Squares = std::uint64_t;

[[nodiscard]] constexpr int column_of(int square) { return square & 7; }
[[nodiscard]] constexpr int row_of(int square) { return square >> 3; }
[[nodiscard]] constexpr Squares bit(int square) { return Squares{1} << square; }
[[nodiscard]] constexpr bool contains(Squares set, int square) { return (set >> square & 1) != 0; }
[[nodiscard]] constexpr int popcount(Squares set) { return std::popcount(set); }

// Removes the lowest square from a set, which must not be empty, and returns it.
constexpr int pop_first(Squares& set) {
  const int square = std::countr_zero(set);
  set &= set - 1;
  return square;
}

inline constexpr Squares column_a = 0x0101'0101'0101'0101;
inline constexpr Squares column_h = column_a << 7;
inline constexpr Squares corners = 0x8100'0000'0000'0081;
inline constexpr Squares centre = 0x0000'0018'1800'0000;  // d4, e4, d5, e5: never empty

// Returns the squares next to those of a set, in all eight directions; some of them may be in the set.
[[nodiscard]] constexpr Squares neighbours(Squares set) {
  const Squares row = (set << 1 & ~column_a) | (set >> 1 & ~column_h);
  const Squares wide = set | row;
  return row | wide << 8 | wide >> 8;
}

}  // namespace hone::othello
