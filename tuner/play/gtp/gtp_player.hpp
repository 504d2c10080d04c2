// SPDX-License-Identifier: MIT
//
// An engine of the Go Text Protocol as a player of go or othello. Whether the game is over, and who has won it, hone
// says, in go by the area as it lies; what the engine thinks of that is not asked.
#pragma once

#include <optional>
#include <stop_token>
#include <string_view>
#include <utility>

#include "tuner/play/gtp/gtp_engine.hpp"
#include "tuner/play/uci/turn_player.hpp"

namespace hone::play {

// Refuses openings that the protocol has no words for (gtp_setup.hpp).
class GtpPlayer final : public TurnPlayer<GtpEngine> {
 public:
  GtpPlayer(const GameDriver& driver, UciSettings settings) : TurnPlayer(driver, std::move(settings)) {}

  // Says limits to the engine, which plays no game now. Throws Error when it refuses them.
  [[nodiscard]] std::optional<Failure> try_limits(const Limits& limits);

 private:
  [[nodiscard]] std::optional<Failure> start() override;
  [[nodiscard]] Limits heeded(const Limits& limits) const override { return in_time_alone(limits); }
  [[nodiscard]] std::optional<Failure> begin_game(const Opening& opening, const std::stop_token& stop) override;
  [[nodiscard]] EngineAnswer ask(const Turn& turn, const MovePatience& patience) override;
  [[nodiscard]] std::optional<MoveCode> parse(std::string_view text) const override;
};

}  // namespace hone::play
