// SPDX-License-Identifier: MIT
//
// Which men get through: the squares from which one enemy alone can stop a man on its way down.
#pragma once

#include <array>

#include "games/checkers/bitboard.hpp"

namespace hone::checkers {

struct Stoppers {
  Squares men;
  Squares kings;
};

struct StopperTable {
  // By the square of the man and whether its side is to move. Found by playing every man against every single enemy to
  // the end: it is stopped where it does not become a king whatever it does, being taken or blocked.
  std::array<std::array<Stoppers, 2>, square_count> squares;

  [[nodiscard]] const Stoppers& operator()(int square, bool to_move) const {
    return squares[static_cast<std::size_t>(square)][to_move ? 1 : 0];
  }
};

[[nodiscard]] const StopperTable& stoppers();

}  // namespace hone::checkers
