// SPDX-License-Identifier: MIT
#include "tuner/cli/run_printer.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <cstdio>
#include <utility>

#include "tuner/cli/report_text.hpp"

namespace hone {
namespace {

std::string stage_text(int generation, RunStage stage) {
  switch (stage) {
    case RunStage::self_play:
      return fmt::format("generation {}: self-play", generation);
    case RunStage::sampling:
      return fmt::format("generation {}: positions", generation);
    case RunStage::fit:
      return fmt::format("generation {}: fit", generation);
    case RunStage::gate:
      return fmt::format("generation {}: new against best", generation);
    case RunStage::final_match:
      return "best against start";
  }
  return {};
}

const char* unit_of(RunStage stage) { return stage == RunStage::fit ? "iterations" : "games"; }

}  // namespace

void RunPrinter::stage_begun(int generation, RunStage stage, std::uint64_t games) {
  stage_ = stage_text(generation, stage);
  first_ = true;
  progress_.reset();
  progress_ = std::make_unique<Progress>(console_, unit_of(stage), games);
}

// On a terminal a line of its own, so that a narrow window shows both.
ProgressNote RunPrinter::note(const std::string& text) const {
  const std::string note = stage_ + (text.empty() ? "" : ", ") + text;
  if (console_->has_status_line()) return {{}, note + '\n'};
  return {note, {}};
}

void RunPrinter::update(std::uint64_t done, const std::string& text) {
  progress_->update(done, [&] { return note(text); });
}

void RunPrinter::update_games(std::uint64_t games, const std::string& text) {
  if (std::exchange(first_, false)) progress_->resume_at(games - 1);
  update(games, text);
}

void RunPrinter::games_played(const PlayTally& tally) {
  update_games(tally.games, fmt::format("{} positions", tally.plies));
}

void RunPrinter::match_played(const TournamentResult& result) {
  update_games(result.tally().games, short_report(result));
}

void RunPrinter::rows_sampled(const SamplingSummary& summary) {
  update(summary.games, fmt::format("{} rows", summary.rows));
}

void RunPrinter::fit_stepped(const FitProgress& progress) {
  update(static_cast<std::uint64_t>(progress.iteration), fmt::format("loss {:.6f}", progress.loss));
}

void RunPrinter::self_play_done(int generation, const SelfPlaySummary& summary) {
  print(fmt::format("Generation {}: self-play", generation), report(summary));
}

void RunPrinter::fit_done(int generation, const SamplingSummary& sampling, const FitSummary& fit) {
  print(fmt::format("Generation {}: fit", generation), report(sampling) + report(fit));
}

void RunPrinter::gate_done(int generation, const TournamentResult& result, bool promoted) {
  print(fmt::format("Generation {}: new against best", generation),
        report(result) + (promoted ? "Promoted\n" : "Not promoted\n"));
}

void RunPrinter::noticed(const std::string& what) { spdlog::warn("{}", what); }

void RunPrinter::print(const std::string& title, const std::string& text) {
  progress_.reset();
  const std::string page = title + '\n' + text + '\n';
  std::fwrite(page.data(), 1, page.size(), stdout);  // a failure is told at the end, and does not end the run
  std::fflush(stdout);
}

}  // namespace hone
