// SPDX-License-Identifier: MIT
#include "games/chess/structures.hpp"

#include "data/hash.hpp"
#include "games/chess/attacks.hpp"

namespace hone::chess {
namespace {

// Sets of squares are hashed directly, which is cheaper than to keep the hash of each part along with the position:
// each set is multiplied by an odd number of its own, and a part is the sum of its products.
constexpr std::uint64_t factor(Side side, PieceType type) {
  return mix(static_cast<std::uint64_t>(1 + 2 * index(type) + index(side))) | 1;
}

constexpr std::uint64_t hash_of_sum(std::uint64_t sum) { return (sum ^ sum >> 32) * golden_gamma; }

}  // namespace

std::array<std::uint64_t, 3> structures(const Position& pos) {
  const auto product = [&](Side side, PieceType type) { return pos.pieces(side, type) * factor(side, type); };
  const auto men = [&](Side side) {
    return product(side, PieceType::knight) + product(side, PieceType::bishop) + product(side, PieceType::rook) +
           product(side, PieceType::queen) + product(side, PieceType::king);
  };
  const std::uint64_t pawns = product(Side::first, PieceType::pawn) + product(Side::second, PieceType::pawn);
  return {hash_of_sum(pawns), hash_of_sum(men(Side::first)), hash_of_sum(men(Side::second))};
}

Bitboard attacked_by(const Position& pos, Side side) {
  const Bitboard occupied = pos.occupied();
  const Bitboard queens = pos.pieces(side, PieceType::queen);
  Bitboard attacked = king_attacks(pos.king(side));
  for (const Square square : squares(pos.pieces(side, PieceType::pawn))) attacked |= pawn_attacks(side, square);
  for (const Square square : squares(pos.pieces(side, PieceType::knight))) attacked |= knight_attacks(square);
  for (const Square square : squares(pos.pieces(side, PieceType::bishop) | queens)) {
    attacked |= bishop_attacks(square, occupied);
  }
  for (const Square square : squares(pos.pieces(side, PieceType::rook) | queens)) {
    attacked |= rook_attacks(square, occupied);
  }
  return attacked;
}

}  // namespace hone::chess
