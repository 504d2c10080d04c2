// SPDX-License-Identifier: MIT
#include "games/chess/checks.hpp"

namespace hone::chess {

Checks::Checks(const Position& pos) : pos_(pos), king_(pos.king(other(pos.side_to_move()))) {
  const Side us = pos.side_to_move();
  const Bitboard diagonals = bishop_attacks(king_, pos.occupied()), straights = rook_attacks(king_, pos.occupied());
  from_squares_ = {
      pawn_attacks(other(us), king_), knight_attacks(king_), diagonals, straights, diagonals | straights, 0};
  const Bitboard queens = pos.pieces(us, PieceType::queen);
  const Bitboard snipers = (rook_attacks(king_, 0) & (pos.pieces(us, PieceType::rook) | queens)) |
                           (bishop_attacks(king_, 0) & (pos.pieces(us, PieceType::bishop) | queens));
  for (const Square sniper : squares(snipers)) {
    const Bitboard between_them = between(king_, sniper) & pos.occupied();
    if (!more_than_one(between_them)) shields_ |= between_them & pos.pieces(us);
  }
}

bool Checks::gives_check_after_playing(Move move) const {
  Position next = pos_;
  next.play(move);
  return next.in_check();
}

}  // namespace hone::chess
