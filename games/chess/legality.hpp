// SPDX-License-Identifier: MIT
//
// Whether men and checks could stand so in a game: what a FEN may not say though it is well formed. Both functions
// throw Error saying what was expected and what was found.
#pragma once

#include "games/chess/position.hpp"

namespace hone::chess {

[[nodiscard]] Bitboard men_of(const Setup& setup, Side side, PieceType type);

// One king a side, at most eight pawns, none of them on the first or last rank, and no more promoted men than pawns
// are missing (two bishops on one colour: one of them was a pawn).
void check_men(const Setup& setup);

// The side that has moved is not in check, the other by at most two men.
void check_checks(const Position& pos);

}  // namespace hone::chess
