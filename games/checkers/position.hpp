// SPDX-License-Identifier: MIT
//
// A draughts position and a move.
#pragma once

#include <algorithm>
#include <cstdint>

#include "games/checkers/bitboard.hpp"
#include "games/game.hpp"

namespace hone::checkers {

// Forty moves a side without a capture or a man's move are a draw.
inline constexpr int most_quiet_plies = 80;

// Black is the first player. Black and White share no square; kings are among them.
struct Position {
  Squares black = 0;
  Squares white = 0;
  Squares kings = 0;
  Side to_move = Side::first;
  std::uint8_t quiet_plies = 0;  // since the last capture or move of a man; not counted beyond the limit

  [[nodiscard]] constexpr Squares own() const { return to_move == Side::first ? black : white; }
  [[nodiscard]] constexpr Squares enemy() const { return to_move == Side::first ? white : black; }
  [[nodiscard]] constexpr Squares empty() const { return ~(black | white); }

  friend bool operator==(const Position&, const Position&) = default;
};

// Origin and destination, counted from 0, and the captured pieces. Jumps that capture the same pieces in another order,
// round a ring, are the same move.
struct Move {
  Squares captured;
  std::uint8_t from;
  std::uint8_t to;

  friend bool operator==(const Move&, const Move&) = default;
};
inline constexpr Move no_move{0, 0, 0};  // never legal

// The squares on which the men of a side become kings.
[[nodiscard]] constexpr Squares king_row(Side side) { return side == Side::first ? bottom_row : top_row; }

inline void play(Position& pos, Move move) {
  Squares& own = pos.to_move == Side::first ? pos.black : pos.white;
  Squares& enemy = pos.to_move == Side::first ? pos.white : pos.black;
  const bool king = (pos.kings & bit(move.from)) != 0;
  own = (own & ~bit(move.from)) | bit(move.to);
  enemy &= ~move.captured;
  pos.kings &= ~(move.captured | bit(move.from));
  if (king || (king_row(pos.to_move) & bit(move.to)) != 0) pos.kings |= bit(move.to);
  const bool quiet = king && move.captured == 0;
  pos.quiet_plies = static_cast<std::uint8_t>(quiet ? std::min(pos.quiet_plies + 1, most_quiet_plies) : 0);
  pos.to_move = other(pos.to_move);
}

[[nodiscard]] constexpr Position flipped(const Position& pos) {
  return {turned(pos.white), turned(pos.black), turned(pos.kings), other(pos.to_move), pos.quiet_plies};
}

}  // namespace hone::checkers
