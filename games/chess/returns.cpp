// SPDX-License-Identifier: MIT
#include "games/chess/returns.hpp"

#include <cstddef>
#include <vector>

#include "games/chess/attacks.hpp"
#include "games/chess/zobrist.hpp"

namespace hone::chess {
namespace {

Bitboard reach(PieceType type, Square square) {
  if (type == PieceType::knight) return knight_attacks(square);
  if (type == PieceType::bishop) return bishop_attacks(square, 0);
  if (type == PieceType::rook) return rook_attacks(square, 0);
  if (type == PieceType::queen) return queen_attacks(square, 0);
  return type == PieceType::king ? king_attacks(square) : 0;
}

// All such moves on an empty board, by their difference; a move and the way back have the same.
class MovesByDifference {
 public:
  struct Move {
    std::uint64_t difference = 0;  // 0: none
    Square from = 0, to = 0;
  };

  MovesByDifference() : moves_(slots) {
    for (const Side side : {Side::first, Side::second}) {
      for (int type = index(PieceType::knight); type <= index(PieceType::king); ++type) {
        add_moves(make_piece(side, static_cast<PieceType>(type)));
      }
    }
  }

  [[nodiscard]] const Move* find(std::uint64_t difference) const {
    for (std::size_t slot = difference % slots; moves_[slot].difference != 0; slot = (slot + 1) % slots) {
      if (moves_[slot].difference == difference) return &moves_[slot];
    }
    return nullptr;
  }

 private:
  static constexpr std::size_t slots = 1 << 14;  // for 3,668 moves

  void add_moves(Piece piece) {
    for (Square from = 0; from < 64; ++from) {
      for (const Square to : squares(reach(type_of(piece), from))) {
        if (from < to) add({piece_key(piece, from) ^ piece_key(piece, to) ^ zobrist.second_to_move, from, to});
      }
    }
  }
  void add(const Move& move) {
    std::size_t slot = move.difference % slots;
    while (moves_[slot].difference != 0) slot = (slot + 1) % slots;
    moves_[slot] = move;
  }

  std::vector<Move> moves_;
};

}  // namespace

bool returns(const Position& pos, std::uint64_t difference) {
  static const MovesByDifference moves;
  const MovesByDifference::Move* const move = moves.find(difference);
  if (move == nullptr || (between(move->from, move->to) & pos.occupied()) != 0) return false;
  const Square from = contains(pos.occupied(), move->from) ? move->from : move->to;
  return contains(pos.pieces(pos.side_to_move()), from);
}

}  // namespace hone::chess
