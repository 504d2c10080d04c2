// SPDX-License-Identifier: MIT
//
// The loop: play, fit, test, promote, repeat; then prove what it was worth. Everything is kept in a run directory
// and goes on from there after any interruption, to the same result.
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

namespace hone::run {

struct RunOptions {
  // The run ends with the first of these budgets; 0: no end. None of them decides what a generation comes to.
  int generations = 1;
  double hours = 0;               // no generation is begun that would not be done by then, as long as the last took
  std::uint64_t games_total = 0;  // of self-play: no generation is begun that would exceed it
  int patience = 4;               // it also ends when so many generations in a row were not promoted

  std::uint64_t seed = 1;           // every other seed is derived from it
  int threads = 1;                  // changes no result
  int window = 3;                   // a fit learns from the games of so many last generations
  std::uint64_t final_games = 400;  // of the last match, best against start; 0: none

  play::SelfPlayOptions self_play;
  learn::SamplingOptions sampling;
  learn::FitOptions fit;  // starts from and is pulled towards the best weights
  match::TournamentOptions
      gate;  // candidate against best: an SPRT must accept; without one, or undecided: los >= gate_los
  match::TournamentOptions final_match;
  double gate_los = 0.95;

  std::string config;   // kept as it is in the folder, for people and for --resume
  bool repair = false;  // make damaged files again where that is possible, instead of refusing to go on
  // Is told of groups that weights files of the run lack, as after a new feature; without it they are an error.
  WeightsWarning weights_warning;

  void validate() const;  // throws Error naming the bound that is broken
};

[[nodiscard]] RunOptions default_run(const GameDriver& driver);

enum class RunStage : std::uint8_t { self_play, sampling, fit, gate, final_match };

// Watches a run; called from one thread at a time. Stages that were finished in an earlier session are not reported.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  // games: to be played at most in this stage, 0 in stages without games. generation is 0 in the final match.
  virtual void stage_begun(int generation, RunStage stage, std::uint64_t games);
  virtual void games_played(const stats::PlayTally& tally);
  virtual void match_played(const match::TournamentResult& result);
  virtual void rows_sampled(const learn::SamplingSummary& summary);
  virtual void fit_stepped(const learn::FitProgress& progress);
  virtual void self_play_done(int generation, const play::SelfPlaySummary& summary);
  virtual void fit_done(int generation, const learn::SamplingSummary& sampling, const learn::FitSummary& fit);
  virtual void gate_done(int generation, const match::TournamentResult& result, bool promoted);
  virtual void noticed(const std::string& what);  // that was wrong in the folder, and what became of it
  // Called when there is something new to show. Writes a page about the run in `folder`, if this observer makes one;
  // returns whether it did. What it throws does not end the run.
  virtual bool write_page(const std::filesystem::path& folder, const std::filesystem::path& page);
};

enum class RunEnd : std::uint8_t {
  stopped,  // by request; the run goes on from its folder
  generations,
  hours,
  games,
  patience,
};
[[nodiscard]] const char* to_string(RunEnd end);
[[nodiscard]] const char* describe(RunEnd end);  // why the run ended, for people

struct RunSummary {
  bool complete = false;  // false: stopped; the run goes on from its folder
  RunEnd end = RunEnd::stopped;
  int generations = 0;  // finished
  int promotions = 0;
  int best_generation = 0;  // 0: the starting weights
  std::filesystem::path best_weights;
  std::filesystem::path page;  // empty when it could not be written
  std::optional<match::TournamentResult> final_match;
};

// Files of a run are not what its journal says.
class DamagedRun : public Error {
 public:
  DamagedRun(const std::string& message, bool can_be_repaired) : Error(message), can_be_repaired_(can_be_repaired) {}
  [[nodiscard]] bool can_be_repaired() const { return can_be_repaired_; }  // with RunOptions::repair

 private:
  bool can_be_repaired_;
};

// Begins a run, or continues the one in the folder, which must have been begun with the same options and start:
// a change of what decides a result is an Error. An Error of Kind::system (no room, say) in the middle leaves the
// folder such that the run goes on from there later.
RunSummary run(const GameDriver& driver, const Weights& start, const RunOptions& options,
               const std::filesystem::path& folder, RunObserver& observer, const std::stop_token& stop);

}  // namespace hone::run
