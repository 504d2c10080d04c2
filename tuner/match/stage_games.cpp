// SPDX-License-Identifier: MIT
#include "tuner/match/stage_games.hpp"

#include <algorithm>
#include <utility>

#include "tuner/match/game_worker.hpp"
#include "tuner/match/schedule.hpp"

namespace hone::match {

namespace {

// What the players of all threads share.
struct SharedStage {
  TournamentOptions options;
  OpeningBook book;
  std::optional<Stage> stage;
  std::uint64_t before = 0;

  SharedStage(const GameDriver& driver, TournamentOptions given)
      : options(std::move(given)), book(driver, options.suite, options.openings, options.engine) {}

  [[nodiscard]] ScheduledGame slot(std::uint64_t number) const {
    if (!play::is_canary(number)) return stage->game(number - before);
    return {.round = number, .pairing = 0, .in_pair = 0, .is_paired = options.reverse, .first = 0, .second = 1};
  }
};

}  // namespace

play::NumberedGames numbered_games(const GameDriver& driver, std::span<const play::Entrant> players,
                                   const TournamentOptions& options, const std::optional<StageGames>& stage) {
  const auto shared = std::make_shared<SharedStage>(driver, options);
  if (stage) {
    shared->stage.emplace(plan_of(options, players), stage->number, stage->pairings);
    shared->before = stage->before;
  }
  play::NumberedGames games{.header = tournament_header(driver, players, options)};
  games.reproducible =
      std::ranges::all_of(players, [&](const play::Entrant& player) { return player.is_reproducible(options.limits); });
  games.make_player = [&driver, players, shared]() -> play::PlayGame {
    const auto worker = std::make_shared<GameWorker>(driver, players, shared->options, shared->book);
    return [shared, worker](std::uint64_t number, const std::stop_token& stop) -> std::optional<GameRecord> {
      std::optional<FinishedGame> game = worker->play(shared->slot(number), stop);
      if (!game) return std::nullopt;
      game->record.number = number;
      return std::move(game->record);
    };
  };
  play::sign(games);
  return games;
}

}  // namespace hone::match
