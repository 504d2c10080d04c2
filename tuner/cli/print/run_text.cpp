// SPDX-License-Identifier: MIT
#include "tuner/cli/print/run_text.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <utility>
#include <variant>

#include "tuner/cli/console.hpp"
#include "tuner/cli/print/lines.hpp"
#include "tuner/cli/print/pool_text.hpp"
#include "tuner/cli/print/results_text.hpp"
#include "tuner/cli/print/units_text.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/report/report_page.hpp"
#include "tuner/run/candidates.hpp"
#include "tuner/run/command_lines.hpp"
#include "tuner/text/numbers.hpp"

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
    case run::RunStep::selection:
      return fmt::format("generation {}: candidates", generation);
    case run::RunStep::gate:
      return fmt::format("generation {}: new against best", generation);
    case run::RunStep::final_match:
      return "best against start";
    case run::RunStep::pool:
      return fmt::format("generation {}: against the pool", generation);
  }
  return {};
}

// The reason stands on the same line, because "undecided" and "promoted" look like a contradiction.
std::string decision_text(const run::GateDecision& decision) {
  return fmt::format("{:<15}{}\n", decision.promoted ? "Promoted" : "Not promoted", decision.why);
}

std::string pool_decides_text(const run::GateDecision& decision) {
  return fmt::format("{:<15}{}\nPassed; the games against the pool decide\n", "Gate", decision.why);
}

// The candidates with their points against the best, and who goes to the gate.
std::string selection_text(const run::SelectionDone& selection) {
  std::string text;
  for (const run::SelectionDone::Result& one : selection.candidates) {
    const double share = one.games > 0 ? one.points / static_cast<double>(one.games) : 0;
    text += fmt::format("{:<15}{:>7} of {:<7}{:>7}\n", one.origin, text::fixed(one.points, 1), text::grouped(one.games),
                        text::percent(share));
  }
  return text + labelled("Chosen", run::describe_chosen(selection));
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

void RunPrinter::show(const run::PoolPlayed& played) { update_games(played.games, ""); }

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

void RunPrinter::show(const run::SelectionFinished& finished) {
  print(fmt::format("Generation {}: candidates against best", finished.generation), selection_text(finished.result));
}

void RunPrinter::show(const run::GateFinished& finished) {
  print(fmt::format("Generation {}: new against best", finished.generation),
        report(finished.result) +
            (finished.is_for_pool ? pool_decides_text(finished.decision) : decision_text(finished.decision)));
}

void RunPrinter::show(const run::PoolFinished& finished) {
  print(fmt::format("Generation {}: against the pool", finished.generation),
        report(finished.result, finished.generation));
}

void RunPrinter::show(const run::GateLeftOut& left_out) {
  print(fmt::format("Generation {}: new against best", left_out.generation),
        fmt::format("Not tested     {}\n", left_out.why));
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
  return "interrupted; to go on: " + run::resume_command(folder);
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

// Counts in full, hours to a few digits.
std::string amount_text(double amount) {
  constexpr double most = 1e15;  // whole numbers up to here are exact
  const bool is_whole = amount == std::floor(amount) && amount < most;
  return is_whole ? text::grouped(static_cast<std::uint64_t>(amount)) : fmt::format("{:.4g}", amount);
}

std::string budgets_text(const run::RunStatus& status) {
  std::string text;
  for (const run::BudgetLeft& budget : status.forecast.budgets) {
    text += fmt::format("{}{} of {} {}", text.empty() ? "" : ", ", amount_text(budget.left), amount_text(budget.of),
                        budget.option);
  }
  return text.empty() ? "" : labelled("Budgets", text + " left");
}

// The time of the end, if the run goes on as before; nothing where that is too far away to be told.
std::string date_text(double seconds) {
  constexpr double ten_years = 10 * 365.25 * 86'400;
  if (seconds > ten_years) return {};
  const auto end = std::chrono::system_clock::now() + std::chrono::seconds(std::llround(seconds));
  return fmt::format(", {:%Y-%m-%d %H:%M} UTC", fmt::gmtime(std::chrono::system_clock::to_time_t(end)));
}

// Tells nothing of a run that is done, or whose end cannot be known.
std::string end_text(const run::RunStatus& status) {
  if (status.done || !status.forecast.hours_left) return {};
  const double seconds = 3600 * *status.forecast.hours_left;
  const auto& budgets = status.forecast.budgets;
  const bool no_patience =
      std::ranges::find(budgets, std::string_view("patience"), &run::BudgetLeft::option) == budgets.end();
  return labelled("Ends", fmt::format("in about {} of work{}, by --{}{}", duration_text(seconds),
                                      status.holder ? date_text(seconds) : "", run::option_of(status.forecast.end),
                                      no_patience ? "" : "; --patience may end it earlier"));
}

std::string generation_text(const run::GenerationStatus& row) {
  std::string text = fmt::format("{:>3} {:>8}", row.number, row.games ? text::grouped(*row.games) : "...");
  if (!row.gate && !row.why.empty()) text += fmt::format("  not tested\n{:14}{}", "", row.why);
  if (!row.gate) return text + '\n';
  const auto& [losses, draws, wins] = row.gate->players.at(0).results.games;
  const stats::Interval elo = row.gate->elo();
  text += fmt::format("  {:<18}{:>+7.1f} {:<18}{:>8}  {}", fmt::format("+{} ={} -{}", wins, draws, losses), elo.value,
                      fmt::format("[{:+.1f}, {:+.1f}]", elo.low, elo.high), duration_text(3600 * row.hours),
                      row.promoted ? "promoted" : "kept out");
  text += fmt::format("\n{:14}{}\n", "", row.why);
  return row.chosen.empty() ? text : text + fmt::format("{:14}{}\n", "", row.chosen);
}

std::string table_text(const run::RunStatus& status) {
  if (status.table.empty()) return {};
  std::string text = fmt::format("\n{:>3} {:>8}  {:<18}{:>7} {:<18}{:>8}  {}\n", "Gen", "Games", "Gate", "Elo",
                                 "(95 %)", "Work", "Candidate");
  for (const run::GenerationStatus& row : status.table) text += generation_text(row);
  return text;
}

std::string damage_text(const run::RunStatus& status, const std::filesystem::path& folder) {
  std::string text;
  bool can_be_repaired = !status.holder;
  for (const run::Damage& damage : status.damage) {
    text += fmt::format("Damaged        {}: {}\n", (folder / damage.sealed.file.name).string(), damage.what);
    can_be_repaired = can_be_repaired && damage.can_be_repaired;
  }
  return text.empty() || !can_be_repaired ? text : text + repair_hint(run::resume_command(folder));
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

std::string repair_hint(const std::string& resume) {
  return fmt::format("To set it aside and make it again from the rest:\n  {} --repair\n", resume);
}

std::string report(const run::RunStatus& status, const std::filesystem::path& folder) {
  std::string text = fmt::format("State          {}\n", state_text(status, folder));
  text += fmt::format("Generations    {} finished, {} promoted, best {}, {} of work\n", status.generations,
                      status.promotions,
                      status.best_generation == 0 ? "start" : fmt::format("gen-{:03}", status.best_generation),
                      duration_text(3600 * status.hours));
  text += report(status.progress);
  if (!status.done && status.live && status.live->step) {
    text += labelled(status.holder ? "Now" : "Was at", live_text(*status.live->step));
  }
  text += budgets_text(status) + end_text(status);
  if (!status.distribution.is_empty()) text += report(status.distribution);
  text += fmt::format("Last entry     {}, generation {}, {}\n", name_of(status.last.event), status.last.generation,
                      status.last.time);
  return text + table_text(status) + damage_text(status, folder);
}

}  // namespace hone::cli
