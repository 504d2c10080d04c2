// SPDX-License-Identifier: MIT
//
// The squares that the terms of a group are about. Where a group is a table of squares, its game says which cell of the
// table is which square of the board: "psqt.pawn[2,1]" is a pawn on b3. A cell stands for the first player's piece on
// that square, and for the second player's on the square that looks the same from its side, where the game counts each
// side as it sees the board. Tests look whether it is so, by the pictures of all games.
#pragma once

#include <string>

namespace hone {

struct TermSquare {
  std::string name;  // as players of the game call it: "b3", "14", "column 4 row 3"
  // Its place in the game's picture (games/board_picture.hpp): rows from the top, columns from the left.
  int row = 0, column = 0;

  friend bool operator==(const TermSquare&, const TermSquare&) = default;
};

// Of a cell of the group's table.
using SquareFunction = TermSquare (*)(int row, int column);

}  // namespace hone
