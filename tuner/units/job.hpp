// SPDX-License-Identifier: MIT
//
// What the games of a folder of units are, as JSON and files: from them a worker makes the same games, whatever machine
// it runs on.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/game_driver.hpp"
#include "tuner/match/stage_games.hpp"
#include "tuner/play/numbered_games.hpp"
#include "tuner/play/self_play.hpp"
#include "tuner/text/seal.hpp"

namespace hone::units {

// A job and the files that belong to it, in the folder that they were written to.
struct WrittenJob {
  std::string job;  // JSON
  std::vector<std::pair<std::string, text::FileSeal>> files;
};

// The first writes self-play of one weight set, the second a stage of a tournament between weight sets and random
// movers. Throw Error, also for players of another kind.
[[nodiscard]] WrittenJob write_job(const std::filesystem::path& folder, const Weights& weights,
                                   const play::SelfPlayOptions& options);
[[nodiscard]] WrittenJob write_job(const std::filesystem::path& folder, std::span<const play::Entrant> players,
                                   const match::TournamentOptions& options, const match::StageGames& stage);

// Why the games cannot be played elsewhere: a player in another process, or a limit in time. Nothing when they can.
[[nodiscard]] std::string obstacle(std::span<const play::Entrant> players, const Limits& limits);

// The games of a job that was written, with all that they rest on.
class PlayableJob {
 public:
  // Throws Error where the JSON or a file is not what was written.
  PlayableJob(const GameDriver& driver, const std::string& job, const std::filesystem::path& folder);
  PlayableJob(PlayableJob&&) noexcept;
  ~PlayableJob();

  [[nodiscard]] const play::NumberedGames& games() const { return games_; }

 private:
  struct State;
  std::unique_ptr<State> state_;
  play::NumberedGames games_;
};

}  // namespace hone::units
