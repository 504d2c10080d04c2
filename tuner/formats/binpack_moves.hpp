// SPDX-License-Identifier: MIT
//
// Positions and moves of chess as Stockfish's binpack packs them. All that has more than one byte is big-endian.
//
// A position takes 24 bytes: its occupied squares, bit 0 of them a1, and their pieces in this order, 4 bits each, the
// low half of a byte first:
//
//   0..11   pawn to king, twice the kind, and 1 more for Black
//   12      a pawn that has just moved two squares and may be captured en passant
//   13, 14  a white or black rook in its corner with the right to castle
//   15      the black king, where Black is to move
//
// The tools' own reader takes all castling for that of classical chess. Positions of Chess960 whose rooks are in the
// corners are read, but not written.
//
// The moves after the first of a chain are packed by what they may be: a move is which of the mover's pieces moves,
// counted from a1, and which of its choices. Each of the two numbers takes as many bits as the largest of its kind
// does. The choices of a piece are the squares it can move to, counted from a1, whether or not its own king is safe
// afterwards; a pawn that promotes has four choices for each, knight to queen, and a king has castling after its
// squares, first on the queen's side.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "games/chess/position.hpp"

namespace hone::formats {

inline constexpr std::size_t binpack_position_bytes = 24;

// The counters of the position are those given. Throws Error when the bytes are none of a position.
[[nodiscard]] chess::Position unpacked_position(std::string_view bytes, int halfmove_clock, int fullmove_number);
// Throws Error for castling rights other than those of classical chess.
[[nodiscard]] std::string packed_position(const chess::Position& pos);

// A move of its own: 15..14 kind | 13..8 from | 7..2 to | 1..0 promoted to. The kinds are 0 a move, 1 a promotion, 2
// castling, written as king takes rook, 3 en passant. Move{} for the bits 0.
[[nodiscard]] chess::Move move_of_bits(std::uint16_t bits);
[[nodiscard]] std::uint16_t bits_of_move(chess::Move move);

// The number of bits that tell `count` numbers apart.
[[nodiscard]] constexpr int bits_to_choose(int count) { return count < 2 ? 0 : 32 - std::countl_zero(count - 1U); }

// The choices of the piece on this square, of the side to move.
class MoveChoices {
 public:
  MoveChoices(const chess::Position& pos, chess::Square from);

  [[nodiscard]] int count() const { return squares_ * pieces_ + castlings_; }
  // The move may leave the king in check. Throws Error for a choice that there is not.
  [[nodiscard]] chess::Move move(int choice) const;
  // Of a legal move.
  [[nodiscard]] int choice(chess::Move move) const;

 private:
  const chess::Position& pos_;
  chess::Square from_;
  chess::Bitboard to_ = 0, rooks_ = 0;  // squares to move to; rooks to castle with
  int squares_ = 0, pieces_ = 1, castlings_ = 0;
};

// The square of this number in a set, counted from a1; the set must have as many.
[[nodiscard]] chess::Square square_number(chess::Bitboard set, int number);
// The number of squares in the set before this one.
[[nodiscard]] constexpr int number_of_square(chess::Bitboard set, chess::Square square) {
  return chess::popcount(set & (chess::bit(square) - 1));
}

}  // namespace hone::formats
