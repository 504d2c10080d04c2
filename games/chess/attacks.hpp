// SPDX-License-Identifier: MIT
//
// The squares that a piece attacks. Attacks of leapers come from small tables. Sliders use magic bitboards: the
// relevant occupants of a square's rays, times a factor, have in their top bits a distinct index for every distinct set
// of attacks. The tables are filled when the program starts (about a millisecond), so sliders may not be asked before
// main().
#pragma once

#include <array>
#include <cstdint>

#include "games/chess/bitboard.hpp"
#include "games/chess/piece.hpp"

namespace hone::chess {

// The squares strictly between two squares on one line; empty if they share no line.
[[nodiscard]] Bitboard between(Square a, Square b);
// The whole line through two different squares, from edge to edge; empty if they share no line.
[[nodiscard]] Bitboard line(Square a, Square b);

// The squares that pawns attack, as a set: several pawns may attack the same square.
[[nodiscard]] constexpr Bitboard pawn_attacks(Side side, Bitboard pawns) {
  const Bitboard beside = east(pawns) | west(pawns);
  return side == Side::first ? north(beside) : south(beside);
}
[[nodiscard]] constexpr Bitboard pawn_attacks(Side side, Square from) { return pawn_attacks(side, bit(from)); }

[[nodiscard]] Bitboard knight_attacks(Square from);
[[nodiscard]] Bitboard king_attacks(Square from);

// The squares up to and including the first occupied one of each ray. It does not matter whether `from` is occupied.
[[nodiscard]] Bitboard bishop_attacks(Square from, Bitboard occupied);
[[nodiscard]] Bitboard rook_attacks(Square from, Bitboard occupied);
[[nodiscard]] Bitboard queen_attacks(Square from, Bitboard occupied);

namespace details {

using SquareTable = std::array<Bitboard, 64>;
using PairTable = std::array<SquareTable, 64>;

extern const SquareTable knight_table;
extern const SquareTable king_table;
extern const PairTable between_table;
extern const PairTable line_table;

class SliderTables {
 public:
  SliderTables();

  [[nodiscard]] Bitboard bishop(Square from, Bitboard occupied) const {
    return look_up(bishops_[static_cast<std::size_t>(from)], occupied);
  }
  [[nodiscard]] Bitboard rook(Square from, Bitboard occupied) const {
    return look_up(rooks_[static_cast<std::size_t>(from)], occupied);
  }

 private:
  struct Magic {
    Bitboard mask;  // squares whose occupation matters: the rays without their last squares
    std::uint64_t factor;
    std::uint32_t first;  // index in attacks_ of this square's first entry
    std::uint32_t shift;
  };

  [[nodiscard]] Bitboard look_up(const Magic& magic, Bitboard occupied) const {
    return attacks_[magic.first + ((occupied & magic.mask) * magic.factor >> magic.shift)];
  }

  static constexpr std::size_t bishop_entries = 5'248;  // sum over squares of 2^(squares in the mask)
  static constexpr std::size_t rook_entries = 102'400;

  std::array<Magic, 64> bishops_;
  std::array<Magic, 64> rooks_;
  std::array<Bitboard, bishop_entries + rook_entries> attacks_;
};
extern const SliderTables slider_tables;

}  // namespace details

inline Bitboard between(Square a, Square b) {
  return details::between_table[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}
inline Bitboard line(Square a, Square b) {
  return details::line_table[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}
inline Bitboard knight_attacks(Square from) { return details::knight_table[static_cast<std::size_t>(from)]; }
inline Bitboard king_attacks(Square from) { return details::king_table[static_cast<std::size_t>(from)]; }
inline Bitboard bishop_attacks(Square from, Bitboard occupied) { return details::slider_tables.bishop(from, occupied); }
inline Bitboard rook_attacks(Square from, Bitboard occupied) { return details::slider_tables.rook(from, occupied); }
inline Bitboard queen_attacks(Square from, Bitboard occupied) {
  return bishop_attacks(from, occupied) | rook_attacks(from, occupied);
}

}  // namespace hone::chess
