// SPDX-License-Identifier: MIT
#include "games/chess/outcome.hpp"

namespace hone::chess {

bool is_dead(const Position& pos) {
  const Bitboard mating = pos.pieces(PieceType::pawn) | pos.pieces(PieceType::rook) | pos.pieces(PieceType::queen);
  if (mating != 0) return false;
  const Bitboard knights = pos.pieces(PieceType::knight);
  const Bitboard bishops = pos.pieces(PieceType::bishop);
  if (knights != 0) return bishops == 0 && !more_than_one(knights);
  return (bishops & dark_squares) == 0 || (bishops & ~dark_squares) == 0;
}

bool is_drawn(const Position& pos) { return pos.halfmove_clock() >= drawing_halfmove_clock || is_dead(pos); }

std::optional<Outcome> outcome(const Position& pos, bool has_legal_moves) {
  if (!has_legal_moves) {
    if (pos.in_check()) return Outcome{-sign(pos.side_to_move()), EndReason::win};
    return Outcome{0, EndReason::no_moves};
  }
  if (!is_drawn(pos)) return std::nullopt;
  return Outcome{0, is_dead(pos) ? EndReason::dead_position : EndReason::move_rule};
}

}  // namespace hone::chess
