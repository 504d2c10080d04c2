// SPDX-License-Identifier: MIT
//
// The engine as it plays against itself to learn: not always the best move in the first plies, not always the same
// effort. Every choice depends on the game's seed alone.
#pragma once

#include <memory>
#include <utility>

#include "data/random.hpp"
#include "engine/contender.hpp"
#include "tuner/self_play/move_choice.hpp"

namespace hone {

// How games of one engine against itself are made to differ.
struct Variety {
  // Amplitude of EvalNoise, another seed each game. Players of a poor evaluation repeat moves for want of a
  // preference, and learn nothing from it: an error of a fraction of a pawn makes their games decisive.
  Score noise = 0;
  MoveChoice choice = {};
  int choice_plies = 10;   // behind the opening, in which moves are drawn by `choice`; the best is played from there on
  double node_jitter = 0;  // each search's node limit is drawn from 1 - node_jitter .. 1 + node_jitter times as much

  void validate(const Limits& limits) const;  // throws Error naming the bound that is broken
};

class SelfPlayer final : public Contender {
 public:
  SelfPlayer(std::unique_ptr<Engine> engine, const Variety& variety) : engine_(std::move(engine)), variety_(variety) {}

  [[nodiscard]] Engine& engine() { return *engine_; }

  // The engine's noise follows it too, from its next game on.
  void set_seed(std::uint64_t seed) override;
  [[nodiscard]] std::optional<Failure> new_game(const Opening& opening, const std::stop_token& stop) override;
  // The score is that of the best move, whichever is played: it says what the position is worth.
  [[nodiscard]] Reply choose(const Turn& turn) override;

 private:
  [[nodiscard]] Limits jittered(Limits limits);
  [[nodiscard]] MoveCode drawn(const Turn& turn, MoveCode best, std::uint64_t nodes);

  std::unique_ptr<Engine> engine_;
  Variety variety_;
  Random random_{0};
  std::size_t opening_plies_ = 0;
};

}  // namespace hone
