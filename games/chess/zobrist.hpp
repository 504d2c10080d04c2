// SPDX-License-Identifier: MIT
//
// Hash keys (Zobrist 1970): the hash of a position is the exclusive or of the keys of all its properties.
#pragma once

#include <array>
#include <cstdint>

#include "games/chess/bitboard.hpp"
#include "games/chess/piece.hpp"
#include "games/chess/splitmix.hpp"

namespace hone::chess {

struct ZobristKeys {
  std::array<std::array<std::uint64_t, 64>, pieces_of_both_sides> pieces{};
  std::array<std::uint64_t, 64> castling{};    // indexed by the square of the rook that may castle
  std::array<std::uint64_t, 64> en_passant{};  // indexed by the square behind the pawn
  std::uint64_t second_to_move = 0;
};

[[nodiscard]] constexpr ZobristKeys make_zobrist_keys() {
  SplitMix random(1970);
  ZobristKeys keys;
  for (auto& squares : keys.pieces) {
    for (auto& key : squares) key = random();
  }
  for (auto& key : keys.castling) key = random();
  for (auto& key : keys.en_passant) key = random();
  keys.second_to_move = random();
  return keys;
}

inline constexpr ZobristKeys zobrist = make_zobrist_keys();

[[nodiscard]] constexpr std::uint64_t piece_key(Piece piece, Square square) {
  return zobrist.pieces[static_cast<std::size_t>(piece)][static_cast<std::size_t>(square)];
}
[[nodiscard]] constexpr std::uint64_t castling_key(Square rook) {
  return zobrist.castling[static_cast<std::size_t>(rook)];
}
[[nodiscard]] constexpr std::uint64_t en_passant_key(Square square) {
  return zobrist.en_passant[static_cast<std::size_t>(square)];
}

}  // namespace hone::chess
