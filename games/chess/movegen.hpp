// SPDX-License-Identifier: MIT
//
// Generates legal moves directly: checks restrict the destinations, and pins restrict the pinned pieces. Appends all
// moves that the rules of movement allow; outcome() decides whether the game is already drawn.
#pragma once

#include "games/chess/position.hpp"
#include "games/move_list.hpp"

namespace hone {
struct Chess;
}

namespace hone::chess {

// The record for positions of real games is 218, R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w (Petrovic 1964).
inline constexpr std::size_t most_moves = 256;

using Moves = MoveList<Chess>;

void legal_moves(const Position& pos, Moves& moves);

// Exactly those legal moves for which is_noisy holds: captures, en passant, promotions to a queen.
void noisy_moves(const Position& pos, Moves& moves);

// Whether legal_moves appends this move, which may be any, and whether it appends one at all. Usual ones are found
// without the list.
[[nodiscard]] bool is_legal(const Position& pos, Move move);
[[nodiscard]] bool has_legal_move(const Position& pos);

[[nodiscard]] inline bool is_noisy(const Position& pos, Move move) {
  return pos.is_capture(move) || move.kind() == MoveKind::queen_promotion;
}

}  // namespace hone::chess
