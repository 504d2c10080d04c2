// SPDX-License-Identifier: MIT
#include "tuner/tournament/player.hpp"

#include <fmt/format.h>

#include <utility>

#include "engine/random_mover.hpp"
#include "tuner/settings_text.hpp"

namespace hone {

Player weights_player(const GameDriver& driver, std::string name, const Weights& weights,
                      const EngineOptions& options) {
  Player player;
  player.name = std::move(name);
  player.description = fmt::format("weights {}, hash bytes {}", play_fingerprint(weights), options.hash_bytes);
  player.make = [&driver, weights, options] {
    return std::make_unique<EngineContender>(driver.engine(weights, options));
  };
  return player;
}

Player random_player(std::string name) {
  Player player;
  player.name = std::move(name);
  player.description = "random moves";
  player.make = [] { return std::make_unique<EngineContender>(std::make_unique<RandomMover>()); };
  return player;
}

Player player_of(const GameDriver& driver, const PlayerSpec& spec, const Weights& weights,
                 const EngineOptions& options) {
  Player player;
  if (spec.kind == PlayerSpec::Kind::weights) player = weights_player(driver, spec.name, weights, options);
  if (spec.kind == PlayerSpec::Kind::random) player = random_player(spec.name);
  if (spec.kind == PlayerSpec::Kind::uci) {
    player.name = spec.name;
    player.description = describe(spec);
    player.make = [&driver, spec, weights, options] { return make_contender(driver, spec, weights, options); };
    player.reproducible = false;
  }
  player.limits = spec.limits;
  if (spec.time_margin) player.time_margin = *spec.time_margin;
  return player;
}

}  // namespace hone
