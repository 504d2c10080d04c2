// SPDX-License-Identifier: MIT
//
// Plays the games of a tournament's schedule: the opening of each round, from a suite or by random moves that lead to a
// balanced position, and the player of games that each thread of a tournament has.
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

// The opening of each round.
class OpeningBook {
 public:
  // Each round has the next opening of the suite, which begins again when it is used up. Without a suite the openings
  // are random, and searched with the game's material weights.
  OpeningBook(const GameDriver& driver, const std::vector<Opening>& suite, const play::OpeningOptions& random,
              const EngineOptions& engine);

  // `seed` is that of a random opening, and must be the same for the same round. May be called from any thread.
  [[nodiscard]] Opening opening(std::uint64_t round, std::uint64_t seed);

 private:
  [[nodiscard]] Opening make_random(std::uint64_t seed) const;

  const GameDriver& driver_;
  const std::vector<Opening>& suite_;
  const play::OpeningOptions& random_;
  EngineOptions engine_;
  std::mutex mutex_;
  std::map<std::uint64_t, Opening> made_;  // for the last rounds, as every pairing asks for them
};

// Plays games one at a time, with players of its own: each thread of a tournament has one.
class GameWorker {
 public:
  // All four arguments must outlive it; the book may be shared.
  GameWorker(const GameDriver& driver, std::span<const play::Entrant> players, const TournamentOptions& options,
             OpeningBook& book)
      : driver_(driver), players_(players), options_(options), book_(book), made_(players.size()) {}

  // The game depends on the slot alone, as long as players and limits are reproducible. The caller fills in the number
  // of the record. Returns nothing when stopped.
  [[nodiscard]] std::optional<FinishedGame> play(const ScheduledGame& slot, const std::stop_token& stop);

  // Whether a player's limits are in time, so that a standstill of the machine changes the game.
  [[nodiscard]] bool depends_on_time(const ScheduledGame& slot) const;

 private:
  [[nodiscard]] Player& player(PlayerIndex index);
  [[nodiscard]] GamePlayOptions settings(const ScheduledGame& slot, const Opening& opening) const;
  [[nodiscard]] const Limits& limits(PlayerIndex player) const;
  [[nodiscard]] bool is_own(PlayerIndex player) const;
  [[nodiscard]] bool is_timed(PlayerIndex player) const;
  void complete(FinishedGame& game, const ScheduledGame& slot) const;

  const GameDriver& driver_;
  std::span<const play::Entrant> players_;
  const TournamentOptions& options_;
  OpeningBook& book_;
  std::vector<std::unique_ptr<Player>> made_;  // of each of the players, once it has played
};

}  // namespace hone::match
