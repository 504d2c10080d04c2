// SPDX-License-Identifier: MIT
//
// Draws the picture of a board as text: in colours for terminals, and otherwise as a plain diagram,
//
//     8  r n b q k b n r
//     7  p p p p p p p p
//     6  . . . . . . . .
//     5  . . . . . . . .
//     4  . . . .[P]. . .
//     3  . . . . . . . .
//     2  P P P P[.]P P P
//     1  R N B Q K B N R
//        a b c d e f g h
//
// in which brackets mark the last move. Where squares have names but columns have none (checkers), empty squares show
// their names. A board that is too wide for the terminal is drawn closer, and then without these.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "games/board_picture.hpp"

namespace hone {

struct DrawingStyle {
  bool colour = false;     // with ANSI colours (ECMA-48, 256 colours), which tell whose a piece is
  bool unicode = false;    // with symbols instead of letters, where there are colours
  bool flipped = false;    // seen from the other side of the board
  std::size_t width = 80;  // columns of the terminal
};

// Lines, each with its end: the board, and its notes below. `marked` says for each cell whether it is marked, or is
// empty. Empty for a picture without rows.
[[nodiscard]] std::string draw_board(const BoardPicture& picture, const std::vector<bool>& marked = {},
                                     const DrawingStyle& style = {});

}  // namespace hone
