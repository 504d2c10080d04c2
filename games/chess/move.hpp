// SPDX-License-Identifier: MIT
//
// A move in 16 bits:
//
//   15..12 kind | 11..6 to | 5..0 from
//
// Castling is coded as king takes own rook, which is unambiguous in Chess960 too. Move{} is a1a1, which is never legal.
// The bits are persisted in game files and must not change.
#pragma once

#include <cstdint>

#include "games/chess/bitboard.hpp"
#include "games/chess/piece.hpp"

namespace hone::chess {

// Persisted: do not renumber.
enum class MoveKind : std::uint8_t {
  normal = 0,
  en_passant = 1,
  castling = 2,
  knight_promotion = 4,
  bishop_promotion = 5,
  rook_promotion = 6,
  queen_promotion = 7,
};

[[nodiscard]] constexpr MoveKind promotion_to(PieceType type) { return static_cast<MoveKind>(3 + index(type)); }

class Move {
 public:
  Move() = default;  // trivial, so that making a list of moves costs nothing
  constexpr Move(Square from, Square to, MoveKind kind = MoveKind::normal)
      : bits_(static_cast<std::uint16_t>(from | to << 6 | static_cast<int>(kind) << 12)) {}
  [[nodiscard]] static constexpr Move from_bits(std::uint16_t bits) {
    return {bits & 63, bits >> 6 & 63, static_cast<MoveKind>(bits >> 12)};
  }

  [[nodiscard]] constexpr Square from() const { return bits_ & 63; }
  [[nodiscard]] constexpr Square to() const { return bits_ >> 6 & 63; }
  [[nodiscard]] constexpr MoveKind kind() const { return static_cast<MoveKind>(bits_ >> 12); }
  [[nodiscard]] constexpr std::uint16_t bits() const { return bits_; }

  [[nodiscard]] constexpr bool is_castling() const { return kind() == MoveKind::castling; }
  [[nodiscard]] constexpr bool is_en_passant() const { return kind() == MoveKind::en_passant; }
  [[nodiscard]] constexpr bool is_promotion() const { return (bits_ & 0xC000) == 0x4000; }
  [[nodiscard]] constexpr PieceType promotion() const { return static_cast<PieceType>((bits_ >> 12 & 3) + 1); }

  friend constexpr bool operator==(Move, Move) = default;

 private:
  std::uint16_t bits_;
};
static_assert(sizeof(Move) == 2);

}  // namespace hone::chess
