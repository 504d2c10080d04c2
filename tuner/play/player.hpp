// SPDX-License-Identifier: MIT
//
// Who is to play: a weight set with this program's engine, random moves, or somebody else's engine.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "data/weights.hpp"
#include "engine/contender.hpp"
#include "engine/game_driver.hpp"
#include "engine/game_play.hpp"
#include "tuner/play/uci/uci_words.hpp"

namespace hone::play {

struct PlayerSpec {
  enum class Kind : std::uint8_t { weights, random, uci };

  std::string name;
  Kind kind = Kind::weights;
  std::string source;                                    // of the weights: a file or a name
  UciSettings uci;                                       // of a UCI engine
  std::optional<Limits> limits;                          // of its own; nothing: those of everybody
  std::optional<std::chrono::milliseconds> time_margin;  // likewise
};

// A player of its own: one per game and thread. `weights` are those of a player of this kind, for others any.
[[nodiscard]] std::unique_ptr<Contender> make_contender(const GameDriver& driver, const PlayerSpec& spec,
                                                        const Weights& weights, const EngineOptions& options);

// Starts a UCI engine and lets it go, so that what is wrong with it is known before the first game. Throws Error.
void check_player(const GameDriver& driver, const PlayerSpec& spec);

// All that its play depends on besides limits and weights, in words: "random moves", "uci stockfish, Hash=16".
[[nodiscard]] std::string describe(const PlayerSpec& spec);

// Who takes part in a tournament: a name, how it thinks, and how to make one to sit down at a board.

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

}  // namespace hone::play
