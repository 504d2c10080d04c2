// SPDX-License-Identifier: MIT
//
// Shows a run to people: what each stage found on standard output, a progress line while it lasts.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "tuner/cli/console.hpp"
#include "tuner/run/run.hpp"
#include "tuner/run/status.hpp"

namespace hone::cli {

class RunPrinter final : public run::RunObserver {
 public:
  explicit RunPrinter(std::shared_ptr<Console> console) : console_(std::move(console)) {}

  void stage_begun(int generation, run::RunStage stage, std::uint64_t games) override;
  void games_played(const stats::PlayTally& tally) override;
  void match_played(const match::TournamentResult& result) override;
  void rows_sampled(const learn::SamplingSummary& summary) override;
  void fit_stepped(const learn::FitProgress& progress) override;
  void self_play_done(int generation, const play::SelfPlaySummary& summary) override;
  void fit_done(int generation, const learn::SamplingSummary& sampling, const learn::FitSummary& fit) override;
  void gate_done(int generation, const match::TournamentResult& result, bool promoted) override;

  void noticed(const std::string& what) override;
  bool write_page(const std::filesystem::path& folder, const std::filesystem::path& page) override;

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

// What is said of a run from outside: how it stands, and what to type to go on.

[[nodiscard]] std::string resume_command(const std::filesystem::path& folder);
// Of damage that can be repaired; `resume` is the command that goes on.
[[nodiscard]] std::string repair_hint(const std::string& resume);

// `hone run --status` for people.
[[nodiscard]] std::string report(const run::RunStatus& status, const std::filesystem::path& folder);

}  // namespace hone::cli
