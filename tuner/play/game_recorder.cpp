// SPDX-License-Identifier: MIT
#include "tuner/play/game_recorder.hpp"

#include <utility>

namespace hone::play {

GameRecorder::GameRecorder(GameFileWriter file, const PlayProgress& progress)
    : file_(std::move(file)), progress_(progress) {}

void GameRecorder::take(const GameRecord& game) {
  if (count(game)) file_.write(game);
  if (progress_) progress_(summary_.tally);
}

void GameRecorder::recall(const GameRecord& game) {
  for (std::uint64_t number = next(); number < game.number; ++number) left_out_.push_back(number);
  skip_to(game.number);
  count(game);
}

void GameRecorder::finish(std::uint64_t games, bool complete) {
  summary_.complete = complete;
  if (complete && games > next()) skip_to(games);
  file_.sync();
}

bool GameRecorder::count(const GameRecord& game) {
  stats::PlayTally& tally = summary_.tally;
  if (!seen_.insert(game)) {
    ++tally.games;
    ++tally.duplicates;
    return false;
  }
  tally.add(game);
  ++summary_.recorded;
  return true;
}

void GameRecorder::skip_to(std::uint64_t number) {
  stats::PlayTally& tally = summary_.tally;
  tally.duplicates += number - tally.games;
  tally.games = number;
}

}  // namespace hone::play
