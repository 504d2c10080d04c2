// SPDX-License-Identifier: MIT
//
// Lets workers play the games of a stage: cuts them into units, launches the workers, looks at every unit that they
// hand in, and hands the games on in the order of their numbers. What comes out is what this process would have played
// itself, whatever becomes of the workers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tuner/play/numbered_games.hpp"
#include "tuner/units/distribution.hpp"
#include "tuner/units/job.hpp"
#include "tuner/units/launch_options.hpp"
#include "tuner/units/launcher.hpp"

namespace hone::units {

// The games of one stage.
struct StageOfUnits {
  std::function<WrittenJob(const std::filesystem::path& folder)> write = {};
  bool has_numbered_seeds = false;  // see UnitPlan
  // Whether a test may end the stage early: then the units are opened bit by bit, so that few are played in vain.
  bool may_end_early = false;
  std::uint64_t round_games = 1;  // a unit has whole rounds of so many games
};

// Both must be used while their arguments live.
[[nodiscard]] StageOfUnits self_play_stage(const Weights& weights, const play::SelfPlayOptions& options);
[[nodiscard]] StageOfUnits match_stage(const std::vector<play::Entrant>& players,
                                       const match::TournamentOptions& options, const match::StageGames& stage);

class Coordinator final : public play::GameSupply {
 public:
  // `folder` is the stage's own; what it holds of the same stage is made use of. All arguments must outlive this
  // object. `threads` are those on which units are looked at, and with Launch::hand played. What the stage takes is
  // added to `distribution`.
  Coordinator(const LaunchOptions& options, int threads, std::filesystem::path folder, StageOfUnits stage,
              Distribution& distribution, LaunchNotice notice);

  // Throws Error: of Kind::system when workers bring nothing in three launches, or one unit with two different
  // contents, which are both kept.
  parallel::JobsEnd supply(const play::NumberedGames& games, std::uint64_t first, std::uint64_t end,
                           const play::TakeGame& take, const std::stop_token& stop) override;

 private:
  const LaunchOptions& options_;
  int threads_;
  std::filesystem::path folder_;
  StageOfUnits stage_;
  Distribution& distribution_;
  LaunchNotice notice_;
};

}  // namespace hone::units
