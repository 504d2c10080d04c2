// SPDX-License-Identifier: MIT
#include "games/chess/exchange.hpp"

namespace hone::chess {
namespace {

constexpr int promotion_gain = exchange_value(PieceType::queen) - exchange_value(PieceType::pawn);

constexpr bool is_last_rank(Square square) { return rank_of(square) == 0 || rank_of(square) == 7; }

// The sliders that reach the square along its rays, given the occupied squares.
Bitboard sliders_to(const Position& pos, Square square, Bitboard occupied) {
  const Bitboard queens = pos.pieces(PieceType::queen);
  return ((bishop_attacks(square, occupied) & (pos.pieces(PieceType::bishop) | queens)) |
          (rook_attacks(square, occupied) & (pos.pieces(PieceType::rook) | queens))) &
         occupied;
}

// The most that a capture of the piece on the square may win.
int most_won(PieceType victim, Square square) {
  return exchange_value(victim) + (is_last_rank(square) ? promotion_gain : 0);
}

// Whether a pawn guards the move's destination, and what the capture by it wins is more than the mover can have back.
// margin: what the mover has won beyond what it needs.
bool is_refuted_by_pawn(const Position& pos, Move move, PieceType mover, int margin) {
  const Side us = pos.side_to_move();
  if ((pawn_attacks(us, move.to()) & pos.pieces(other(us), PieceType::pawn)) == 0) return false;
  const PieceType guard = is_last_rank(move.to()) ? PieceType::queen : PieceType::pawn;  // after it has captured
  return most_won(guard, move.to()) < most_won(mover, move.to()) - margin;
}

PieceType least_valuable(const Position& pos, Bitboard men) {
  for (const PieceType type : all_piece_types) {
    if ((pos.pieces(type) & men) != 0) return type;
  }
  return PieceType::king;
}

// The exchange after the first move: the pieces that still attack the square, and the piece that stands on it.
struct Exchange {
  const Position& pos;
  Square square;
  Bitboard occupied;
  Bitboard attackers;  // of both sides
  PieceType victim;

  Exchange(const Position& position, Move move)
      : pos(position),
        square(move.to()),
        occupied((pos.occupied() ^ bit(move.from())) | bit(square)),
        victim(move.is_promotion() ? move.promotion() : type_of(pos.piece_on(move.from()))) {
    if (move.is_en_passant()) occupied ^= bit(make_square(file_of(move.to()), rank_of(move.from())));
    attackers = (hone::chess::attackers(pos, square, Side::first, occupied) |
                 hone::chess::attackers(pos, square, Side::second, occupied)) &
                occupied;
  }

  // Captures with the side's least valuable piece. Returns what that wins, or nothing if the side cannot capture.
  std::optional<int> capture(Side side) {
    const Bitboard own = attackers & pos.pieces(side);
    if (own == 0) return std::nullopt;
    const PieceType type = least_valuable(pos, own);
    if (type == PieceType::king && (attackers & pos.pieces(other(side))) != 0) return std::nullopt;
    const bool promotes = type == PieceType::pawn && is_last_rank(square);
    const int won = exchange_value(victim) + (promotes ? promotion_gain : 0);
    victim = promotes ? PieceType::queen : type;
    occupied ^= bit(first_square(own & pos.pieces(type)));
    attackers = (attackers | sliders_to(pos, square, occupied)) & occupied;
    return won;
  }
};

}  // namespace

int immediate_gain(const Position& pos, Move move) {
  if (move.is_castling()) return 0;
  const Piece captured = pos.piece_on(move.to());
  int gain = captured == no_piece ? 0 : exchange_value(type_of(captured));
  if (move.is_en_passant()) gain = exchange_value(PieceType::pawn);
  if (move.is_promotion()) gain += exchange_value(move.promotion()) - exchange_value(PieceType::pawn);
  return gain;
}

int capture_rank(const Position& pos, Move move) {
  return immediate_gain(pos, move) * piece_types - index(type_of(pos.piece_on(move.from())));
}

bool exchange_at_least(const Position& pos, Move move, int threshold) {
  if (move.is_castling()) return threshold <= 0;
  // Most exchanges are decided before all attackers are known.
  // The gain of the side that captured last beyond what it needs; the side is content if this is not negative.
  int margin = immediate_gain(pos, move) - threshold;
  if (margin < 0) return false;
  const PieceType mover = move.is_promotion() ? move.promotion() : type_of(pos.piece_on(move.from()));
  if (most_won(mover, move.to()) <= margin) return true;  // even where the piece is lost for nothing
  if (is_refuted_by_pawn(pos, move, mover, margin)) return false;
  Exchange exchange(pos, move);
  bool content = true;  // the side that made the move
  Side side = other(pos.side_to_move());
  for (;;) {
    const auto won = exchange.capture(side);
    if (!won) return content;
    margin = *won - margin - 1;
    if (margin < 0) return content;  // even if it keeps everything this side is not content, so it stops
    content = !content;
    side = other(side);
  }
}

}  // namespace hone::chess
