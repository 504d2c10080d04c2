// SPDX-License-Identifier: MIT
//
// A chess position: the board twice (as sets of squares and square by square), the rights, the counters, and two
// derived values that are often needed: the hash and the checking pieces. It is a plain value; playing a move changes
// it.
//
// Castling rights are the set of rooks that may still castle. A rook east of its king castles kingside, one west of
// it queenside; the king needs no record, for a right implies that it has not moved. That is all Chess960 takes.
//
// The en-passant square is set only when a legal capture on it exists, so that positions that offer the same moves
// are equal, as repetition demands (FIDE Laws 9.2.3).
#pragma once

#include <array>
#include <cstdint>

#include "games/chess/attacks.hpp"
#include "games/chess/bitboard.hpp"
#include "games/chess/move.hpp"
#include "games/chess/piece.hpp"
#include "games/chess/zobrist.hpp"

namespace hone::chess {

inline constexpr int drawing_halfmove_clock = 100;  // the fifty-move rule, FIDE Laws 9.3
// The counters stop at these values.
inline constexpr int last_halfmove_clock = 150;  // the game ends here at the latest: FIDE Laws 9.6.2
inline constexpr int last_fullmove_number = 9'999;

// The content of a FEN.
struct Setup {
  std::array<Piece, 64> board = [] {
    std::array<Piece, 64> empty;
    empty.fill(no_piece);
    return empty;
  }();
  Side side_to_move = Side::first;
  Bitboard castling_rooks = 0;
  Square en_passant = no_square;  // the square behind a pawn that has just moved two squares
  int halfmove_clock = 0;
  int fullmove_number = 1;
  bool chess960 = false;  // castling is written king takes rook; without effect once all rights are lost
};

class Position {
 public:
  Position() = default;  // an empty board, only to be assigned to

  // Each side must have one king; the rest is as validated by parse_fen. An en-passant square without a legal
  // capture is dropped.
  explicit Position(const Setup& setup);

  [[nodiscard]] Bitboard pieces(Side side) const { return by_side_[static_cast<std::size_t>(side)]; }
  [[nodiscard]] Bitboard pieces(PieceType type) const { return by_type_[static_cast<std::size_t>(type)]; }
  [[nodiscard]] Bitboard pieces(Side side, PieceType type) const { return pieces(side) & pieces(type); }
  [[nodiscard]] Bitboard occupied() const { return by_side_[0] | by_side_[1]; }
  [[nodiscard]] Piece piece_on(Square square) const { return board_[static_cast<std::size_t>(square)]; }
  [[nodiscard]] Square king(Side side) const { return first_square(pieces(side, PieceType::king)); }

  [[nodiscard]] Side side_to_move() const { return side_to_move_; }
  [[nodiscard]] Bitboard checkers() const { return checkers_; }
  [[nodiscard]] bool in_check() const { return checkers_ != 0; }
  [[nodiscard]] Bitboard castling_rooks() const { return castling_rooks_; }
  [[nodiscard]] Bitboard castling_rooks(Side side) const { return castling_rooks_ & pieces(side); }
  [[nodiscard]] Square en_passant() const { return en_passant_; }
  [[nodiscard]] int halfmove_clock() const { return halfmove_clock_; }
  [[nodiscard]] int fullmove_number() const { return fullmove_number_; }
  [[nodiscard]] bool chess960() const { return chess960_; }
  [[nodiscard]] std::uint64_t hash() const { return hash_; }

  [[nodiscard]] bool is_capture(Move move) const {
    return (piece_on(move.to()) != no_piece && !move.is_castling()) || move.is_en_passant();
  }

  void play(Move move);  // must be legal
  void pass();           // must not be in check; resets the halfmove clock, as no earlier position can repeat

  // From now on castling is written king takes rook, as long as there are rights.
  void spell_as_chess960() { chess960_ = castling_rooks_ != 0; }

  [[nodiscard]] Setup setup() const;

  friend bool operator==(const Position&, const Position&) = default;

 private:
  void put(Piece piece, Square square);
  void remove(Square square);
  void capture(Square square);
  void castle(Square king, Square rook);
  void move_piece(Move move);
  void drop_castling(Bitboard rooks);
  void drop_en_passant();
  void offer_en_passant(Square square);
  void hand_over();

  std::array<Bitboard, piece_types> by_type_{};
  std::array<Bitboard, 2> by_side_{};
  std::array<Piece, 64> board_{};
  std::uint64_t hash_ = 0;
  Bitboard checkers_ = 0;  // pieces that give check to the side to move
  Bitboard castling_rooks_ = 0;
  std::uint16_t fullmove_number_ = 1;
  std::uint8_t halfmove_clock_ = 0;
  std::uint8_t en_passant_ = no_square;
  Side side_to_move_ = Side::first;
  bool chess960_ = false;
};
static_assert(sizeof(Position) <= 160);

// The squares of king and rook after castling with this rook.
[[nodiscard]] constexpr Square castled_king(Square king, Square rook) {
  return make_square(rook > king ? 6 : 2, rank_of(king));
}
[[nodiscard]] constexpr Square castled_rook(Square king, Square rook) {
  return make_square(rook > king ? 5 : 3, rank_of(king));
}

// The pieces of `by` that attack the square, given the occupied squares.
[[nodiscard]] Bitboard attackers(const Position& pos, Square square, Side by, Bitboard occupied);

// The pawns of the side to move that may legally capture a pawn that has just passed this square.
[[nodiscard]] Bitboard en_passant_captors(const Position& pos, Square square);

// The hash after the move, but for castling, captures en passant and promotions, and where rights change with it.
[[nodiscard]] std::uint64_t likely_hash_after(const Position& pos, Move move);

// Computes the hash from scratch, to check the one that play() updates.
[[nodiscard]] std::uint64_t hash_from_scratch(const Position& pos);

// The same position with White and Black exchanged.
[[nodiscard]] Position flipped(const Position& pos);

inline std::uint64_t likely_hash_after(const Position& pos, Move move) {
  const Piece piece = pos.piece_on(move.from()), captured = pos.piece_on(move.to());
  const std::uint64_t moved = piece_key(piece, move.from()) ^ piece_key(piece, move.to()) ^ zobrist.second_to_move;
  const std::uint64_t rights = pos.en_passant() == no_square ? 0 : en_passant_key(pos.en_passant());
  return pos.hash() ^ moved ^ rights ^ (captured == no_piece ? 0 : piece_key(captured, move.to()));
}

inline Bitboard attackers(const Position& pos, Square square, Side by, Bitboard occupied) {
  const Bitboard queens = pos.pieces(PieceType::queen);
  const Bitboard all = (pawn_attacks(other(by), square) & pos.pieces(PieceType::pawn)) |
                       (knight_attacks(square) & pos.pieces(PieceType::knight)) |
                       (king_attacks(square) & pos.pieces(PieceType::king)) |
                       (bishop_attacks(square, occupied) & (pos.pieces(PieceType::bishop) | queens)) |
                       (rook_attacks(square, occupied) & (pos.pieces(PieceType::rook) | queens));
  return all & pos.pieces(by);
}

}  // namespace hone::chess
