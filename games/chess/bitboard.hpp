// SPDX-License-Identifier: MIT
//
// Sets of squares as 64-bit words. Square s is bit s, counted from White's left:
//
//   8 | 56 57 58 59 60 61 62 63
//   7 | 48 49 50 51 52 53 54 55        file_of(s) = s % 8      east  = +1
//   . |  .  .  .  .  .  .  .  .        rank_of(s) = s / 8      north = +8
//   2 |  8  9 10 11 12 13 14 15        s ^ 56: the same square seen by Black
//   1 |  0  1  2  3  4  5  6  7
//        a  b  c  d  e  f  g  h
#pragma once

#include <bit>
#include <cstdint>
#include <string>

namespace hone::chess {

using Bitboard = std::uint64_t;
using Square = int;
inline constexpr Square no_square = 64;

[[nodiscard]] constexpr Square make_square(int file, int rank) { return rank * 8 + file; }
[[nodiscard]] constexpr int file_of(Square square) { return square & 7; }
[[nodiscard]] constexpr int rank_of(Square square) { return square >> 3; }
[[nodiscard]] constexpr Square mirrored(Square square) { return square ^ 56; }

[[nodiscard]] constexpr Bitboard bit(Square square) { return Bitboard{1} << square; }
[[nodiscard]] constexpr bool contains(Bitboard set, Square square) { return (set >> square & 1) != 0; }
[[nodiscard]] constexpr int popcount(Bitboard set) { return std::popcount(set); }
[[nodiscard]] constexpr bool more_than_one(Bitboard set) { return (set & (set - 1)) != 0; }

// The lowest square of a set; the set must not be empty.
[[nodiscard]] constexpr Square first_square(Bitboard set) { return std::countr_zero(set); }
constexpr Square pop_first(Bitboard& set) {
  const Square square = first_square(set);
  set &= set - 1;
  return square;
}

[[nodiscard]] constexpr Bitboard file_mask(int file) { return 0x0101'0101'0101'0101ULL << file; }
[[nodiscard]] constexpr Bitboard rank_mask(int rank) { return Bitboard{0xFF} << (8 * rank); }
inline constexpr Bitboard dark_squares = 0xAA55'AA55'AA55'AA55ULL;  // a1 is dark

// Moves every square one step; squares that leave the board are dropped.
[[nodiscard]] constexpr Bitboard north(Bitboard set) { return set << 8; }
[[nodiscard]] constexpr Bitboard south(Bitboard set) { return set >> 8; }
[[nodiscard]] constexpr Bitboard east(Bitboard set) { return set << 1 & ~file_mask(0); }
[[nodiscard]] constexpr Bitboard west(Bitboard set) { return set >> 1 & ~file_mask(7); }

// For `for (Square s : squares(set))`, lowest square first.
class SquareIterator {
 public:
  constexpr explicit SquareIterator(Bitboard rest) : rest_(rest) {}
  constexpr Square operator*() const { return first_square(rest_); }
  constexpr SquareIterator& operator++() {
    rest_ &= rest_ - 1;
    return *this;
  }
  friend constexpr bool operator==(SquareIterator, SquareIterator) = default;

 private:
  Bitboard rest_;
};

struct SquareRange {
  Bitboard set;
  [[nodiscard]] constexpr SquareIterator begin() const { return SquareIterator(set); }
  [[nodiscard]] constexpr SquareIterator end() const { return SquareIterator(0); }
};
[[nodiscard]] constexpr SquareRange squares(Bitboard set) { return {set}; }

// "e4"
[[nodiscard]] inline std::string to_text(Square square) {
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

}  // namespace hone::chess
