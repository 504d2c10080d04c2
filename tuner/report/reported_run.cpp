// SPDX-License-Identifier: MIT
#include "tuner/report/reported_run.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "engine/game_driver.hpp"
#include "tuner/run/damage.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/run/journal.hpp"
#include "tuner/run/live.hpp"

namespace hone::report {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

NamedCounts counts_of(const Json& json) {
  NamedCounts counts;
  for (const auto& [name, count] : json.items()) counts.emplace_back(name, count.get<std::uint64_t>());
  return counts;
}

std::uint64_t count_of(const Json& json, const char* key) { return json.value(key, std::uint64_t{0}); }

ReportedSelfPlay self_play_of(const Json& json) {
  return {.games = json.at("games"),
          .duplicates = count_of(json, "duplicates"),
          .plies = json.at("plies"),
          .first_wins = json.at("first_wins"),
          .draws = json.at("draws"),
          .second_wins = json.at("second_wins"),
          .verified = count_of(json, "verified"),
          .misjudged = count_of(json, "misjudged"),
          .reasons = counts_of(json.at("reasons"))};
}

ReportedFit fit_of(const Json& json) {
  const Json& fit = json.at("fit");
  const Json& train = fit.at("train_losses");
  const Json& heldout = fit.at("heldout_losses");
  return {.games = fit.at("games"),
          .positions = fit.at("positions"),
          .heldout_games = fit.at("heldout_games"),
          .train_start = train.at("start"),
          .train = train.at("rounded"),
          .heldout_start = heldout.at("start"),
          .heldout = heldout.at("rounded"),
          .gain = fit.at("heldout_gain"),
          .gain_error = fit.at("heldout_gain_error"),
          .k = fit.at("k"),
          .status = fit.at("status")};
}

struct WorkHours {
  double all = 0, self_play = 0;
};

bool is_stage(const Json& entry) {
  const std::string event = entry.at("event");
  return event == "self_play" || event == "fit" || event == "gate";
}

// At work on each generation, pauses and what repairs of other generations took aside.
std::map<int, WorkHours> hours_of_generations(const std::vector<Json>& entries) {
  std::map<int, WorkHours> hours;
  int open = 0;
  bool is_playing = false;
  double before = 0;
  for (const Json& entry : entries) {
    const double now = entry.at("hours");
    const std::string event = entry.at("event");
    const bool is_repair = is_stage(entry) && entry.at("generation") != open;
    if (open > 0 && !is_repair) {
      hours[open].all += now - before;
      if (is_playing) hours[open].self_play += now - before;
    }
    before = now;
    if (is_repair) continue;
    if (event == "generation") open = entry.at("generation");
    if (event == "generation" || event == "self_play") is_playing = event == "generation";
    if (event == "gate") open = 0;
  }
  return hours;
}

template <class Make>
auto made_of_stage(const run::RunHistory& history, const char* stage, int generation, const Make& make) {
  const Json* entry = history.finished(stage, generation);
  return entry == nullptr ? std::nullopt : std::optional(make(*entry));
}

ReportedGeneration generation_of(const run::RunHistory& history, int number) {
  const Json* gate = history.finished("gate", number);
  return {.number = number,
          .self_play = made_of_stage(history, "self_play", number, self_play_of),
          .fit = made_of_stage(history, "fit", number, fit_of),
          .gate = made_of_stage(history, "gate", number, match_of),
          .promoted = gate != nullptr && gate->at("promoted").get<bool>()};
}

RunPhase phase_of(const Json& last, const fs::path& folder) {
  const std::string event = last.at("event");
  if (event == "done") return RunPhase::complete;
  if (event == "stopped") return RunPhase::stopped;
  return run::RunDirectory::holder_of(folder) ? RunPhase::at_work : RunPhase::killed;
}

// The best generation unless its weights and its gate are there.
int in_repair(const run::RunHistory& history) {
  const int best = history.best();
  const bool is_there = history.finished("fit", best) != nullptr && history.finished("gate", best) != nullptr;
  return is_there ? 0 : best;
}

stats::SprtOptions test_of(const Json& sprt) {
  stats::SprtOptions test;
  test.elo0 = sprt.at("elo0");
  test.elo1 = sprt.at("elo1");
  test.model = sprt.at("logistic").get<bool>() ? stats::EloModel::logistic : stats::EloModel::normalized;
  return test;
}

void take_options(const Json& options, ReportedRun& run) {
  if (options.contains("final_games")) run.final_games = options.at("final_games").get<std::uint64_t>();
  const Json gate = options.value("gate", Json::object());
  if (const auto sprt = gate.find("sprt"); sprt != gate.end()) run.gate_test = test_of(*sprt);
}

// Sampling is over with the fit.
bool is_over(const OpenStage& stage, const ReportedRun& run) {
  if (stage.name == "final") return run.final_match.has_value();
  return run.history.finished(stage.name == "sampling" ? "fit" : stage.name, stage.generation) != nullptr;
}

void take_journal(const std::vector<Json>& entries, ReportedRun& run) {
  run.history = run::RunHistory(entries);
  run.phase = phase_of(entries.back(), run.folder);
  run.why = entries.back().value("why", "");
  run.begun = entries.front().at("time");
  run.last = entries.back().at("time");
  run.hours = run.history.hours();
  run.sessions = static_cast<int>(
      std::ranges::count_if(entries, [](const Json& entry) { return entry.at("event") == "session"; }));
  std::map<int, WorkHours> hours = hours_of_generations(entries);
  for (int number = 1; run.history.was_begun(number); ++number) {
    run.generations.push_back(generation_of(run.history, number));
    run.generations.back().hours = hours[number].all;
    run.generations.back().self_play_hours = hours[number].self_play;
  }
  run.final_match = made_of_stage(run.history, "final", run.best_generation(), match_of);
  run.in_repair = in_repair(run.history);
  take_options(run.history.begun().value("options", Json::object()), run);
}

// live.json tells what was done last, which may be finished by now.
void take_live(const run::JournalLines& journal, ReportedRun& run) {
  const Json live = run::read_live(run::RunPaths(run.folder).live(), journal.first_sum).live;
  if (run.phase == RunPhase::complete || !live.contains("stage")) return;
  OpenStage stage{.name = live.at("stage"),
                  .generation = live.at("generation"),
                  .games = count_of(live, "games"),
                  .planned = count_of(live, "planned")};
  if (!is_over(stage, run)) run.open_stage = std::move(stage);
}

void read_journal_of(ReportedRun& run) {
  const fs::path file = run::RunPaths(run.folder).journal();
  const run::JournalLines lines = run::read_journal(file);
  if (lines.entries.empty()) throw Error(file.string(), 0, run::no_events);
  try {
    take_journal(lines.entries, run);
    take_live(lines, run);
  } catch (const Json::exception& fault) {
    throw Error(file.string(), 0, fault.what());
  }
}

// Groups that the schema was given after the run are shown as zero, which is what the run played them as.
Weights read_weights_of_run(const fs::path& file, const Schema& schema) {
  return read_weights(file, schema, [](const std::string&) {});
}

void read_weights_of(ReportedRun& run) {
  const fs::path start = run::RunPaths(run.folder).start_weights();
  run::require_intact(run::RunPaths(run.folder), run.history, start);
  run.start = read_weights_of_run(start, find_driver(read_weights_game(start)).schema());
  run.best = weights_of(run, run.best_generation());
}

Json read_json(const fs::path& file) {
  Json json = Json::parse(read_file(file), nullptr, false);
  if (!json.is_object()) throw Error(file.string(), 0, expected_found("a JSON object", "something else"));
  return json;
}

// What `make` makes of the object in the file.
template <class Make>
auto made_of(const fs::path& file, const Make& make) {
  try {
    return make(read_json(file));
  } catch (const Json::exception& fault) {
    throw Error(file.string(), 0, fault.what());
  }
}

learn::CalibrationTable table_of(const Json& json) {
  learn::CalibrationTable table{.name = json.at("name"), .bins = {}};
  for (std::size_t i = 0; i < table.bins.size(); ++i) {
    const Json& bin = json.at("bins").at(i);
    table.bins[i] = {.positions = bin.at("positions"),
                     .predicted = bin.at("predicted"),
                     .observed = bin.at("observed"),
                     .error = bin.at("error")};
  }
  return table;
}

std::optional<learn::Recalibration> recalibration_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return learn::Recalibration{.intercept = json.at("intercept"),
                              .slope = json.at("slope"),
                              .intercept_error = json.at("intercept_error"),
                              .slope_error = json.at("slope_error")};
}

std::optional<ReportedStudy> study_of(const Json& json) {
  const auto report = json.find("report");
  if (report == json.end()) return std::nullopt;
  ReportedStudy study;
  if (report->at("warning").is_string()) study.warning = report->at("warning");
  study.collinear = report->at("collinear").get<std::vector<std::string>>();
  const Json& calibration = report->at("calibration");
  study.heldout = calibration.at("heldout");
  for (const Json& table : calibration.at("tables")) study.calibration.push_back(table_of(table));
  study.recalibration = recalibration_of(calibration.at("recalibration"));
  return study;
}

}  // namespace

int ReportedRun::finished() const {
  return static_cast<int>(std::ranges::count_if(generations, [](const auto& one) { return one.gate.has_value(); }));
}

int ReportedRun::promotions() const {
  return static_cast<int>(std::ranges::count_if(generations, &ReportedGeneration::promoted));
}

int ReportedRun::best_generation() const {
  const auto newest = std::find_if(generations.rbegin(), generations.rend(),
                                   [](const auto& one) { return one.promoted && one.fit.has_value(); });
  return newest == generations.rend() ? 0 : newest->number;
}

ReportedRun read_run(const fs::path& folder) {
  const run::RunPaths paths(run::folder_of_run(folder));
  run::RunDirectory::require_run(folder);
  ReportedRun run;
  run.folder = paths.folder();
  read_journal_of(run);
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

std::optional<ReportedStudy> read_study(const ReportedRun& run, int generation) {
  const run::RunPaths paths(run.folder);
  const fs::path file = paths.fit_result(generation);
  run::require_intact(paths, run.history, file);
  if (!fs::exists(file)) return std::nullopt;
  return made_of(file, study_of);
}

}  // namespace hone::report
