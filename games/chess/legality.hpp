// SPDX-License-Identifier: MIT
//
// Checks whether the pieces and checks of a well-formed FEN could occur in a game. Both functions throw Error that says
// what was expected and what was found.
#pragma once

#include <array>

#include "games/chess/position.hpp"

namespace hone::chess {

// The squares with a piece, found without a branch at each, which no processor foresees.
[[nodiscard]] inline Bitboard occupied_of(const std::array<Piece, 64>& board) {
  Bitboard occupied = 0;
  for (Square square = 0; square < 64; ++square) {
    occupied |= Bitboard{board[static_cast<std::size_t>(square)] != no_piece} << square;
  }
  return occupied;
}

// The squares of a board's pieces by kind.
class Men {
 public:
  explicit Men(const std::array<Piece, 64>& board) {
    for (const Square square : squares(occupied_of(board))) {
      squares_[static_cast<std::size_t>(board[static_cast<std::size_t>(square)])] |= bit(square);
    }
  }

  [[nodiscard]] Bitboard of(Side side, PieceType type) const {
    return squares_[static_cast<std::size_t>(make_piece(side, type))];
  }

 private:
  std::array<Bitboard, pieces_of_both_sides> squares_{};
};

// Requires one king a side, at most eight pawns, none of them on the first or last rank, and no more promoted pieces
// than pawns are missing (of two bishops on one colour, one was a pawn).
void check_men(const Men& men);

// Requires that the side that has moved is not in check, and that at most two pieces give check to the other.
void check_checks(const Position& pos);

}  // namespace hone::chess
