// SPDX-License-Identifier: MIT
//
// Counts the games of self-play and writes them to their file, in the order of their numbers. A game that was played
// before, move by move, is counted and not written.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "data/game_file.hpp"
#include "tuner/play/self_play.hpp"
#include "tuner/stats/tally.hpp"

namespace hone::play {

class GameRecorder {
 public:
  // The progress may be empty, and must outlive this object.
  GameRecorder(GameFileWriter file, const PlayProgress& progress);

  void take(const GameRecord& game);
  // Counts a game that is in the file already. Repeated games are not in the file, but their numbers are missing there.
  void recall(const GameRecord& game);

  // The numbers of games that were not recalled although later ones were.
  [[nodiscard]] const std::vector<std::uint64_t>& left_out() const { return left_out_; }
  // Whether a game with the same moves was recalled or taken.
  [[nodiscard]] bool knows(const GameRecord& game) const { return seen_.contains(game); }

  // Syncs the file. Where it is complete, the last games of `games` were repeated ones.
  void finish(std::uint64_t games, bool complete);

  [[nodiscard]] std::uint64_t next() const { return summary_.tally.games; }  // number of the next game
  [[nodiscard]] const SelfPlaySummary& summary() const { return summary_; }

 private:
  bool count(const GameRecord& game);
  void skip_to(std::uint64_t number);

  GameFileWriter file_;
  std::vector<std::uint64_t> left_out_;
  const PlayProgress& progress_;
  stats::SeenGames seen_;
  SelfPlaySummary summary_;
};

}  // namespace hone::play
