// SPDX-License-Identifier: MIT
//
// The engine as it plays against itself for training: it does not always play the best move in the first plies, and
// does not always search the same number of nodes, so that games differ and still make sense. A move is drawn among
// those that are nearly as good as the best, with a chance that rises with its score (Boltzmann's distribution,
// exp(score / temperature)). Every choice depends on the game's seed alone.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "data/random.hpp"
#include "engine/game_driver.hpp"
#include "engine/player.hpp"

namespace hone::text {
class Options;
}

namespace hone::play {

struct MoveChoice {
  Score temperature = 0;  // centi-units; 0: a best one
  Score margin = 60;      // centi-units; moves that are worse by more are never drawn

  void validate() const;  // throws Error naming the bound that is broken
};

struct ScoredMove {
  MoveCode move = 0;
  Score score = 0;  // from the mover's view, as in engine/score.hpp

  friend bool operator==(const ScoredMove&, const ScoredMove&) = default;
};

// How games of one engine against itself are made to differ.
struct Variety {
  // Amplitude of EvalNoise, another seed each game. Players of a poor evaluation repeat moves for want of a
  // preference, and learn nothing from it: an error of a fraction of a pawn makes their games decisive.
  Score noise = 0;
  MoveChoice choice = {};
  int choice_plies = 10;   // after the opening, in which moves are drawn by `choice`; after them the best is played
  double node_jitter = 0;  // each search's node limit is drawn from 1 - node_jitter .. 1 + node_jitter times as much

  void declare(text::Options& options);
  void validate(const Limits& limits) const;  // throws Error naming the bound that is broken
};

class VariedPlayer final : public Player {
 public:
  VariedPlayer(std::unique_ptr<Engine> engine, const Variety& variety)
      : engine_(std::move(engine)), variety_(variety) {}

  [[nodiscard]] Engine& engine() { return *engine_; }

  // Also seeds the engine's noise, from the next game on.
  void set_seed(std::uint64_t seed) override;
  [[nodiscard]] std::optional<Failure> new_game(const Opening& opening, const std::stop_token& stop) override;
  // The score is that of the best move, whichever move is played: it says what the position is worth.
  [[nodiscard]] Reply choose(const Turn& turn) override;

 private:
  [[nodiscard]] Limits jittered(Limits limits);
  [[nodiscard]] MoveCode drawn(const Turn& turn, MoveCode best, std::uint64_t nodes);

  std::unique_ptr<Engine> engine_;
  Variety variety_;
  Random random_{0};
  std::size_t opening_plies_ = 0;
};

// Every legal move, in the board's order, with the score of a search of the position after it within the limits `each`.
// When stopped, the scores mean little. The game must not be over.
[[nodiscard]] std::vector<ScoredMove> score_moves(const Board& board, Engine& engine, const Limits& each,
                                                  const std::stop_token& stop);

// One of the moves, of which there must be at least one. Draws one random number, whatever the temperature.
[[nodiscard]] MoveCode draw_move(std::span<const ScoredMove> moves, const MoveChoice& choice, Random& random);

}  // namespace hone::play
