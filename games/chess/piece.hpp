// SPDX-License-Identifier: MIT
//
// The pieces: six types for each of two sides. A piece is type * 2 + side, so that one byte of the board tells both.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "games/game.hpp"

namespace hone::chess {

enum class PieceType : std::uint8_t { pawn, knight, bishop, rook, queen, king };
inline constexpr int piece_types = 6;
inline constexpr std::array all_piece_types{PieceType::pawn, PieceType::knight, PieceType::bishop,
                                            PieceType::rook, PieceType::queen,  PieceType::king};

enum class Piece : std::uint8_t {};
inline constexpr int pieces_of_both_sides = 12;
inline constexpr Piece no_piece{12};

[[nodiscard]] constexpr int index(Side side) { return static_cast<int>(side); }
[[nodiscard]] constexpr int index(PieceType type) { return static_cast<int>(type); }
[[nodiscard]] constexpr int index(Piece piece) { return static_cast<int>(piece); }

[[nodiscard]] constexpr Piece make_piece(Side side, PieceType type) {
  return static_cast<Piece>(index(type) * 2 + index(side));
}
[[nodiscard]] constexpr Side side_of(Piece piece) { return static_cast<Side>(index(piece) & 1); }
[[nodiscard]] constexpr PieceType type_of(Piece piece) { return static_cast<PieceType>(index(piece) >> 1); }

// The letters of FEN, in the order of Piece, and of SAN, in the order of PieceType.
inline constexpr std::string_view piece_letters = "PpNnBbRrQqKk";
inline constexpr std::string_view type_letters = "PNBRQK";

}  // namespace hone::chess
