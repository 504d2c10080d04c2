// SPDX-License-Identifier: MIT
//
// Players: this program's engine with a weight set, random moves, or an engine in another process, which speaks UCI,
// the xboard protocol or the Go Text Protocol. A PlayerSpec is what a user asks for, an Entrant is what takes part in a
// tournament.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "engine/game_play.hpp"
#include "engine/player.hpp"
#include "tuner/play/uci/uci_words.hpp"

namespace hone::play {

struct PlayerSpec {
  enum class Kind : std::uint8_t { weights, random, uci, xboard, gtp };

  std::string name;
  Kind kind = Kind::weights;
  std::string source;                                    // of the weights: a file or a name
  UciSettings uci;                                       // of an engine in another process
  ParameterChanges parameters;                           // of the search of weights: its own
  std::optional<Limits> limits;                          // of its own; nothing: those of everybody
  std::optional<std::chrono::milliseconds> time_margin;  // its own; nothing: that of the tournament

  // Whether it is an engine in another process.
  [[nodiscard]] bool is_foreign() const { return kind != Kind::weights && kind != Kind::random; }
};

// The word before the command of an engine in another process: "uci". Empty for other players.
[[nodiscard]] std::string_view protocol_name(PlayerSpec::Kind kind);

// A participant in a tournament.
struct Entrant {
  std::string name;
  std::string description;  // everything its moves depend on but its folder: players that differ may play differently
  std::function<std::unique_ptr<Player>()> make;  // called once on each thread
  std::optional<Limits> limits = {};              // instead of those of the tournament
  std::chrono::milliseconds time_margin = GamePlayOptions::default_time_margin;
  bool reproducible = true;                          // under reproducible limits the same game has the same moves
  std::shared_ptr<const Weights> weights = nullptr;  // of hone's engine in this process; null: another player
  ParameterChanges parameters = {};                  // of the same engine
  bool needs_limits = true;                          // otherwise it plays at a level of its own where it has none
  bool is_foreign = false;                           // a program of others, in another process
  std::filesystem::path folder = {};                 // that its process starts in; empty: the present one
  bool varies = false;  // as far as it is reproducible, its moves depend on the game's seed: random moves

  // Its limits where `usual` are those of the tournament.
  [[nodiscard]] const Limits& limits_or(const Limits& usual) const { return limits ? *limits : usual; }
  // Whether the same game has the same moves under them.
  [[nodiscard]] bool is_reproducible(const Limits& usual) const {
    return reproducible && limits_or(usual).reproducible();
  }
};

// Makes a player, one per game and thread. `weights` matter only for Kind::weights.
[[nodiscard]] std::unique_ptr<Player> make_player(const GameDriver& driver, const PlayerSpec& spec,
                                                  const Weights& weights, const EngineOptions& options);

// Starts an engine in another process and ends it again, so that errors show before the first game. Limits of the spec
// are said to xboard and GTP engines, which may refuse them. Throws Error.
void check_player(const GameDriver& driver, const PlayerSpec& spec);
// Throws Error when the player cannot play with its limits, where `usual` are those of everybody.
void check_limits(const PlayerSpec& spec, const Limits& usual);

// Everything that the player's moves depend on besides limits, weights and folder: "random moves", "uci stockfish,
// Hash=16".
[[nodiscard]] std::string describe(const PlayerSpec& spec);

// hone's engine with these weights, in this process. The driver must outlive the player.
[[nodiscard]] Entrant weights_entrant(const GameDriver& driver, std::string name, const Weights& weights,
                                      const EngineOptions& options);
// A player of random legal moves.
[[nodiscard]] Entrant random_entrant(std::string name);
// A player of any kind; `weights` matter only for Kind::weights. The driver must outlive the player.
[[nodiscard]] Entrant entrant_of(const GameDriver& driver, const PlayerSpec& spec, const Weights& weights,
                                 const EngineOptions& options);

}  // namespace hone::play
