// SPDX-License-Identifier: MIT
//
// Which moves give check. What all moves of a position have in common is found once.
#pragma once

#include <array>

#include "games/chess/bitboard.hpp"
#include "games/chess/position.hpp"

namespace hone::chess {

class Checks {
 public:
  // Of the moves of the side to move. The position must outlive it.
  explicit Checks(const Position& pos);

  [[nodiscard]] bool gives_check(Move move) const {  // a legal move
    if (move.is_castling() || move.is_en_passant() || move.is_promotion()) return gives_check_after_playing(move);
    const auto type = static_cast<std::size_t>(index(type_of(pos_.piece_on(move.from()))));
    if (contains(from_squares_[type], move.to())) return true;
    return contains(shields_, move.from()) && !contains(line(king_, move.from()), move.to());
  }

 private:
  [[nodiscard]] bool gives_check_after_playing(Move move) const;

  const Position& pos_;
  Square king_;                                       // of the other side
  std::array<Bitboard, piece_types> from_squares_{};  // from which a piece of a type attacks it
  Bitboard shields_ = 0;                              // own pieces that open a line to it when they leave that line
};

}  // namespace hone::chess
