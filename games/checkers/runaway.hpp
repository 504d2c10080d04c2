// SPDX-License-Identifier: MIT
//
// Tells which men cannot be stopped: the squares from which a single enemy piece can stop a man on its way down.
#pragma once

#include <array>

#include "games/checkers/bitboard.hpp"

namespace hone::checkers {

struct Stoppers {
  Squares men;
  Squares kings;
};

struct StopperTable {
  // Indexed by the square of the man and whether its side is to move. The table is found by playing every man against
  // every single enemy piece to the end: the man is stopped if it is taken or blocked before it becomes a king,
  // whatever it does.
  std::array<std::array<Stoppers, 2>, square_count> squares;

  [[nodiscard]] const Stoppers& operator()(int square, bool to_move) const {
    return squares[static_cast<std::size_t>(square)][to_move ? 1 : 0];
  }
};

[[nodiscard]] const StopperTable& stoppers();

}  // namespace hone::checkers
