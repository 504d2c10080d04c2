// SPDX-License-Identifier: MIT
#include "tuner/report/reported_run.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "engine/game_driver.hpp"
#include "tuner/run/journal.hpp"
#include "tuner/run/run_damage.hpp"
#include "tuner/run/run_directory.hpp"

namespace hone {
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

Interval elo_of(const Json& match, const Json& player) {
  if (const auto corrected = match.find("corrected"); corrected != match.end()) {
    const Json& elo = corrected->at("elo");
    return {.value = elo.at("value"), .low = elo.at("low"), .high = elo.at("high")};
  }
  const double elo = player.at("elo"), error = player.at("elo_error");
  return {elo, elo - error, elo + error};
}

void add_sprt(const Json& sprt, ReportedMatch& match) {
  match.has_sprt = true;
  match.llr = sprt.at("llr");
  match.lower = sprt.at("lower");
  match.upper = sprt.at("upper");
  match.verdict = sprt.at("verdict");
}

ReportedMatch match_of(const Json& json) {
  const Json& player = json.at("players").at(0);
  ReportedMatch match;
  match.player = player.at("name");
  match.opponent = json.at("players").at(1).at("name");
  match.games = json.at("games");
  match.wins = player.at("wins");
  match.draws = player.at("draws");
  match.losses = player.at("losses");
  match.elo = elo_of(json, player);
  match.los = json.value("corrected", player).at("los");
  if (const auto sprt = json.find("sprt"); sprt != json.end()) add_sprt(*sprt, match);
  return match;
}

// At work on each generation, pauses and what repairs took later aside.
std::map<int, double> hours_of_generations(const std::vector<Json>& entries) {
  std::map<int, double> hours;
  int open = 0;
  double before = 0;
  for (const Json& entry : entries) {
    const double now = entry.at("hours");
    if (open > 0) hours[open] += now - before;
    before = now;
    if (entry.at("event") == "generation") open = entry.at("generation");
    if (entry.at("event") == "gate") open = 0;
  }
  return hours;
}

template <class Make>
auto made_of_stage(const RunHistory& history, const char* stage, int generation, const Make& make) {
  const Json* entry = history.finished(stage, generation);
  return entry == nullptr ? std::nullopt : std::optional(make(*entry));
}

ReportedGeneration generation_of(const RunHistory& history, int number) {
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
  return RunDirectory::holder_of(folder) ? RunPhase::at_work : RunPhase::killed;
}

void take_journal(const std::vector<Json>& entries, ReportedRun& run) {
  run.history = RunHistory(entries);
  run.phase = phase_of(entries.back(), run.folder);
  run.begun = entries.front().at("time");
  run.last = entries.back().at("time");
  run.hours = run.history.hours();
  run.sessions = static_cast<int>(
      std::ranges::count_if(entries, [](const Json& entry) { return entry.at("event") == "session"; }));
  std::map<int, double> hours = hours_of_generations(entries);
  for (int number = 1; run.history.was_begun(number); ++number) {
    run.generations.push_back(generation_of(run.history, number));
    run.generations.back().hours = hours[number];
  }
  run.final_match = made_of_stage(run.history, "final", run.best_generation(), match_of);
}

void read_journal_of(ReportedRun& run) {
  const fs::path file = RunPaths(run.folder).journal();
  const JournalLines lines = read_journal(file);
  if (lines.entries.empty()) throw Error(file.string(), 0, "expected a journal, found nothing");
  try {
    take_journal(lines.entries, run);
  } catch (const Json::exception& fault) {
    throw Error(file.string(), 0, fault.what());
  }
}

void read_weights_of(ReportedRun& run) {
  const fs::path start = RunPaths(run.folder).start_weights();
  require_intact(RunPaths(run.folder), run.history, start);
  run.start = read_weights(start, find_driver(read_weights_game(start)).schema());
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

CalibrationTable table_of(const Json& json) {
  CalibrationTable table{.name = json.at("name"), .bins = {}};
  for (std::size_t i = 0; i < table.bins.size(); ++i) {
    const Json& bin = json.at("bins").at(i);
    table.bins[i] = {.positions = bin.at("positions"),
                     .predicted = bin.at("predicted"),
                     .observed = bin.at("observed"),
                     .error = bin.at("error")};
  }
  return table;
}

std::optional<Recalibration> recalibration_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return Recalibration{.intercept = json.at("intercept"),
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

// "a/" is "a", and "." is what it stands for: the page makes names of it.
fs::path named(const fs::path& folder) {
  const fs::path name = folder.has_filename() ? folder : folder.parent_path();
  return name.filename() == "." || name.filename() == ".." ? fs::canonical(name) : name;
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
  const RunPaths paths(named(folder));
  RunDirectory::require_run(folder);
  ReportedRun run;
  run.folder = paths.folder();
  read_journal_of(run);
  require_intact(paths, run.history, paths.config());
  run.config = read_file(paths.config());
  read_weights_of(run);
  return run;
}

Weights weights_of(const ReportedRun& run, int generation) {
  if (generation == 0) return run.start;
  const RunPaths paths(run.folder);
  require_intact(paths, run.history, paths.candidate_weights(generation));
  return read_weights(paths.candidate_weights(generation), run.start.schema);
}

std::optional<ReportedStudy> read_study(const ReportedRun& run, int generation) {
  const RunPaths paths(run.folder);
  const fs::path file = paths.fit_result(generation);
  require_intact(paths, run.history, file);
  if (!fs::exists(file)) return std::nullopt;
  return made_of(file, study_of);
}

}  // namespace hone
