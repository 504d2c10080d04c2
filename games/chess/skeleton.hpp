// SPDX-License-Identifier: MIT
//
// The part of a position that lasting terms depend on (games/game.hpp: HasLastingTerms): positions that share it have
// the same of these terms, and a search adds them up once for all.
#pragma once

#include <array>
#include <cstdint>

#include "data/hash.hpp"
#include "games/chess/position.hpp"

namespace hone::chess {

// The pawns of both sides, where the kings stand, and how many other men there are.
struct Skeleton {
  std::array<Bitboard, 2> pawns{};
  std::uint64_t others = 0;  // six bits for each king's square, and four for the number of each kind of men

  Skeleton() = default;
  explicit Skeleton(const Position& pos)
      : pawns{pos.pieces(Side::first, PieceType::pawn), pos.pieces(Side::second, PieceType::pawn)} {
    for (const Side side : {Side::first, Side::second}) {
      others = others << 6 | static_cast<std::uint64_t>(pos.king(side));
      for (const PieceType type : {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen}) {
        others = others << 4 | static_cast<std::uint64_t>(popcount(pos.pieces(side, type)));
      }
    }
  }

  [[nodiscard]] std::uint64_t hash() const {
    const std::uint64_t both = (pawns[0] * golden_gamma ^ pawns[1]) * golden_gamma;
    return (both ^ both >> 32 ^ others) * golden_gamma;
  }
  friend bool operator==(const Skeleton&, const Skeleton&) = default;
};

}  // namespace hone::chess
