// SPDX-License-Identifier: MIT
#include "games/chess/structures.hpp"

#include "data/hash.hpp"
#include "games/chess/attacks.hpp"

namespace hone::chess {
namespace {

// Sets of squares are hashed directly, which is cheaper than to keep the hash of each part along with the position.
class SetHash {
 public:
  SetHash& add(Bitboard set) {
    hash_ = (hash_ ^ set) * golden_gamma;
    hash_ ^= hash_ >> 32;
    return *this;
  }
  // The upper bits are the best ones.
  [[nodiscard]] std::uint64_t get() const { return hash_ * 0xD6E8'FEB8'6659'FD93; }

 private:
  std::uint64_t hash_ = 0;
};

std::uint64_t hash_of_pieces(const Position& pos, Side side) {
  SetHash hash;
  for (const PieceType type :
       {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen, PieceType::king}) {
    hash.add(pos.pieces(side, type));
  }
  return hash.get();
}

}  // namespace

std::array<std::uint64_t, 3> structures(const Position& pos) {
  SetHash pawns;
  pawns.add(pos.pieces(Side::first, PieceType::pawn)).add(pos.pieces(Side::second, PieceType::pawn));
  return {pawns.get(), hash_of_pieces(pos, Side::first), hash_of_pieces(pos, Side::second)};
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
