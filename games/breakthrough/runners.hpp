// SPDX-License-Identifier: MIT
//
// Pieces that run straight to the last row and cannot be caught, whatever the enemy does.
//
// Let a runner r and an enemy piece be `side` files and `ahead` rows apart. Each move of either takes one from `ahead`,
// and only the enemy's own moves take one from `side`. It captures when it is to move with both equal to 1: after
// side - 1 moves of its own and ahead - side of the runner. The enemy can play these in time if it has to move at most
// as often as the runner has by then:
//
//   side = 0       always: it need not move to stand in the way
//   side >= 1      ahead >= 2 side          with the runner's side to move
//                  ahead >= 2 side - 1      with the enemy to move
//
//      0 0 x 0 0        r with its side to move: pieces on x may catch it or stop it, pieces on 0 come too late.
//      0 x x x 0
//      0 x x x 0
//      0 0 x 0 0
//      0 0 r 0 0
//
// Enemy pieces that are not ahead are no danger. Squares are seen by the runner's side.
#pragma once

#include "games/breakthrough/position.hpp"

namespace hone::breakthrough {

// Returns all squares below those of a set.
[[nodiscard]] constexpr Squares below(Squares set) {
  set = down(set);
  set |= set >> 8;
  set |= set >> 16;
  return set | set >> 32;
}

// Returns the squares on which a runner could be caught or stopped by one of these enemy pieces.
[[nodiscard]] constexpr Squares catchable(Squares enemy, bool runner_to_move) {
  constexpr int furthest = 4;  // the largest number of files that matters over seven rows
  const int wait = runner_to_move ? 8 : 0;
  Squares caught = 0;
  for (int side = furthest; side >= 1; --side) {
    caught |= below(enemy >> (wait + 16 * (side - 1)));
    caught = left(caught) | right(caught);
  }
  return caught | below(enemy);
}

// Returns a row 0 .. 7; the set must not be empty.
[[nodiscard]] constexpr int foremost_row(Squares set) { return rank_of(63 - std::countl_zero(set)); }
[[nodiscard]] constexpr int rearmost_row(Squares set) { return rank_of(std::countr_zero(set)); }

// Returns whether a runner arrives before the enemy's foremost piece would if nothing opposed it. The game is then won.
[[nodiscard]] constexpr bool wins_race(const View& view, Squares runners, bool to_move) {
  if (runners == 0 || is_lost(view)) return false;
  const int moves = 7 - foremost_row(runners);
  const int enemy_moves = view.enemy == 0 ? 8 : rearmost_row(view.enemy);
  return to_move ? moves <= enemy_moves : moves < enemy_moves;
}

}  // namespace hone::breakthrough
