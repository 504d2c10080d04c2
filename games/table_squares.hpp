// SPDX-License-Identifier: MIT
//
// Which squares the usual tables of an evaluation are about, for the lists of terms of games (data/term_square.hpp):
// tables whose row 0 is the first row of the board and whose column 0 is its left one.
#pragma once

#include "data/term_square.hpp"

namespace hone {

// "a1", "b3": columns are letters, and row 1 is at the bottom of the picture.
template <int rows>
[[nodiscard]] TermSquare lettered_square(int row, int column) {
  return {static_cast<char>('a' + column) + std::to_string(row + 1), rows - 1 - row, column};
}

// Where moves name the column alone; row 1 is at the bottom.
template <int rows>
[[nodiscard]] TermSquare fallen_square(int row, int column) {
  return {"column " + std::to_string(column + 1) + " row " + std::to_string(row + 1), rows - 1 - row, column};
}

}  // namespace hone
