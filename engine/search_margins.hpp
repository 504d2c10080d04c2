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

  // What a null move promises is checked without one from this depth on.
  static constexpr Depth confirmation_depth = 10;

  // The table's move is singular when all others stay below its value by the margin, and twice so by a larger one. The
  // table's value must come from a search at most so many plies less deep.
  static constexpr Depth singular_depth = 6;
  static constexpr Depth singular_shortfall = 3;
  static Score singular(Depth depth) { return scaled(depth); }
  static Score doubly_singular() { return scaled(20); }

  // The depth of a node that a reduction of so many plies led to is changed by what the evaluation says of the move.
  static constexpr Depth regretted_reduction = 3;
  static Score too_good() { return scaled(90); }

  static constexpr Depth internal_reduction_depth = 4;

  static constexpr Depth late_move_depth = 8;
  static int late_move_count(Depth depth, bool improving) { return (4 + depth * depth) / (improving ? 1 : 2); }

  static constexpr Depth futility_depth = 7;
  static Score futility(Depth depth) { return scaled(90 + 80 * depth); }

  static constexpr Depth exchange_depth = 8;
  static Score exchange_loss(Depth depth, bool noisy) {
    return noisy ? -scaled(90 * depth) : -scaled(25 * depth * depth + 20);
  }

  // A move that turned out better than the best by so much when it was reduced is searched a ply deeper, one that is
  // hardly better a ply less deep.
  static Score much_better(Depth depth) { return scaled(40 + 2 * depth); }
  static Score hardly_better() { return scaled(8); }

  static Score delta() { return scaled(150); }
  static Score aspiration() { return scaled(20); }
};

// Late-move reductions, in parts of a ply: several reasons, none of which is worth a ply, may be worth one together.
class Reductions {
 public:
  static constexpr int ply = 1024;
  static constexpr int history_of_a_ply = 8192;
  static constexpr int good_capture = 1536;
  static constexpr int many_cutoffs = 3;  // at the next ply, before this move

  Reductions() {
    for (std::size_t depth = 1; depth < size; ++depth) {
      for (std::size_t count = 1; count < size; ++count) {
        const double product = std::log(static_cast<double>(depth)) * std::log(static_cast<double>(count));
        parts_[depth][count] = static_cast<short>(ply * (0.6 + product / 2.1));
      }
    }
  }
  // Returns the reduction by depth and number of the move.
  [[nodiscard]] int operator()(Depth depth, int count) const {
    return parts_[std::min<std::size_t>(static_cast<std::size_t>(depth), size - 1)]
                 [std::min<std::size_t>(static_cast<std::size_t>(count), size - 1)];
  }

 private:
  static constexpr std::size_t size = 64;
  std::array<std::array<short, size>, size> parts_{};
};

}  // namespace hone
