// SPDX-License-Identifier: MIT
//
// Whether men and checks could stand so in a game: what a FEN may not say though it is well formed. Both functions
// throw Error saying what was expected and what was found.
#pragma once

#include <array>

#include "games/chess/position.hpp"

namespace hone::chess {

// The squares of a board's men by kind, found in one walk over it.
class Men {
 public:
  explicit Men(const std::array<Piece, 64>& board) {
    for (Square square = 0; square < 64; ++square) {
      squares_[static_cast<std::size_t>(board[static_cast<std::size_t>(square)])] |= bit(square);
    }
  }

  [[nodiscard]] Bitboard of(Side side, PieceType type) const {
    return squares_[static_cast<std::size_t>(make_piece(side, type))];
  }

 private:
  std::array<Bitboard, pieces_of_both_sides + 1> squares_{};  // the last: of no piece
};

// One king a side, at most eight pawns, none of them on the first or last rank, and no more promoted men than pawns
// are missing (two bishops on one colour: one of them was a pawn).
void check_men(const Men& men);

// The side that has moved is not in check, the other by at most two men.
void check_checks(const Position& pos);

}  // namespace hone::chess
