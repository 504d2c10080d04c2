// SPDX-License-Identifier: MIT
//
// An engine of the xboard protocol as a player of chess.
#pragma once

#include <optional>
#include <stop_token>
#include <string_view>
#include <utility>

#include "tuner/play/uci/turn_player.hpp"
#include "tuner/play/xboard/xboard_engine.hpp"

namespace hone::play {

// Refuses openings of Chess960, and with an engine that lacks the feature setboard those that begin with a position.
class XboardPlayer final : public TurnPlayer<XboardEngine> {
 public:
  XboardPlayer(const GameDriver& driver, UciSettings settings) : TurnPlayer(driver, std::move(settings)) {}

  // Says limits to the engine, which plays no game now. Throws Error when it refuses them.
  [[nodiscard]] std::optional<Failure> try_limits(const Limits& limits);

 private:
  [[nodiscard]] std::optional<Failure> start() override;
  // Without pings nothing tells what belongs to the game before, such as a result that comes after the last move.
  [[nodiscard]] bool plays_another_game() const override {
    return engine_->features().reuse && engine_->features().ping;
  }
  [[nodiscard]] std::optional<Failure> begin_game(const Opening& opening, const std::stop_token& stop) override;
  [[nodiscard]] EngineAnswer ask(const Turn& turn, const MovePatience& patience) override;
  [[nodiscard]] std::optional<MoveCode> parse(std::string_view text) const override;
};

}  // namespace hone::play
