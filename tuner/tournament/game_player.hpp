// SPDX-License-Identifier: MIT
//
// Plays the games of a schedule, one at a time: all that a thread of a tournament needs to itself.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/game_play.hpp"
#include "tuner/tournament/opening_book.hpp"
#include "tuner/tournament/tournament.hpp"

namespace hone {

class GamePlayer {
 public:
  // All four must live longer; the book may be shared.
  GamePlayer(const GameDriver& driver, std::span<const Player> players, const TournamentOptions& options,
             OpeningBook& book)
      : driver_(driver), players_(players), options_(options), book_(book), contenders_(players.size()) {}

  // Depends on nothing but the slot, as long as players and limits are reproducible. The record lacks its number.
  // Nothing when stopped.
  [[nodiscard]] std::optional<FinishedGame> play(const ScheduledGame& slot, const std::stop_token& stop);

 private:
  [[nodiscard]] Contender& contender(PlayerIndex player);
  [[nodiscard]] GamePlayOptions settings(const ScheduledGame& slot) const;
  [[nodiscard]] const Limits& limits(PlayerIndex player) const;
  [[nodiscard]] bool is_timed(PlayerIndex player) const;
  void complete(FinishedGame& game, const ScheduledGame& slot) const;

  const GameDriver& driver_;
  std::span<const Player> players_;
  const TournamentOptions& options_;
  OpeningBook& book_;
  std::vector<std::unique_ptr<Contender>> contenders_;
};

}  // namespace hone
