// SPDX-License-Identifier: MIT
//
// A connect four position: the marks of both players and whose turn it is.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>

#include "games/connect_four/bitboard.hpp"
#include "games/game.hpp"

namespace hone::connect_four {

// X is the first player, O the second. No square is in both sets, none is above an empty one.
struct Position {
  Squares x = 0;
  Squares o = 0;
  Side to_move = Side::first;

  [[nodiscard]] Squares occupied() const { return x | o; }
  [[nodiscard]] Squares mine() const { return to_move == Side::first ? x : o; }
  [[nodiscard]] Squares theirs() const { return to_move == Side::first ? o : x; }
  [[nodiscard]] int count() const { return std::popcount(occupied()); }

  // The player who made the first move of the game; not always X, since the players' roles can be exchanged.
  [[nodiscard]] Side starter() const { return count() % 2 == 0 ? to_move : other(to_move); }

  friend bool operator==(const Position&, const Position&) = default;
};

// A column, 0 to 6 from the left.
struct Move {
  std::uint8_t col = 0;

  friend bool operator==(const Move&, const Move&) = default;
};

inline void play(Position& pos, Move move) {
  const Squares landing = landings(pos.occupied()) & column(move.col);
  assert(landing != 0);
  (pos.to_move == Side::first ? pos.x : pos.o) |= landing;
  pos.to_move = other(pos.to_move);
}

// Two forms are read, and both throw Error on what could not be on the board:
//   "......./......./......./...O.../...X.../...XO.. X"   see games/grid_text.hpp; a four must be the last move's work
//   "44454"                                                the columns played, from the empty board
[[nodiscard]] Position parse_position(std::string_view text);
[[nodiscard]] std::string to_text(const Position& pos);  // the first form
[[nodiscard]] BoardPicture picture(const Position& pos);

}  // namespace hone::connect_four
