// SPDX-License-Identifier: MIT
#include "tuner/report/reported_run.hpp"

#include <algorithm>
#include <map>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "engine/game_driver.hpp"
#include "tuner/run/damage.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/run/journal.hpp"
#include "tuner/run/record.hpp"
#include "tuner/run/result_files.hpp"

namespace hone::report {

namespace {

namespace fs = std::filesystem;

struct WorkHours {
  double all = 0, self_play = 0;
};

// Neither pauses nor repairs of other generations count as work on a generation.
std::map<int, WorkHours> hours_of_generations(const std::vector<run::JournalEntry>& entries) {
  std::map<int, WorkHours> hours;
  int open = 0;
  bool is_playing = false;
  double before = 0;
  for (const run::JournalEntry& entry : entries) {
    const std::optional<run::RunStep> step = run::step_of(entry.event);
    const bool is_of_generation = step && *step != run::RunStep::final_match;
    const bool is_repair = is_of_generation && entry.generation != open;
    if (open > 0 && !is_repair) {
      hours[open].all += entry.hours - before;
      if (is_playing) hours[open].self_play += entry.hours - before;
    }
    before = entry.hours;
    if (is_repair) continue;
    const bool is_begun = std::holds_alternative<run::GenerationBegun>(entry.event);
    if (is_begun) open = entry.generation;
    if (is_begun || step == run::RunStep::self_play) is_playing = is_begun;
    if (step == run::RunStep::gate) open = 0;
  }
  return hours;
}

ReportedGeneration generation_of(const run::RunHistory& history, int number) {
  ReportedGeneration generation{.number = number};
  if (const auto* played = history.result<run::SelfPlayDone>(number)) generation.self_play = played->result;
  if (const auto* fitted = history.result<run::FitDone>(number)) generation.fit = fitted->fit;
  if (const auto* selection = history.result<run::SelectionDone>(number)) generation.selection = *selection;
  if (const auto* pool = history.result<run::PoolDone>(number)) generation.pool = *pool;
  if (const auto* gate = history.result<run::GateDone>(number)) {
    generation.gate = gate->result;
    generation.promoted = gate->promoted;
  }
  generation.awaits_selection = generation.fit && !history.has_weights(number);
  if (const auto* skipped = history.result<run::GateSkipped>(number)) generation.untested = skipped->why;
  return generation;
}

RunPhase phase_of(const run::RunEvent& last, const fs::path& folder) {
  if (std::holds_alternative<run::RunDone>(last)) return RunPhase::complete;
  if (std::holds_alternative<run::RunStopped>(last)) return RunPhase::stopped;
  return run::RunDirectory::holder_of(folder) ? RunPhase::at_work : RunPhase::killed;
}

// Gives the best generation unless its weights and its gate are there.
int in_repair(const run::RunHistory& history) {
  const int best = history.best();
  const bool is_there = history.has_weights(best) && history.finished(run::RunStep::gate, best) != nullptr;
  return is_there ? 0 : best;
}

// Sampling is over with the fit.
bool is_over(const run::LiveStep& live, const ReportedRun& run) {
  if (live.step == run::RunStep::final_match) return run.final_match.has_value();
  const run::RunStep step = live.step == run::RunStep::sampling ? run::RunStep::fit : live.step;
  return run.history.finished(step, live.generation) != nullptr;
}

void take_entries(const std::vector<run::JournalEntry>& entries, ReportedRun& run) {
  run.history = run::RunHistory(entries);
  run.phase = phase_of(entries.back().event, run.folder);
  run.why = run::why_of(entries.back().event);
  run.begun = entries.front().time;
  run.last = entries.back().time;
  run.hours = run.history.hours();
  run.sessions = static_cast<int>(std::ranges::count_if(
      entries, [](const run::JournalEntry& entry) { return std::holds_alternative<run::SessionBegun>(entry.event); }));
  std::map<int, WorkHours> hours = hours_of_generations(entries);
  for (int number = 1; run.history.was_begun(number); ++number) {
    run.generations.push_back(generation_of(run.history, number));
    run.generations.back().hours = hours[number].all;
    run.generations.back().self_play_hours = hours[number].self_play;
  }
  const auto* played = run.history.result<run::FinalMatchDone>(run.best_generation());
  if (played != nullptr) run.final_match = played->result;
  run.progress = run::progress_of(run.history);
  run.in_repair = in_repair(run.history);
}

// live.json tells what was done last, which may be finished by now.
void take_live(const std::optional<run::Live>& live, ReportedRun& run) {
  if (run.phase == RunPhase::complete || !live) return;
  run.hours = std::max(run.hours, live->hours);
  if (!live->step) return;
  if (!is_over(*live->step, run)) run.open_step = live->step;
}

void read_journal_of(ReportedRun& run) {
  const run::RunPaths paths(run.folder);
  const run::JournalLines lines = run::read_journal(paths.journal());
  take_entries(run::entries_of(lines), run);
  take_live(run::read_live(paths.live(), lines.first_sum).live, run);
  const run::RunOptions options = run::options_of(paths.journal(), run.history);
  run.final_games = options.final_games;
  run.gate_test = options.gate.sprt;
  run.gate_los = options.gate_los;
}

// Groups that the schema was given after the run are shown as zero, which is what the run played them as.
Weights read_weights_of_run(const fs::path& file, const Schema& schema) {
  return read_weights(file, schema, [](const std::string&) {});
}

// Of a run that tunes another engine the file alone knows the schema.
Weights read_start(const fs::path& file) {
  const std::string name = read_weights_game(file);
  const auto drivers = all_drivers();
  const auto game = std::ranges::find(drivers, name, [](const GameDriver* driver) { return driver->name(); });
  return game == drivers.end() ? read_weights(file) : read_weights_of_run(file, (*game)->schema());
}

void read_weights_of(ReportedRun& run) {
  const fs::path start = run::RunPaths(run.folder).start_weights();
  run::require_intact(run::RunPaths(run.folder), run.history, start);
  run.start = read_start(start);
  run.best = weights_of(run, run.best_generation());
}

}  // namespace

int ReportedRun::finished() const {
  const auto untested = std::ranges::count_if(generations, [](const auto& one) { return !one.untested.empty(); });
  return tested() + static_cast<int>(untested);
}

int ReportedRun::tested() const {
  return static_cast<int>(std::ranges::count_if(generations, [](const auto& one) { return one.gate.has_value(); }));
}

int ReportedRun::promotions() const {
  return static_cast<int>(std::ranges::count_if(generations, &ReportedGeneration::promoted));
}

int ReportedRun::best_generation() const {
  const auto newest = std::find_if(generations.rbegin(), generations.rend(),
                                   [](const auto& one) { return one.promoted && one.fit && !one.awaits_selection; });
  return newest == generations.rend() ? 0 : newest->number;
}

ReportedRun read_story(const fs::path& folder) {
  run::RunDirectory::require_run(folder);
  ReportedRun run;
  run.folder = run::folder_of_run(folder);
  read_journal_of(run);
  return run;
}

ReportedRun read_run(const fs::path& folder) {
  ReportedRun run = read_story(folder);
  const run::RunPaths paths(run.folder);
  run::require_intact(paths, run.history, paths.config());
  run.config = read_file(paths.config());
  read_weights_of(run);
  return run;
}

Weights weights_of(const ReportedRun& run, int generation) {
  if (generation == 0) return run.start;
  const run::RunPaths paths(run.folder);
  run::require_intact(paths, run.history, paths.candidate_weights(generation));
  return read_weights_of_run(paths.candidate_weights(generation), run.start.schema);
}

std::optional<learn::FitRemarks> read_remarks(const ReportedRun& run, int generation) {
  const run::RunPaths paths(run.folder);
  const fs::path file = paths.fit_result(generation);
  run::require_intact(paths, run.history, file);
  return run::read_fit_remarks(file);
}

}  // namespace hone::report
