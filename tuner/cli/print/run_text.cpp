// SPDX-License-Identifier: MIT
#include "tuner/cli/print/run_text.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <cstdio>
#include <utility>
#include <variant>

#include "tuner/cli/console.hpp"
#include "tuner/cli/print/results_text.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/report/report_page.hpp"
#include "tuner/text/shell_word.hpp"

namespace hone::cli {

namespace {

std::string step_text(int generation, run::RunStep step) {
  switch (step) {
    case run::RunStep::self_play:
      return fmt::format("generation {}: self-play", generation);
    case run::RunStep::sampling:
      return fmt::format("generation {}: positions", generation);
    case run::RunStep::fit:
      return fmt::format("generation {}: fit", generation);
    case run::RunStep::gate:
      return fmt::format("generation {}: new against best", generation);
    case run::RunStep::final_match:
      return "best against start";
  }
  return {};
}

const char* unit_of(run::RunStep step) { return step == run::RunStep::fit ? "iterations" : "games"; }

}  // namespace

void RunPrinter::told(const run::RunNews& news) {
  std::visit([this](const auto& one) { show(one); }, news);
}

void RunPrinter::show(const run::StepBegun& begun) {
  step_ = step_text(begun.generation, begun.step);
  first_ = true;
  progress_.reset();
  progress_ = std::make_unique<Progress>(console_, unit_of(begun.step), begun.games);
}

// On a terminal the text gets a line of its own, so that a narrow window shows both.
ProgressNote RunPrinter::note(const std::string& text) const {
  const std::string note = step_ + (text.empty() ? "" : ", ") + text;
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

void RunPrinter::show(const run::GamesPlayed& played) {
  update_games(played.tally.games, fmt::format("{} positions", played.tally.plies));
}

void RunPrinter::show(const run::MatchPlayed& played) {
  update_games(played.result.tally().games, short_report(played.result));
}

void RunPrinter::show(const run::RowsSampled& sampled) {
  update(sampled.summary.games, fmt::format("{} rows", sampled.summary.rows));
}

void RunPrinter::show(const run::FitStepped& stepped) {
  update(static_cast<std::uint64_t>(stepped.progress.iteration), fmt::format("loss {:.6f}", stepped.progress.loss));
}

void RunPrinter::show(const run::SelfPlayFinished& finished) {
  print(fmt::format("Generation {}: self-play", finished.generation), report(finished.result));
}

void RunPrinter::show(const run::FitFinished& finished) {
  print(fmt::format("Generation {}: fit", finished.generation),
        report(finished.result.sampling) + report(finished.result.fit));
}

void RunPrinter::show(const run::GateFinished& finished) {
  print(fmt::format("Generation {}: new against best", finished.generation),
        report(finished.result) + (finished.promoted ? "Promoted\n" : "Not promoted\n"));
}

void RunPrinter::show(const run::Noticed& noticed) { spdlog::warn("{}", noticed.what); }

bool RunPrinter::write_page(const std::filesystem::path& folder, const std::filesystem::path& page) {
  report::write_report(folder, page);
  return true;
}

void RunPrinter::print(const std::string& title, const std::string& text) {
  progress_.reset();
  const std::string page = title + '\n' + text + '\n';
  say_text(page);  // a failure is told at the end, and does not end the run
  std::fflush(stdout);
}

namespace {

std::string state_text(const run::RunStatus& status, const std::filesystem::path& folder) {
  if (const auto& holder = status.holder) {
    return fmt::format("running, process {} on {}, since {}", holder->process, holder->host, holder->since);
  }
  if (status.done) return "done";
  return "interrupted; to go on: " + resume_command(folder);
}

std::string games_text(const run::LiveStep& live) {
  if (!live.games) return {};
  ProgressState state;
  state.unit = "games";
  state.total = live.planned;
  state.done = *live.games;
  if (live.games_per_second > 0) state.seconds = static_cast<double>(state.done) / live.games_per_second;
  return ", " + to_string(state);
}

std::string live_text(const run::LiveStep& live) {
  std::string text = fmt::format("generation {}, {}", live.generation, to_string(live.step));
  text += games_text(live);
  if (live.plies) text += fmt::format(", {} positions", *live.plies);
  if (live.rows) text += fmt::format(", {} rows", *live.rows);
  if (live.loss) text += fmt::format(", loss {:.6f}", *live.loss);
  if (live.elo) text += fmt::format(", Elo {}", stats::with_error(*live.elo, "+-"));
  if (const auto& sprt = live.sprt) {
    text += fmt::format(", LLR {:.2f} ({:.2f}, {:.2f})", sprt->llr, sprt->lower, sprt->upper);
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
  if (!status.done && status.live && status.live->step) {
    text += fmt::format("{:<15}{}\n", status.holder ? "Now" : "Was at", live_text(*status.live->step));
  }
  return text + fmt::format("Last entry     {}, generation {}, {}\n", name_of(status.last.event),
                            status.last.generation, status.last.time);
}

}  // namespace hone::cli
