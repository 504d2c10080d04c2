// SPDX-License-Identifier: MIT
//
// What depends on the size of the board alone.
#pragma once

#include <array>
#include <cstddef>

namespace hone::go {

// The komi that makes a draw of best play, in half points: by the solutions of van der Werf et al. (2003) up to 5 x 5
// and van der Werf and Winands (2009) on 6 x 6; 7 x 7 and 9 x 9 as strong players have it (games/go/README.md).
[[nodiscard]] constexpr int usual_komi_halves(int size) {
  constexpr std::array<int, 10> points{0, 0, 1, 9, 2, 25, 4, 9, 7, 7};
  return 2 * points[static_cast<std::size_t>(size)];
}

// Games of this many plies are stopped. Random games are shorter, and games to the last point about twice the board.
[[nodiscard]] constexpr int most_plies(int size) { return 5 * size * size; }

}  // namespace hone::go
