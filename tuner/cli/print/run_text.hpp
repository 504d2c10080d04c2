// SPDX-License-Identifier: MIT
//
// Shows a run on the terminal: what each step found goes to standard output, with a progress line while it lasts.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "tuner/cli/console.hpp"
#include "tuner/run/run.hpp"
#include "tuner/run/status.hpp"

namespace hone::cli {

class RunPrinter final : public run::RunObserver {
 public:
  explicit RunPrinter(std::shared_ptr<Console> console) : console_(std::move(console)) {}

  void told(const run::RunNews& news) override;
  bool write_page(const std::filesystem::path& folder, const std::filesystem::path& page) override;

  // Ends the progress line.
  void finish() { progress_.reset(); }

 private:
  void show(const run::StepBegun& begun);
  void show(const run::GamesPlayed& played);
  void show(const run::MatchPlayed& played);
  void show(const run::PoolPlayed& played);
  void show(const run::RowsSampled& sampled);
  void show(const run::FitStepped& stepped);
  void show(const run::SelfPlayFinished& finished);
  void show(const run::FitFinished& finished);
  void show(const run::SelectionFinished& finished);
  void show(const run::PoolFinished& finished);
  void show(const run::GateFinished& finished);
  void show(const run::GateLeftOut& left_out);
  void show(const run::Noticed& noticed);

  void update(std::uint64_t done, const std::string& text);
  // The first of the games that are told was played by this process.
  void update_games(std::uint64_t games, const std::string& text);
  void print(const std::string& title, const std::string& text);
  [[nodiscard]] ProgressNote note(const std::string& text) const;

  std::shared_ptr<Console> console_;
  std::unique_ptr<Progress> progress_;
  std::string step_;
  bool first_ = true;  // nothing of the step was shown yet
};

// Tells how to repair damage that can be repaired; `resume` is the command that resumes the run.
[[nodiscard]] std::string repair_hint(const std::string& resume);

// What `hone run --status` prints.
[[nodiscard]] std::string report(const run::RunStatus& status, const std::filesystem::path& folder);

}  // namespace hone::cli
