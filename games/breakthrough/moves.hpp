// SPDX-License-Identifier: MIT
//
// The moves of Breakthrough, and the questions that the search asks about them.
#pragma once

#include "games/breakthrough/position.hpp"

namespace hone::breakthrough {

// Visits every move to one of these squares of the mover's view, straight ones first.
template <class Visit>
void for_each_move(const Position& pos, Squares straight, Squares diagonal, Visit visit) {
  const auto emit = [&](Squares to, int step) {
    while (to != 0) {
      const int square = pop_first(to);
      visit(Move{static_cast<std::uint8_t>(seen_by_mover(pos, square - step)),
                 static_cast<std::uint8_t>(seen_by_mover(pos, square))});
    }
  };
  const Squares reach = up(seen_by_mover(pos).own);
  emit(reach & straight, 8);
  emit(left(reach) & diagonal, 7);
  emit(right(reach) & diagonal, 9);
}

[[nodiscard]] constexpr bool is_last_row(Move move) { return contains(rank_1 | rank_8, move.to); }

// Visits captures and moves to the last row.
[[nodiscard]] inline bool is_noisy(const Position& pos, Move move) {
  return is_capture(pos, move) || is_last_row(move);
}

// Returns whether the sequence of captures on the move's destination wins at least `threshold` centi-pieces. All pieces
// are worth the same, so the mover keeps what it took unless more enemy pieces attack the square than own pieces
// protect it.
[[nodiscard]] inline bool exchange_at_least(const Position& pos, Move move, int threshold) {
  if (is_last_row(move)) return true;
  const View view = seen_by_mover(pos);
  const Squares to = bit(seen_by_mover(pos, move.to));
  const Squares from = bit(seen_by_mover(pos, move.from));
  const Squares beside = left(to) | right(to);
  const int protectors = popcount(view.own & ~from & down(beside));
  const int attackers = popcount(view.enemy & up(beside));
  const int pieces = (is_capture(pos, move) ? 1 : 0) - (attackers > protectors ? 1 : 0);
  return 100 * pieces >= threshold;
}

// Whether the enemy is one move from winning and must be stopped now.
[[nodiscard]] inline bool is_threatened(const Position& pos) { return (seen_by_mover(pos).enemy & up(rank_1)) != 0; }

}  // namespace hone::breakthrough
