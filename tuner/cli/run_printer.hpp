// SPDX-License-Identifier: MIT
//
// Shows a run to people: what each stage found on standard output, a progress line while it lasts.
#pragma once

#include <memory>
#include <string>

#include "tuner/cli/console.hpp"
#include "tuner/cli/progress.hpp"
#include "tuner/run/run.hpp"

namespace hone {

class RunPrinter final : public RunObserver {
 public:
  explicit RunPrinter(std::shared_ptr<Console> console) : console_(std::move(console)) {}

  void stage_begun(int generation, RunStage stage, std::uint64_t games) override;
  void games_played(const PlayTally& tally) override;
  void match_played(const TournamentResult& result) override;
  void rows_sampled(const SamplingSummary& summary) override;
  void fit_stepped(const FitProgress& progress) override;
  void self_play_done(int generation, const SelfPlaySummary& summary) override;
  void fit_done(int generation, const SamplingSummary& sampling, const FitSummary& fit) override;
  void gate_done(int generation, const TournamentResult& result, bool promoted) override;

  void noticed(const std::string& what) override;

  // Ends the progress line.
  void finish() { progress_.reset(); }

 private:
  void update(std::uint64_t done, const std::string& text);
  // Of games done, the first of which this process played.
  void update_games(std::uint64_t games, const std::string& text);
  void print(const std::string& title, const std::string& text);
  [[nodiscard]] ProgressNote note(const std::string& text) const;

  std::shared_ptr<Console> console_;
  std::unique_ptr<Progress> progress_;
  std::string stage_;
  bool first_ = true;  // nothing of the stage was shown yet
};

}  // namespace hone
