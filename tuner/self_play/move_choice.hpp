// SPDX-License-Identifier: MIT
//
// A move drawn among those that are nearly as good as the best, the better the likelier: games differ, and still
// make sense. The distribution is Boltzmann's, exp(score / temperature).
#pragma once

#include <span>
#include <stop_token>
#include <vector>

#include "data/random.hpp"
#include "engine/game_driver.hpp"

namespace hone {

struct MoveChoice {
  Score temperature = 0;  // centi-units; 0: a best one
  Score margin = 60;      // centi-units; moves that are worse by more are never drawn

  void validate() const;  // throws Error naming the bound that is broken
};

struct ScoredMove {
  MoveCode move = 0;
  Score score = 0;  // mover's view, as in engine/score.hpp

  friend bool operator==(const ScoredMove&, const ScoredMove&) = default;
};

// Every legal move, in the board's order, with the score of a search of the position behind it, each within `each`.
// Scores mean little when stopped. The game must not be over.
[[nodiscard]] std::vector<ScoredMove> score_moves(const Board& board, Engine& engine, const Limits& each,
                                                  const std::stop_token& stop);

// One of the moves, of which there must be some. Draws one number, whatever the temperature.
[[nodiscard]] MoveCode draw_move(std::span<const ScoredMove> moves, const MoveChoice& choice, Random& random);

}  // namespace hone
