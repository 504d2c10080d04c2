// SPDX-License-Identifier: MIT
#include "games/chess/position.hpp"

#include <algorithm>
#include <cassert>

#include "games/chess/legality.hpp"
#include "games/chess/zobrist.hpp"

namespace hone::chess {
namespace {

constexpr Square square_behind(Square to, Side mover) { return mover == Side::first ? to - 8 : to + 8; }

Bitboard mirrored_set(Bitboard set) { return __builtin_bswap64(set); }

}  // namespace

Position::Position(const Setup& setup)
    : castling_rooks_(setup.castling_rooks),
      fullmove_number_(static_cast<std::uint16_t>(setup.fullmove_number)),
      halfmove_clock_(static_cast<std::uint8_t>(setup.halfmove_clock)),
      side_to_move_(setup.side_to_move),
      chess960_(setup.chess960 && setup.castling_rooks != 0) {
  board_.fill(no_piece);
  for (const Square square : squares(occupied_of(setup.board))) {
    put(setup.board[static_cast<std::size_t>(square)], square);
  }
  checkers_ = attackers(*this, king(side_to_move_), other(side_to_move_), occupied());
  for (const Square rook : squares(castling_rooks_)) hash_ ^= castling_key(rook);
  if (side_to_move_ == Side::second) hash_ ^= zobrist.second_to_move;
  if (setup.en_passant != no_square) offer_en_passant(setup.en_passant);
}

void Position::put(Piece piece, Square square) {
  by_type_[static_cast<std::size_t>(type_of(piece))] |= bit(square);
  by_side_[static_cast<std::size_t>(side_of(piece))] |= bit(square);
  board_[static_cast<std::size_t>(square)] = piece;
  hash_ ^= piece_key(piece, square);
}

void Position::remove(Square square) {
  const Piece piece = piece_on(square);
  by_type_[static_cast<std::size_t>(type_of(piece))] ^= bit(square);
  by_side_[static_cast<std::size_t>(side_of(piece))] ^= bit(square);
  board_[static_cast<std::size_t>(square)] = no_piece;
  hash_ ^= piece_key(piece, square);
}

void Position::capture(Square square) {
  remove(square);
  halfmove_clock_ = 0;
}

void Position::castle(Square king, Square rook) {
  const Piece king_piece = piece_on(king);
  const Piece rook_piece = piece_on(rook);
  remove(king);
  remove(rook);
  put(king_piece, castled_king(king, rook));
  put(rook_piece, castled_rook(king, rook));
}

// Plays every move except castling.
void Position::move_piece(Move move) {
  const Piece piece = piece_on(move.from());
  if (piece_on(move.to()) != no_piece) capture(move.to());
  if (move.is_en_passant()) capture(square_behind(move.to(), side_to_move_));
  if (type_of(piece) == PieceType::pawn) halfmove_clock_ = 0;
  remove(move.from());
  put(move.is_promotion() ? make_piece(side_to_move_, move.promotion()) : piece, move.to());
}

void Position::drop_castling(Bitboard rooks) {
  if ((rooks & castling_rooks_) == 0) return;
  for (const Square rook : squares(rooks & castling_rooks_)) hash_ ^= castling_key(rook);
  castling_rooks_ &= ~rooks;
  chess960_ = chess960_ && castling_rooks_ != 0;
}

void Position::drop_en_passant() {
  if (en_passant_ == no_square) return;
  hash_ ^= en_passant_key(en_passant_);
  en_passant_ = no_square;
}

void Position::offer_en_passant(Square square) {
  if (en_passant_captors(*this, square) == 0) return;
  en_passant_ = static_cast<std::uint8_t>(square);
  hash_ ^= en_passant_key(square);
}

void Position::hand_over() {
  if (side_to_move_ == Side::second && fullmove_number_ < last_fullmove_number) ++fullmove_number_;
  side_to_move_ = other(side_to_move_);
  hash_ ^= zobrist.second_to_move;
}

void Position::play(Move move) {
  const Side us = side_to_move_;
  const PieceType type = type_of(piece_on(move.from()));
  assert(piece_on(move.from()) != no_piece && side_of(piece_on(move.from())) == us);
  drop_en_passant();
  if (halfmove_clock_ < last_halfmove_clock) ++halfmove_clock_;
  if (castling_rooks_ != 0) {
    const Bitboard all_of_ours = type == PieceType::king ? castling_rooks(us) : 0;
    drop_castling(bit(move.from()) | bit(move.to()) | all_of_ours);
  }
  if (move.is_castling()) {
    castle(move.from(), move.to());
  } else {
    move_piece(move);
  }
  hand_over();
  checkers_ = attackers(*this, king(side_to_move_), us, occupied());
  if (type == PieceType::pawn && (move.from() ^ move.to()) == 16) offer_en_passant(square_behind(move.to(), us));
}

void Position::pass() {
  assert(!in_check());
  drop_en_passant();
  halfmove_clock_ = 0;
  hand_over();
}

Setup Position::setup() const {
  return {board_, side_to_move_, castling_rooks_, en_passant_, halfmove_clock_, fullmove_number_, chess960_};
}

Bitboard en_passant_captors(const Position& pos, Square square) {
  const Side us = pos.side_to_move();
  const Square captured = square_behind(square, us);
  Bitboard captors = pawn_attacks(other(us), square) & pos.pieces(us, PieceType::pawn);
  for (const Square from : squares(captors)) {
    const Bitboard after = (pos.occupied() ^ bit(from) ^ bit(captured)) | bit(square);
    if ((attackers(pos, pos.king(us), other(us), after) & ~bit(captured)) != 0) captors ^= bit(from);
  }
  return captors;
}

std::uint64_t hash_from_scratch(const Position& pos) {
  std::uint64_t hash = 0;
  for (const Square square : squares(pos.occupied())) hash ^= piece_key(pos.piece_on(square), square);
  for (const Square rook : squares(pos.castling_rooks())) hash ^= castling_key(rook);
  if (pos.en_passant() != no_square) hash ^= en_passant_key(pos.en_passant());
  if (pos.side_to_move() == Side::second) hash ^= zobrist.second_to_move;
  return hash;
}

Position flipped(const Position& pos) {
  Setup setup = pos.setup();
  for (const Square square : squares(pos.occupied() | mirrored_set(pos.occupied()))) {
    const Piece piece = pos.piece_on(mirrored(square));
    setup.board[static_cast<std::size_t>(square)] =
        piece == no_piece ? no_piece : make_piece(other(side_of(piece)), type_of(piece));
  }
  setup.side_to_move = other(pos.side_to_move());
  setup.castling_rooks = mirrored_set(pos.castling_rooks());
  if (pos.en_passant() != no_square) setup.en_passant = mirrored(pos.en_passant());
  return Position(setup);
}

}  // namespace hone::chess
