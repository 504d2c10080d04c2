// SPDX-License-Identifier: MIT
#include "tuner/cli/print/run_text.hpp"
#include "tuner/report/report_page.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <cstdio>
#include <utility>

#include "tuner/cli/console.hpp"
#include "tuner/cli/print/results_text.hpp"
#include "tuner/text/shell_word.hpp"

namespace hone::cli {

namespace {

std::string stage_text(int generation, run::RunStage stage) {
  switch (stage) {
    case run::RunStage::self_play:
      return fmt::format("generation {}: self-play", generation);
    case run::RunStage::sampling:
      return fmt::format("generation {}: positions", generation);
    case run::RunStage::fit:
      return fmt::format("generation {}: fit", generation);
    case run::RunStage::gate:
      return fmt::format("generation {}: new against best", generation);
    case run::RunStage::final_match:
      return "best against start";
  }
  return {};
}

const char* unit_of(run::RunStage stage) { return stage == run::RunStage::fit ? "iterations" : "games"; }

}  // namespace

void RunPrinter::stage_begun(int generation, run::RunStage stage, std::uint64_t games) {
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

void RunPrinter::games_played(const stats::PlayTally& tally) {
  update_games(tally.games, fmt::format("{} positions", tally.plies));
}

void RunPrinter::match_played(const match::TournamentResult& result) {
  update_games(result.tally().games, short_report(result));
}

void RunPrinter::rows_sampled(const learn::SamplingSummary& summary) {
  update(summary.games, fmt::format("{} rows", summary.rows));
}

void RunPrinter::fit_stepped(const learn::FitProgress& progress) {
  update(static_cast<std::uint64_t>(progress.iteration), fmt::format("loss {:.6f}", progress.loss));
}

void RunPrinter::self_play_done(int generation, const play::SelfPlaySummary& summary) {
  print(fmt::format("Generation {}: self-play", generation), report(summary));
}

void RunPrinter::fit_done(int generation, const learn::SamplingSummary& sampling, const learn::FitSummary& fit) {
  print(fmt::format("Generation {}: fit", generation), report(sampling) + report(fit));
}

void RunPrinter::gate_done(int generation, const match::TournamentResult& result, bool promoted) {
  print(fmt::format("Generation {}: new against best", generation),
        report(result) + (promoted ? "Promoted\n" : "Not promoted\n"));
}

bool RunPrinter::write_page(const std::filesystem::path& folder, const std::filesystem::path& page) {
  report::write_report(folder, page);
  return true;
}

void RunPrinter::noticed(const std::string& what) { spdlog::warn("{}", what); }

void RunPrinter::print(const std::string& title, const std::string& text) {
  progress_.reset();
  const std::string page = title + '\n' + text + '\n';
  std::fwrite(page.data(), 1, page.size(), stdout);  // a failure is told at the end, and does not end the run
  std::fflush(stdout);
}

namespace {

using Json = nlohmann::ordered_json;

std::string state_text(const run::RunStatus& status, const std::filesystem::path& folder) {
  if (const auto& holder = status.holder) {
    return fmt::format("running, process {} on {}, since {}", holder->process, holder->host, holder->since);
  }
  if (status.done) return "done";
  return "interrupted; to go on: " + resume_command(folder);
}

std::string games_text(const Json& live) {
  if (!live.contains("games")) return {};
  ProgressState state;
  state.unit = "games";
  state.total = live.value("planned", std::uint64_t{0});
  state.done = live.value("games", std::uint64_t{0});
  const double rate = live.value("games_per_second", 0.0);
  if (rate > 0) state.seconds = static_cast<double>(state.done) / rate;
  return ", " + to_string(state);
}

std::string stage_text(const Json& live) {
  std::string text = fmt::format("generation {}, {}", live.value("generation", 0), live.value("stage", ""));
  text += games_text(live);
  if (live.contains("plies")) text += fmt::format(", {} positions", live.value("plies", 0));
  if (live.contains("rows")) text += fmt::format(", {} rows", live.value("rows", 0));
  if (live.contains("loss")) text += fmt::format(", loss {:.6f}", live.value("loss", 0.0));
  if (live.contains("elo")) {
    text += fmt::format(", {:+.1f} +- {:.1f} Elo", live.value("elo", 0.0), live.value("elo_error", 0.0));
  }
  if (live.contains("llr")) {
    text += fmt::format(", LLR {:.2f} ({:.2f}, {:.2f})", live.value("llr", 0.0), live.value("lower", 0.0),
                        live.value("upper", 0.0));
  }
  return text;
}

}  // namespace

std::string resume_command(const std::filesystem::path& folder) {
  return "hone run --resume " + text::shell_word(folder.string());
}

std::string repair_hint(const std::string& resume) {
  return fmt::format("To set it aside and make it again from the rest:\n  {} --repair\n", resume);
}

std::string report(const run::RunStatus& status, const std::filesystem::path& folder) {
  std::string text = fmt::format("State          {}\n", state_text(status, folder));
  text += fmt::format("Generations    {} finished, {} promoted, best {}, {} of work\n", status.generations,
                      status.promotions,
                      status.best_generation == 0 ? "start" : fmt::format("gen-{:03}", status.best_generation),
                      duration_text(3600 * status.hours));
  if (!status.done && !status.live.empty()) {
    text += fmt::format("{:<15}{}\n", status.holder ? "Now" : "Was at", stage_text(status.live));
  }
  return text + fmt::format("Last entry     {}, generation {}, {}\n", status.last.value("event", ""),
                            status.last.value("generation", 0), status.last.value("time", ""));
}

}  // namespace hone::cli
