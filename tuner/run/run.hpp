// SPDX-License-Identifier: MIT
//
// The loop: play, fit, test, promote, repeat; then prove what it was worth. Everything is kept in a run directory, from
// which the run is resumed after any interruption, to the same result.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "data/error.hpp"
#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/sampling.hpp"
#include "tuner/match/tournament.hpp"
#include "tuner/play/self_play.hpp"
#include "tuner/run/model.hpp"
#include "tuner/run/observer.hpp"
#include "tuner/run/options.hpp"
#include "tuner/run/tuned.hpp"

namespace hone::run {

struct RunSummary {
  bool complete = false;  // false: stopped; the run can be resumed from its folder
  RunEnd end = RunEnd::stopped;
  int generations = 0;  // finished
  int promotions = 0;
  int best_generation = 0;  // 0: the starting weights
  std::filesystem::path best_weights;
  std::filesystem::path page;  // empty when it could not be written
  std::optional<match::TournamentResult> final_match;
};

// Says that files of a run are not what its journal says.
class DamagedRun : public Error {
 public:
  DamagedRun(const std::string& message, bool can_be_repaired) : Error(message), can_be_repaired_(can_be_repaired) {}
  [[nodiscard]] bool can_be_repaired() const { return can_be_repaired_; }  // with RunOptions::repair

 private:
  bool can_be_repaired_;
};

// Begins a run, or continues the one in the folder, which must have been begun with the same options and start: a
// change of what decides a result is an Error. After an Error of Kind::system in the middle (the disk is full, say) the
// run can be resumed from the folder.
RunSummary run(const Tuned& tuned, const Weights& start, const RunOptions& options, const std::filesystem::path& folder,
               RunObserver& observer, const std::stop_token& stop);
// The same of this program's engine.
RunSummary run(const GameDriver& driver, const Weights& start, const RunOptions& options,
               const std::filesystem::path& folder, RunObserver& observer, const std::stop_token& stop);

}  // namespace hone::run
