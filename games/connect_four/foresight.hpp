// SPDX-License-Identifier: MIT
//
// What is certain about a connect four position without a search: who wins at once, which moves lose at once, and
// whether a side can still make four at all.
#pragma once

#include "games/connect_four/position.hpp"
#include "games/game.hpp"

namespace hone::connect_four {

// The immediate tactics of a position in which the game goes on.
struct Tactics {
  Squares wins = 0;  // squares that can be played and complete four for the side to move
  Squares safe = 0;  // squares that can be played and after which the other side cannot win at once
  Squares landings = 0;

  explicit Tactics(const Position& pos) : landings(connect_four::landings(pos.occupied())) {
    const Squares threats = completions(pos.theirs(), pos.occupied());
    const Squares must_block = landings & threats;
    wins = landings & completions(pos.mine(), pos.occupied());
    safe = landings & ~(threats >> step_up);  // not below a threat
    if (must_block != 0) safe &= (must_block & (must_block - 1)) == 0 ? must_block : 0;
  }

  // Returns squares among which there is a best move: the wins, otherwise the safe squares, or all if every move loses.
  [[nodiscard]] Squares contenders() const {
    if (wins != 0) return wins & (~wins + 1);
    return safe != 0 ? safe : landings;
  }
};

// Returns the tightest bounds that follow for the value of the position, seen by the side to move. The game must not be
// over.
[[nodiscard]] inline ValueBounds bounds(const Position& pos) {
  const Tactics tactics(pos);
  if (tactics.wins != 0) return {{1, 1}, {1, 1}};
  if (tactics.safe == 0) return {{-1, 2}, {-1, 2}};

  const int left = rows * cols - pos.count();
  ValueBounds bounds;
  if (left >= 4 && has_four(all_squares & ~pos.mine())) bounds.worst = {-1, 4};
  if (left >= 3 && has_four(all_squares & ~pos.theirs())) bounds.best = {1, 3};
  return bounds;
}

}  // namespace hone::connect_four
