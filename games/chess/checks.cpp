// SPDX-License-Identifier: MIT
#include "games/chess/checks.hpp"

namespace hone::chess {
namespace {

Bitboard attacks_from(PieceType type, Side side, Square square, Bitboard occupied) {
  switch (type) {
    case PieceType::pawn:
      return pawn_attacks(side, square);
    case PieceType::knight:
      return knight_attacks(square);
    case PieceType::bishop:
      return bishop_attacks(square, occupied);
    case PieceType::rook:
      return rook_attacks(square, occupied);
    case PieceType::queen:
      return queen_attacks(square, occupied);
    case PieceType::king:
      return 0;
  }
  return 0;
}

bool check_after_playing(Position pos, Move move) {
  pos.play(move);
  return pos.in_check();
}

}  // namespace

bool gives_check(const Position& pos, Move move) {
  if (move.is_castling() || move.is_en_passant()) return check_after_playing(pos, move);
  const Side us = pos.side_to_move();
  const Square king = pos.king(other(us));
  const Bitboard occupied = (pos.occupied() & ~bit(move.from())) | bit(move.to());
  const PieceType type = move.is_promotion() ? move.promotion() : type_of(pos.piece_on(move.from()));
  if (contains(attacks_from(type, us, move.to(), occupied), king)) return true;
  if (line(king, move.from()) == 0) return false;  // nothing to discover
  const Bitboard others = pos.pieces(us) & ~bit(move.from());
  const Bitboard queens = pos.pieces(PieceType::queen);
  return (bishop_attacks(king, occupied) & others & (pos.pieces(PieceType::bishop) | queens)) != 0 ||
         (rook_attacks(king, occupied) & others & (pos.pieces(PieceType::rook) | queens)) != 0;
}

}  // namespace hone::chess
