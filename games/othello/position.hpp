// SPDX-License-Identifier: MIT
//
// An Othello position (the discs of each side, and the side to move) and a move.
#pragma once

#include <cstdint>

#include "games/game.hpp"
#include "games/othello/bitboard.hpp"
#include "games/othello/flips.hpp"

namespace hone::othello {

// Black is the first player. No square is in both sets; the centre is always occupied.
struct Position {
  Squares black = 0;
  Squares white = 0;
  Side to_move = Side::first;

  [[nodiscard]] Squares own() const { return to_move == Side::first ? black : white; }
  [[nodiscard]] Squares enemy() const { return to_move == Side::first ? white : black; }
  [[nodiscard]] Squares empty() const { return ~(black | white); }

  friend bool operator==(const Position&, const Position&) = default;
};

struct Move {
  std::uint8_t square = 0;

  friend bool operator==(const Move&, const Move&) = default;
};
inline constexpr Move pass{64};
inline constexpr Move no_move{65};  // never legal

[[nodiscard]] inline Squares placements(const Position& pos) { return placements(pos.own(), pos.enemy()); }

inline void play(Position& pos, Move move) {
  if (move != pass) {
    Squares& own = pos.to_move == Side::first ? pos.black : pos.white;
    Squares& enemy = pos.to_move == Side::first ? pos.white : pos.black;
    const Squares turned = flips(own, enemy, move.square);
    own |= turned | bit(move.square);
    enemy ^= turned;
  }
  pos.to_move = other(pos.to_move);
}

}  // namespace hone::othello
