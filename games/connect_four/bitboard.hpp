// SPDX-License-Identifier: MIT
//
// Sets of squares of the connect four board: seven bits a column. The seventh is above the board and always empty, so
// that a line shifted off the end of a column or of the board meets nothing (the layout of J. Tromp's Fhourstones).
//
//            6 13 20 27 34 41 48
//          +---------------------
//     6th  | 5 12 19 26 33 40 47
//     5th  | 4 11 18 25 32 39 46
//     4th  | 3 10 17 24 31 38 45
//     3rd  | 2  9 16 23 30 37 44
//     2nd  | 1  8 15 22 29 36 43
//     1st  | 0  7 14 21 28 35 42
//          +---------------------
//            1  2  3  4  5  6  7
//
// One step along a line is the difference of two bits: 1 up, 7 to the right, 8 right and up, 6 right and down.
#pragma once

#include <array>
#include <cstdint>

namespace hone::connect_four {

using Squares = std::uint64_t;

inline constexpr int rows = 6;
inline constexpr int cols = 7;
inline constexpr int column_bits = rows + 1;

inline constexpr Squares bottom_row = 0x0000'0408'1020'4081;
inline constexpr Squares all_squares = bottom_row * 0b111111;
inline constexpr Squares odd_rows = bottom_row * 0b010101;  // 1st, 3rd, 5th
inline constexpr Squares even_rows = bottom_row * 0b101010;

inline constexpr int step_up = 1;
inline constexpr int step_right = column_bits;
inline constexpr std::array<int, 2> diagonal_steps{column_bits + 1, column_bits - 1};

[[nodiscard]] constexpr Squares bit(int row, int col) { return Squares{1} << (col * column_bits + row); }
[[nodiscard]] constexpr Squares column(int col) { return Squares{0b111111} << (col * column_bits); }

// Returns the lowest empty square of each column.
[[nodiscard]] constexpr Squares landings(Squares occupied) { return (occupied + bottom_row) & all_squares; }

[[nodiscard]] constexpr bool has_four(Squares marks, int step) {
  const Squares pairs = marks & marks >> step;
  return (pairs & pairs >> 2 * step) != 0;
}

[[nodiscard]] constexpr bool has_four(Squares marks) {
  return has_four(marks, step_up) || has_four(marks, step_right) || has_four(marks, diagonal_steps[0]) ||
         has_four(marks, diagonal_steps[1]);
}

// Returns the squares that form a line of this direction with three of the marks, beside or between them.
[[nodiscard]] constexpr Squares completions(Squares marks, int step) {
  const Squares after = marks << step, before = marks >> step;
  const Squares after_two = after & marks << 2 * step, before_two = before & marks >> 2 * step;
  return (after_two & (marks << 3 * step | before)) | (before_two & (marks >> 3 * step | after));
}

// Returns the empty squares that would complete four, playable or not. `occupied` includes the marks.
[[nodiscard]] constexpr Squares completions(Squares marks, Squares occupied) {
  const Squares upward = marks << 1 & marks << 2 & marks << 3;
  return (upward | completions(marks, step_right) | completions(marks, diagonal_steps[0]) |
          completions(marks, diagonal_steps[1])) &
         all_squares & ~occupied;
}

}  // namespace hone::connect_four
