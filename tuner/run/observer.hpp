// SPDX-License-Identifier: MIT
//
// How a run is watched from outside while it works.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>

#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/sampling_options.hpp"
#include "tuner/match/tournament.hpp"
#include "tuner/play/self_play.hpp"
#include "tuner/run/gate.hpp"
#include "tuner/run/model.hpp"
#include "tuner/stats/tally.hpp"

namespace hone::run {

// The news that an observer is told. References hold during the call alone. Steps that were finished in an earlier
// session are not told again.

struct StepBegun {
  int generation = 0;  // 0 in the final match
  RunStep step = RunStep::self_play;
  std::uint64_t games = 0;  // to be played, or read, at most; 0 in the fit
};

// How far the step that was begun last has come.
struct GamesPlayed {
  const stats::PlayTally& tally;
};
struct MatchPlayed {
  const match::TournamentResult& result;
};
struct PoolPlayed {
  std::uint64_t games = 0;  // of all opponents
};
struct RowsSampled {
  const learn::SamplingSummary& summary;
};
struct FitStepped {
  const learn::FitProgress& progress;
};

// A step is finished, with this result.
struct SelfPlayFinished {
  int generation = 0;
  const play::SelfPlaySummary& result;
};
struct FitFinished {
  int generation = 0;
  const FitDone& result;
};
struct SelectionFinished {
  int generation = 0;
  const SelectionDone& result;
};
struct PoolFinished {
  int generation = 0;
  const PoolDone& result;
};
struct GateFinished {
  int generation = 0;
  const match::TournamentResult& result;
  const GateDecision& decision;
  bool is_for_pool = false;  // passed, and the games against the pool, which begin now, decide on the promotion
};

struct GateLeftOut {
  int generation = 0;
  const std::string& why;
};

// Something in the folder was wrong, with what became of it.
struct Noticed {
  std::string what;
};

using RunNews = std::variant<StepBegun, GamesPlayed, MatchPlayed, PoolPlayed, RowsSampled, FitStepped, SelfPlayFinished,
                             FitFinished, SelectionFinished, PoolFinished, GateFinished, GateLeftOut, Noticed>;

class RunObserver {
 public:
  virtual ~RunObserver() = default;

  // Called from one thread at a time.
  virtual void told(const RunNews& /*news*/) {}

  // Called when there is something new to show. Writes a page about the run in `folder`, if this observer makes one;
  // returns whether it did. What it throws does not end the run.
  virtual bool write_page(const std::filesystem::path& /*folder*/, const std::filesystem::path& /*page*/) {
    return false;
  }
};

}  // namespace hone::run
