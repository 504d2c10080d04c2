// SPDX-License-Identifier: MIT
//
// The opening of each round of a tournament: from a suite, or random moves that lead to a balanced position.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/game_driver.hpp"
#include "engine/game_play.hpp"
#include "engine/opening.hpp"
#include "tuner/match/tournament.hpp"
#include "tuner/play/openings.hpp"

namespace hone::match {

class OpeningBook {
 public:
  // One opening of the suite a round, again from its first at its end; without a suite random ones, searched with the
  // game's material weights.
  OpeningBook(const GameDriver& driver, const std::vector<Opening>& suite, const play::OpeningOptions& random,
              const EngineOptions& engine);

  // `seed` is that of a random opening: the same for the same round. Any thread.
  [[nodiscard]] Opening opening(std::uint64_t round, std::uint64_t seed);

 private:
  [[nodiscard]] Opening make_random(std::uint64_t seed) const;

  const GameDriver& driver_;
  const std::vector<Opening>& suite_;
  const play::OpeningOptions& random_;
  EngineOptions engine_;
  std::mutex mutex_;
  std::map<std::uint64_t, Opening> made_;  // of the last rounds: every pairing asks for them
};

// Plays the games of a schedule, one at a time: all that a thread of a tournament needs to itself.

class GamePlayer {
 public:
  // All four must live longer; the book may be shared.
  GamePlayer(const GameDriver& driver, std::span<const play::Player> players, const TournamentOptions& options,
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
  std::span<const play::Player> players_;
  const TournamentOptions& options_;
  OpeningBook& book_;
  std::vector<std::unique_ptr<Contender>> contenders_;
};

}  // namespace hone::match
