// SPDX-License-Identifier: MIT
//
// Who is to play: a weight set with this program's engine, random moves, or somebody else's engine.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "data/weights.hpp"
#include "engine/contender.hpp"
#include "tuner/uci_player/uci_settings.hpp"

namespace hone {

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

}  // namespace hone
