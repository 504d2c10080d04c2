// SPDX-License-Identifier: MIT
#include "tuner/player_spec.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "data/error.hpp"
#include "engine/random_mover.hpp"
#include "tuner/uci_player/uci_contender.hpp"

namespace hone {

std::unique_ptr<Contender> make_contender(const GameDriver& driver, const PlayerSpec& spec, const Weights& weights,
                                          const EngineOptions& options) {
  switch (spec.kind) {
    case PlayerSpec::Kind::weights:
      return std::make_unique<EngineContender>(driver.engine(weights, options));
    case PlayerSpec::Kind::random:
      return std::make_unique<EngineContender>(std::make_unique<RandomMover>());
    case PlayerSpec::Kind::uci:
      return std::make_unique<UciContender>(driver, spec.uci);
  }
  return nullptr;
}

void check_player(const GameDriver& driver, const PlayerSpec& spec) {
  if (spec.kind != PlayerSpec::Kind::uci) return;
  try {
    UciContender contender(driver, spec.uci);
    if (const auto failure = contender.new_game({}, {})) throw Error(failure->detail);
  } catch (const Error& error) {
    throw Error(fmt::format("player {}: {}", spec.name, error.what()));
  }
}

std::string describe(const PlayerSpec& spec) {
  if (spec.kind == PlayerSpec::Kind::weights) return "weights " + spec.source;
  if (spec.kind == PlayerSpec::Kind::random) return "random moves";
  std::string text = fmt::format("uci {}", fmt::join(spec.uci.command, " "));
  for (const auto& [name, value] : spec.uci.options) text += fmt::format(", {}={}", name, value);
  return text;
}

}  // namespace hone
