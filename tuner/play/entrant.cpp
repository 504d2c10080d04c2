// SPDX-License-Identifier: MIT
#include "tuner/play/entrant.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "data/error.hpp"
#include "engine/random_engine.hpp"
#include "tuner/play/gtp/gtp_player.hpp"
#include "tuner/play/settings_text.hpp"
#include "tuner/play/uci/uci_player.hpp"
#include "tuner/play/xboard/xboard_player.hpp"

namespace hone::play {

std::string_view protocol_name(PlayerSpec::Kind kind) {
  switch (kind) {
    case PlayerSpec::Kind::uci:
      return "uci";
    case PlayerSpec::Kind::xboard:
      return "xboard";
    case PlayerSpec::Kind::gtp:
      return "gtp";
    default:
      return {};
  }
}

std::unique_ptr<Player> make_player(const GameDriver& driver, const PlayerSpec& spec, const Weights& weights,
                                    const EngineOptions& options) {
  switch (spec.kind) {
    case PlayerSpec::Kind::weights:
      return std::make_unique<EnginePlayer>(driver.engine(weights, options));
    case PlayerSpec::Kind::random:
      return std::make_unique<EnginePlayer>(std::make_unique<RandomEngine>());
    case PlayerSpec::Kind::uci:
      return std::make_unique<UciPlayer>(driver, spec.uci);
    case PlayerSpec::Kind::xboard:
      return std::make_unique<XboardPlayer>(driver, spec.uci);
    case PlayerSpec::Kind::gtp:
      return std::make_unique<GtpPlayer>(driver, spec.uci);
  }
  return nullptr;
}

void check_player(const GameDriver& driver, const PlayerSpec& spec) {
  if (!spec.is_foreign()) return;
  try {
    const std::unique_ptr<Player> player = make_player(driver, spec, {}, {});
    auto failure = player->new_game({}, {});
    auto* xboard = dynamic_cast<XboardPlayer*>(player.get());
    if (!failure && xboard != nullptr && spec.limits) failure = xboard->try_limits(*spec.limits);
    auto* gtp = dynamic_cast<GtpPlayer*>(player.get());
    if (!failure && gtp != nullptr && spec.limits) failure = gtp->try_limits(*spec.limits);
    if (failure) throw Error(failure->detail);
  } catch (const Error& error) {
    throw Error(fmt::format("player {}: {}", spec.name, error.what()));
  }
}

void check_limits(const PlayerSpec& spec, const Limits& usual) {
  if (spec.kind == PlayerSpec::Kind::xboard) check_xboard_limits(spec.name, spec.limits.value_or(usual));
  if (spec.kind == PlayerSpec::Kind::gtp) check_gtp_limits(spec.name, spec.limits, usual);
}

std::string describe(const PlayerSpec& spec) {
  if (spec.kind == PlayerSpec::Kind::weights) {
    return "weights " + spec.source + (spec.parameters.empty() ? "" : ", " + spec.parameters.text());
  }
  if (spec.kind == PlayerSpec::Kind::random) return "random moves";
  std::string text = fmt::format("{} {}", protocol_name(spec.kind), fmt::join(spec.uci.command, " "));
  for (const auto& [name, value] : spec.uci.options) text += fmt::format(", {}={}", name, value);
  return text;
}

Entrant weights_entrant(const GameDriver& driver, std::string name, const Weights& weights,
                        const EngineOptions& options) {
  Entrant player;
  player.name = std::move(name);
  player.description = fmt::format("weights {}, hash bytes {}", play_fingerprint(weights), options.hash_bytes);
  if (!options.parameters.empty()) player.description += ", " + options.parameters.text();
  player.weights = std::make_shared<const Weights>(weights);
  player.parameters = options.parameters;
  player.make = [&driver, weights = player.weights, options] {
    return std::make_unique<EnginePlayer>(driver.engine(*weights, options));
  };
  return player;
}

Entrant random_entrant(std::string name) {
  Entrant player;
  player.name = std::move(name);
  player.description = "random moves";
  player.varies = true;
  player.make = [] { return std::make_unique<EnginePlayer>(std::make_unique<RandomEngine>()); };
  return player;
}

Entrant entrant_of(const GameDriver& driver, const PlayerSpec& spec, const Weights& weights,
                   const EngineOptions& options) {
  Entrant player;
  if (spec.kind == PlayerSpec::Kind::weights) {
    EngineOptions own = options;
    own.parameters.set(spec.parameters);
    player = weights_entrant(driver, spec.name, weights, own);
  }
  if (spec.kind == PlayerSpec::Kind::random) player = random_entrant(spec.name);
  if (spec.is_foreign()) {
    player.name = spec.name;
    player.description = describe(spec);
    player.folder = spec.uci.directory;
    player.make = [&driver, spec, weights, options] { return make_player(driver, spec, weights, options); };
    player.reproducible = false;
    player.is_foreign = true;
    player.needs_limits = spec.kind != PlayerSpec::Kind::gtp;
  }
  player.limits = spec.limits;
  if (spec.time_margin) player.time_margin = *spec.time_margin;
  return player;
}

}  // namespace hone::play
