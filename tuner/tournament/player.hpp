// SPDX-License-Identifier: MIT
//
// Who takes part in a tournament: a name, how it thinks, and how to make one to sit down at a board.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "data/weights.hpp"
#include "engine/contender.hpp"
#include "engine/game_driver.hpp"
#include "engine/game_play.hpp"
#include "tuner/player_spec.hpp"

namespace hone {

struct Player {
  std::string name;
  std::string description;  // everything its moves depend on, in words: players that differ here may play differently
  std::function<std::unique_ptr<Contender>()> make;  // called once a thread, from there
  std::optional<Limits> limits = {};                 // instead of those of the tournament
  std::chrono::milliseconds time_margin = GamePlayOptions::default_time_margin;
  bool reproducible = true;  // under limits that are: the same game has the same moves
};

// hone's engine with these weights, in this process. The driver must live longer.
[[nodiscard]] Player weights_player(const GameDriver& driver, std::string name, const Weights& weights,
                                    const EngineOptions& options);
// Plays any legal move.
[[nodiscard]] Player random_player(std::string name);
// Of whatever kind; `weights` are those of a player of weights, for others any. The driver must live longer.
[[nodiscard]] Player player_of(const GameDriver& driver, const PlayerSpec& spec, const Weights& weights,
                               const EngineOptions& options);

}  // namespace hone
