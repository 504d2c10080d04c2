// SPDX-License-Identifier: MIT
//
// What depends on the size of the board alone.
#pragma once

#include <array>
#include <cstddef>

namespace hone::go {

// The komi of a new game, in half points: from 6 x 6 on what is held to make a draw of best play, and on smaller boards
// half a point (games/go/README.md).
[[nodiscard]] constexpr int usual_komi_halves(int size) {
  constexpr std::array<int, 10> halves{0, 0, 1, 1, 1, 1, 8, 18, 14, 14};
  return halves[static_cast<std::size_t>(size)];
}

// Games of this many plies are stopped. Random games are shorter, and games to the last point about twice the board.
[[nodiscard]] constexpr int most_plies(int size) { return 5 * size * size; }

}  // namespace hone::go
