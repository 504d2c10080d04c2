// SPDX-License-Identifier: MIT
//
// The parameters of selective search: how far an evaluation must be from the window before a line is given up, and by
// how much late moves are reduced. Margins are in hundredths of the game's unit (chess: a pawn).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/score.hpp"
#include "games/game.hpp"

namespace hone {

template <SearchableGame G>
struct Margins {
  static constexpr Score scaled(int hundredths) {
    if constexpr (HasMarginUnit<G>) {
      return hundredths * G::margin_unit / 100;
    } else {
      return hundredths;
    }
  }

  static constexpr Depth reverse_futility_depth = 8;
  static Score reverse_futility(Depth depth, bool improving) { return scaled(75 * depth - (improving ? 40 : 0)); }

  static constexpr Depth razoring_depth = 3;
  static Score razoring(Depth depth) { return scaled(200 + 200 * depth); }

  static constexpr Depth null_move_depth = 3;
  static Depth null_move_reduction(Depth depth, Score above_beta) {
    return 3 + depth / 4 + std::min(above_beta / scaled(200), 3);
  }

  static constexpr Depth internal_reduction_depth = 4;

  static constexpr Depth late_move_depth = 8;
  static int late_move_count(Depth depth, bool improving) { return (4 + depth * depth) / (improving ? 1 : 2); }

  static constexpr Depth futility_depth = 7;
  static Score futility(Depth depth) { return scaled(90 + 80 * depth); }

  static constexpr Depth exchange_depth = 8;
  static Score exchange_loss(Depth depth, bool noisy) {
    return noisy ? -scaled(90 * depth) : -scaled(25 * depth * depth + 20);
  }

  static Score delta() { return scaled(150); }
  static Score aspiration() { return scaled(20); }
};

// Returns the late-move reduction in plies, by depth and number of the move.
class Reductions {
 public:
  Reductions() {
    for (std::size_t depth = 1; depth < size; ++depth) {
      for (std::size_t count = 1; count < size; ++count) {
        const double product = std::log(static_cast<double>(depth)) * std::log(static_cast<double>(count));
        plies_[depth][count] = static_cast<signed char>(0.6 + product / 2.1);
      }
    }
  }
  [[nodiscard]] Depth operator()(Depth depth, int count) const {
    return plies_[std::min<std::size_t>(static_cast<std::size_t>(depth), size - 1)]
                 [std::min<std::size_t>(static_cast<std::size_t>(count), size - 1)];
  }

 private:
  static constexpr std::size_t size = 64;
  std::array<std::array<signed char, size>, size> plies_{};
};

}  // namespace hone
