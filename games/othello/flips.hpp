// SPDX-License-Identifier: MIT
//
// Finds the squares where a side can place a disc, and the discs that it then turns over. Both are called at every
// node, so they work on all directions at once or without a loop over squares.
#pragma once

#include <array>

#include "games/othello/bitboard.hpp"

namespace hone::othello {

// The lines that start at a square: four towards higher bits (right, down and the diagonals between and beside), then
// their opposites. The square itself is not in them.
struct Rays {
  std::array<Squares, 4> higher{};
  std::array<Squares, 4> lower{};
};

namespace details {

inline constexpr Squares inner_columns = ~(column_a | column_h);

// Returns the squares after a run of enemy discs that begins beside an own disc, empty or not, both ways along one
// direction. Runs grow by doubling: one, two, four, then all six discs (Kogge and Stone 1973).
template <int step>
[[nodiscard]] constexpr Squares behind_runs(Squares own, Squares enemy) {
  Squares up = enemy & own << step;
  Squares down = enemy & own >> step;
  up |= enemy & up << step;
  down |= enemy & down >> step;
  const Squares pairs_up = enemy & enemy << step;
  const Squares pairs_down = enemy & enemy >> step;
  up |= pairs_up & up << 2 * step;
  down |= pairs_down & down >> 2 * step;
  up |= pairs_up & up << 2 * step;
  down |= pairs_down & down >> 2 * step;
  return up << step | down >> step;
}

[[nodiscard]] constexpr Squares ray(int square, int right, int down) {
  Squares line = 0;
  int column = column_of(square) + right;
  int row = row_of(square) + down;
  for (; column >= 0 && column < 8 && row >= 0 && row < 8; column += right, row += down) line |= bit(row * 8 + column);
  return line;
}

[[nodiscard]] constexpr std::array<Rays, 64> make_rays() {
  constexpr int right[] = {1, -1, 0, 1};
  constexpr int down[] = {0, 1, 1, 1};
  std::array<Rays, 64> rays{};
  for (int square = 0; square < 64; ++square) {
    for (std::size_t i = 0; i < 4; ++i) {
      rays[static_cast<std::size_t>(square)].higher[i] = ray(square, right[i], down[i]);
      rays[static_cast<std::size_t>(square)].lower[i] = ray(square, -right[i], -down[i]);
    }
  }
  return rays;
}

inline constexpr std::array<Rays, 64> rays = make_rays();

}  // namespace details

// Returns the squares on which `own` may place a disc: those where it turns over at least one disc.
[[nodiscard]] constexpr Squares placements(Squares own, Squares enemy) {
  const Squares inner = enemy & details::inner_columns;  // a run along a row or diagonal never includes a side column
  return ~(own | enemy) & (details::behind_runs<1>(own, inner) | details::behind_runs<7>(own, inner) |
                           details::behind_runs<8>(own, enemy) | details::behind_runs<9>(own, inner));
}

// Returns the enemy discs that a disc placed on the square turns over; none if it may not be placed there. On each line
// the first square without an enemy disc decides: if it holds an own disc, all discs before it turn. Towards higher
// bits a carry that runs through the enemy discs finds that square, towards lower bits it is the highest bit left.
[[nodiscard]] constexpr Squares flips(Squares own, Squares enemy, int square) {
  const Rays& rays = details::rays[static_cast<std::size_t>(square)];
  Squares turned = 0;
  for (const Squares line : rays.higher) {
    const Squares end = ((enemy | ~line) + 1) & line & own;
    turned |= (end - (end != 0)) & line;
  }
  for (const Squares line : rays.lower) {
    const Squares end = std::bit_floor(line & ~enemy) & own;
    turned |= (0 - 2 * end) & line;
  }
  return turned;
}

}  // namespace hone::othello
